"""Reading hands: state, log, ledger, and a seat's own cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from chalicelib.rules import TEXT, Viewer, account_name, view
from chalicelib.rules.cards import cards_of
from chalicelib.store.records.archives import ArchiveRecord
from chalicelib.store.records.live import Note
from chalicelib.store.records.members import JSON
from chalicelib.store.records.setups import SetupRecord

from .access import Caller, check_reader, check_right, poster_at
from .actions import load_sheet
from .context import Context, rfc3339
from .entries import entries_view, load_entries
from .errors import Refusal, not_found
from .log import poster_view
from .sheet import MAX_LOG, RAISING, Sheet
from .tables import Table, load_table
from .terms import load_terms
from .views import entry_view, state_view

POLL_PLAYING: Final = 2
POLL_WAITING: Final = 10
"""Seconds after which looking again is worth it."""


def _viewer(ctx: Context, caller: Caller, table: Table, sheet: Sheet, seat: int | None) -> Viewer:
    """Return who looks at a hand; ``seat`` is the caller's, his token checked."""
    if sheet.deal.enterer is None and sheet.table.recording != "observed":
        return Viewer(seat)
    try:
        poster = poster_at(ctx, caller, table.id, table.live.table)
    except Refusal:
        return Viewer(seat)  # he may read here, and no more
    return Viewer(seat, sheet.viewer_of(poster).knows_deal)


def read_hand(ctx: Context, caller: Caller, table_id: str, hand: int) -> dict[str, Any]:
    """Return a hand as the caller may see it; the next one to be dealt as what is said so far.

    Raises
    ------
    Refusal
        ``not-found``, ``unauthenticated``.
    """
    table = load_table(ctx, table_id)
    live, now = table.live, table.live.table
    seat = check_reader(ctx, caller, table_id, now)
    if hand == now.hand + 1 and live.hand is None and not now.ended and not now.closing:
        said = entries_view(table_id, hand, load_entries(ctx, table_id, hand).record)
        return {**said, "status": "open", "poll_after": POLL_WAITING}
    sheet, archive = load_sheet(ctx, table, hand)
    viewer = _viewer(ctx, caller, table, sheet, seat)
    state = sheet.hand
    status = "playing" if not state.over else "abandoned" if state.abandoned else "over"
    page = {
        "table": table_id,
        "hand": hand,
        "status": status,
        "recording": sheet.table.recording,
        **state_view(view(state, viewer), state.rules, sheet.table.players, viewer.seat),
        "amount": sheet.deal.amount,
        "me": None if viewer.seat is None else viewer.seat + 1,
        "next_action": None if state.over else len(sheet.log) + 1,
        "digest": sheet.digest(len(sheet.log)),
        "started_at": rfc3339(sheet.deal.started * 100),
        "notes": _notes(sheet.recorded_hand.notes),
        "setup": None,
        "link": None,
        "poll_after": POLL_WAITING if state.over else POLL_PLAYING,
    }
    if len(sheet.log) >= MAX_LOG:  # what can be posted as it stands, and would be refused
        page["legal"] = [one for one in page["legal"] if not RAISING & one.keys()]
        page["bid_limit"] = None
    if archive:
        page["setup"] = archive.setup.public.as_json()
        page["link"] = archive.setup.link
    return page


def _notes(notes: Iterable[Note]) -> list[dict[str, Any]]:
    return [
        {
            "note": "token_handed_out_again",
            "after": note.after,
            "seat": note.seat + 1,
            "at": rfc3339(note.at * 100),
        }
        for note in notes
    ]


def read_setup(ctx: Context, caller: Caller, table_id: str, hand: int) -> Mapping[str, JSON]:
    """Return a hand's public set-up, of which digest(0) is the SHA-256."""
    table = load_table(ctx, table_id)
    check_reader(ctx, caller, table_id, table.live.table)
    stored = SetupRecord.at(table_id, hand).read(ctx.store)
    if stored is None:
        raise not_found("hand")
    return stored.record.public.as_json()


