"""Counts of the real chips at a table, compared with the books. They never change the books."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chalicelib.message import say
from chalicelib.rules import Malformed
from chalicelib.store.records.counts import CountRecord
from chalicelib.store.records.live_log import Poster
from chalicelib.store.records.record import number_of

from .access import check_reader, poster_at
from .bought import stacks_after
from .context import Context
from .errors import Refusal, not_found
from .once import Decision, attempt
from .rights import Caller, Right, check_right
from .tables import load_summary, load_table, table_terms


@dataclass(frozen=True, slots=True)
class Count:
    """The real chips counted after a hand, compared with the present books.

    Attributes
    ----------
    counted, book
        By seat: the real chips, and the chips in the books.
    posted
        When it was posted, in milliseconds since 1970.
    """

    hand: int
    counted: tuple[int, ...]
    book: tuple[int, ...]
    poster: Poster
    posted: int

    @property
    def agrees(self) -> bool:
        """Whether the count of every seat equals the books."""
        return self.counted == self.book


@dataclass(frozen=True, slots=True)
class Counts:
    """Some counts of a table, by hand.

    Attributes
    ----------
    agreed_after
        The last hand after which count and books agreed; 0 is the start.
    more
        Whether there are counts of later hands.
    """

    table_id: str
    agreed_after: int
    counts: tuple[Count, ...]
    more: bool


def put_count(
    ctx: Context, caller: Caller, table_id: str, hand: int, stacks: Mapping[int, int]
) -> Count:
    """Record the stacks counted after a hand. Replaceable; a repetition changes nothing.

    Parameters
    ----------
    stacks
        Seat -> chips, for every seat of the table at that time; vacant ones may be left out.

    Raises
    ------
    Refusal
        ``forbidden``; ``not-found``: no such hand; ``not-now``: it is not over.
    Malformed
        Seats are missing or superfluous; a stack is negative where nobody may owe chips (R12).
    """
    check_right(caller, Right.HAND_COUNT)

    def decide() -> Decision[Count]:
        live = load_table(ctx, table_id).live
        table = live.table
        poster = poster_at(ctx, caller, table_id, table)
        if hand > table.hand:
            raise not_found("hand")
        if hand == table.hand and live.hand is not None:
            raise Refusal("not-now", say("hand.not-over"))
        at = CountRecord.at(table_id, hand)
        kept = at.read(ctx.store)
        found = stacks_after(load_summary(ctx, table).record, hand)
        book = tuple(stack or 0 for stack in found)
        taken = {seat for seat, stack in enumerate(found) if stack is not None}
        if not taken <= stacks.keys() <= set(range(len(book))):
            raise Malformed(say("seat.count-all", last=len(book)))
        if min(stacks.values(), default=0) < 0 and not table_terms(ctx, table).rules.chips.may_owe:
            raise Malformed(say("seat.count-negative"))
        counted = tuple(stacks.get(seat, 0) for seat in range(len(book)))
        if kept and kept.record.stacks == counted:
            return _count(hand, kept.record, book), []
        count = CountRecord(counted, poster, ctx.clock())
        return _count(hand, count, book), [kept.put(count) if kept else at.create(count)]

    return attempt(ctx, decide)


def list_counts(ctx: Context, caller: Caller, table_id: str, after: int, limit: int) -> Counts:
    """Return a page of a table's counts by hand, and the last hand after which all agreed."""
    table = load_table(ctx, table_id).live.table
    check_reader(ctx, caller, table_id, table)
    records = list(CountRecord.of_table(table_id).read(ctx.store))
    summary = load_summary(ctx, table).record
    counts = [
        _count(hand, stored.record, tuple(stack or 0 for stack in stacks_after(summary, hand)))
        for stored in records
        for hand in [number_of(stored.key)]
    ]
    left = [count for count in counts if count.hand > after]
    return Counts(
        table_id,
        max((count.hand for count in counts if count.agrees), default=0),
        tuple(left[:limit]),
        len(left) > limit,
    )


def _count(hand: int, record: CountRecord, book: tuple[int, ...]) -> Count:
    return Count(hand, record.stacks, book, record.poster, record.posted)
