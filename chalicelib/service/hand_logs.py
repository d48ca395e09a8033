"""Reading the log of a hand: loaded, and filtered for a reader."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from chalicelib.message import say
from chalicelib.rules import Entry, Event, Fold, Viewer, effects
from chalicelib.rules.cards import Card
from chalicelib.store.records.archives import ArchiveRecord
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.live_log import Poster

from .access import check_reader, poster_at
from .context import Context, KeptArchive
from .entries import check_going_on
from .errors import Refusal, not_found
from .log import Accounts, Receipt
from .notes import HandNote, notes_of
from .posting import PostedLog
from .rights import Caller
from .tables import Table, load_table
from .terms import load_terms

POLL_DEAL: Final = 2
"""Seconds to wait before asking again for a hand that is still to be dealt."""


class LogEntry(NamedTuple):
    """A recorded action, who posted it, and the phone's own time.

    ``phone`` is in tenths of a second since 1970.
    """

    recorded: Receipt
    poster: Poster
    phone: int | None


class Dealt(NamedTuple):
    """What happened with a deal itself: stakes, and what is done for seats that are away (R17)."""

    events: Sequence[Event]
    entries: Sequence[Entry]
    covered: Collection[Card]
    accounts: Accounts


class LogPage(NamedTuple):
    """A part of a hand's log.

    Attributes
    ----------
    digest
        digest(0), of the set-up.
    dealt
        What happened with the deal itself, before the first action: events and movements of chips.
    next_after
        The number of the last entry, if there are more.
    over
        Whether the hand has ended.
    """

    table_id: str
    hand: int
    digest: str
    dealt: Dealt
    entries: tuple[LogEntry, ...]
    next_after: int | None
    over: bool
    notes: tuple[HandNote, ...]


def load_log(ctx: Context, table: Table, hand: int) -> tuple[PostedLog, ArchiveRecord | None]:
    """Return the log of a hand, and its archive if it is over.

    Raises
    ------
    Refusal
        ``not-found``: no such hand was dealt.
    """
    live = table.live
    if live.hand is not None and hand == live.table.hand:
        return PostedLog(table.id, live, load_terms(ctx.store, live.table.terms)), None
    if not 1 <= hand <= live.table.hand:
        raise not_dealt(ctx, live, hand)
    last = hand == live.table.hand
    kept = ctx.archives.get(table.id) if last else None
    if kept is None or kept.version != table.version or kept.live != live:
        stored = ArchiveRecord.at(table.id, hand).read(ctx.store)
        assert stored is not None  # written with the end of the hand
        log = log_of_archive(ctx, table.id, stored.record)
        kept = KeptArchive(table.version, live, stored.record, log)
        if last:
            ctx.archives.put(table.id, kept)
    return kept.log, kept.archive


def not_dealt(ctx: Context, live: LiveRecord, hand: int) -> Refusal:
    """Return the refusal for a hand that was not dealt, with what comes instead.

    ``current`` is the hand in progress; ``next_hand`` the one that can be dealt; ``ended`` says
    why none can.
    """
    table = live.table
    if hand < 1:
        return not_found("hand")
    if live.hand is None:
        try:
            check_going_on(ctx, live)
        except Refusal as over:
            detail = say("hand.none-to-come", hand=hand)
            return Refusal("not-found", detail, ended=over.members["ended"])
        detail = say("hand.number-next", hand=hand, next=table.hand + 1)
        return Refusal("not-found", detail, next_hand=table.hand + 1, poll_after=POLL_DEAL)
    detail = say("hand.number-not-yet", hand=hand, current=table.hand)
    return Refusal("not-found", detail, current=table.hand, poll_after=POLL_DEAL)


def log_of_archive(ctx: Context, table_id: str, archive: ArchiveRecord) -> PostedLog:
    """Return the log of a hand that is over."""
    return PostedLog(table_id, archive.live, load_terms(ctx.store, archive.live.table.terms))


def viewer_at(
    ctx: Context, caller: Caller, table: LiveTable, log: PostedLog, seat: int | None
) -> Viewer:
    """Return the viewer of a hand; ``seat`` is the caller's, whose token was checked."""
    if not log.recording.has_insiders:
        return Viewer(seat)
    try:
        poster = poster_at(ctx, caller, log.table_id, table)
    except Refusal:
        return Viewer(seat)  # a reader without further rights
    return Viewer(seat, log.recording.knows_deal(poster, log.deal))


def read_actions(
    ctx: Context, caller: Caller, table_id: str, hand: int, after: int, limit: int
) -> LogPage:
    """Return a hand's log after action ``after``, as the caller may see it."""
    table = load_table(ctx, table_id)
    seat = check_reader(ctx, caller, table_id, table.live.table)
    log, _ = load_log(ctx, table, hand)
    covered = log.covered(viewer_at(ctx, caller, table.live.table, log, seat))
    undone = log.undone()
    last = min(len(log.actions), after + limit)
    hands: dict[int | None, Fold] = {}  # one replay for all that an undo took back
    entries: list[LogEntry] = []
    for number, logged in enumerate(log.actions[after:last], after + 1):
        by = undone.get(number)
        if by not in hands:
            hands[by] = log.hand_with(by)
        receipt = log.recorded(number, covered, by, hands[by])
        entries.append(LogEntry(receipt, logged.poster, logged.phone))
    return LogPage(
        table_id,
        hand,
        log.digest(0),
        Dealt(*effects(log.hand, 0), covered, log.accounts),
        tuple(entries),
        last if last < len(log.actions) else None,
        log.hand.over,
        notes_of(ctx, log).notes,
    )