def read_cards(ctx: Context, caller: Caller, table_id: str, hand: int) -> dict[str, Any]:
    """Return the caller's own cards in a hand.

    Raises
    ------
    Refusal
        ``forbidden``: the caller has no seat here.
    """
    check_right(caller, "hand.cards")
    table = load_table(ctx, table_id)
    poster = poster_at(ctx, caller, table_id, table.live.table)
    if poster.kind != "seat":
        raise Refusal("forbidden", "only a seat has cards of its own")
    sheet, _ = load_sheet(ctx, table, hand)
    held = cards_of(sheet.hand.sets[poster.number])
    return {
        "table": table_id,
        "hand": hand,
        "seat": poster.number + 1,
        "cards": [TEXT[card] for card in sorted(held, key=sheet.hand.rules.table.order.sort_key)],
    }


def read_actions(
    ctx: Context, caller: Caller, table_id: str, hand: int, after: int, limit: int
) -> dict[str, Any]:
    """Return a hand's log behind action ``after``, as the caller may see it."""
    table = load_table(ctx, table_id)
    seat = check_reader(ctx, caller, table_id, table.live.table)
    sheet, _ = load_sheet(ctx, table, hand)
    viewer = _viewer(ctx, caller, table, sheet, seat)
    last = min(len(sheet.log), after + limit)
    covered = sheet.covered(viewer)
    undone = sheet.undone()
    return {
        "table": table_id,
        "hand": hand,
        "digest": sheet.digest(0),
        "actions": [
            _log_entry(sheet, number, covered, undone) for number in range(after + 1, last + 1)
        ],
        "next_after": last if last < len(sheet.log) else None,
        "over": sheet.hand.over,
        "notes": _notes(sheet.recorded_hand.notes),
        "poll_after": POLL_WAITING if sheet.hand.over else POLL_PLAYING,
    }


def _log_entry(
    sheet: Sheet, number: int, covered: set[int], undone: dict[int, int]
) -> dict[str, Any]:
    logged = sheet.log[number - 1]
    return {
        "number": number,
        "action": sheet.shown(number, covered),
        "by": poster_view(logged.poster),
        "at": rfc3339(logged.at * 100),
        "phone_at": None if logged.phone is None else rfc3339(logged.phone * 100),
        "digest": sheet.digest(number),
        "effects": sheet.effects_at(number, covered),
        "undone_by": undone.get(number),
    }


def read_ledger(ctx: Context, caller: Caller, table_id: str, hand: int) -> dict[str, Any]:
    """Return every movement of chips of a hand so far, and the balances before and after."""
    table = load_table(ctx, table_id)
    check_reader(ctx, caller, table_id, table.live.table)
    sheet, _ = load_sheet(ctx, table, hand)
    now, was = sheet.hand, sheet.table
    seats = len(was.players)
    before = [*was.stacks, *was.layout, was.kitty, was.pot, was.bank]
    names = [account_name(i, seats, now.rules.table.space_names) for i in range(len(before))]
    return {
        "table": table_id,
        "hand": hand,
        "before": dict(zip(names, before, strict=True)),
        "entries": [entry_view(entry, seats, now.rules) for entry in now.ledger.entries],
        "after": dict(zip(names, now.ledger.chips, strict=True)),
    }


def list_hands(
    ctx: Context, caller: Caller, table_id: str, after: int, limit: int
) -> dict[str, Any]:
    """Return a page of a table's hands that are over, by number."""
    table = load_table(ctx, table_id)
    check_reader(ctx, caller, table_id, table.live.table)
    at_after = ArchiveRecord.at(table_id, after)
    page = ArchiveRecord.of_table(table_id).page(ctx.store, at_after, limit)
    rows = [_hand_row(ctx, table_id, stored.record) for stored in page.records]
    return {
        "table": table_id,
        "hands": rows,
        "next_after": rows[-1]["hand"] if page.more else None,
    }


def _hand_row(ctx: Context, table_id: str, archive: ArchiveRecord) -> dict[str, Any]:
    was = archive.live.table
    now = Sheet(table_id, archive.live, load_terms(ctx, was.terms)).hand
    return {
        "hand": was.hand,
        "status": "abandoned" if now.abandoned else "over",
        "dealer": now.dealer + 1,
        "winner": None if now.winner is None else now.winner + 1,
        "stacks": now.ledger.stacks,
        "ended_at": rfc3339(archive.ended * 100),
    }
