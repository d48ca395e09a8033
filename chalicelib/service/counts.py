"""Counts of the real chips at a table, held against the books. They never change the books."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chalicelib.rules import Malformed
from chalicelib.store.records.counts import CountRecord
from chalicelib.store.records.record import number_of

from .access import Caller, check_reader, check_right, poster_at
from .bought import stacks_after
from .context import Context, rfc3339
from .errors import Refusal, not_found, say
from .log import poster_view
from .once import Decision, attempt
from .tables import load_summary, load_table


def put_count(
    ctx: Context, caller: Caller, table_id: str, hand: int, stacks: dict[int, int]
) -> dict[str, Any]:
    """Record the stacks counted after a hand. Replaceable; the same again changes nothing.

    Parameters
    ----------
    stacks
        Seat (from 1) -> chips, of every seat there was.

    Raises
    ------
    Refusal
        ``forbidden``; ``not-found``: no such hand; ``not-now``: it is not over.
    Malformed
        Seats are left out, or too many.
    """
    check_right(caller, "hand.count")

    def decide() -> Decision[dict[str, Any]]:
        live = load_table(ctx, table_id).live
        table = live.table
        poster = poster_at(ctx, caller, table_id, table)
        if hand > table.hand:
            raise not_found("hand")
        if hand == table.hand and live.hand is not None:
            raise Refusal("not-now", "the hand is not over")
        at = CountRecord.at(table_id, hand)
        kept = at.read(ctx.store)
        book = stacks_after(load_summary(ctx, table).record, hand)
        if sorted(stacks) != list(range(1, len(book) + 1)):
            raise Malformed(say("count the stack of every seat, 1 to {last}", last=len(book)))
        counted = tuple(stacks[seat] for seat in range(1, len(book) + 1))
        if kept and kept.record.stacks == counted:
            return _count_view(hand, kept.record, book), []
        count = CountRecord(counted, poster, ctx.clock())
        return _count_view(hand, count, book), [kept.put(count) if kept else at.create(count)]

    view: dict[str, Any] = attempt(ctx, decide)
    return view


def list_counts(
    ctx: Context, caller: Caller, table_id: str, after: int, limit: int
) -> dict[str, Any]:
    """Return a page of a table's counts by hand, and after which hand all agreed last."""
    table = load_table(ctx, table_id).live.table
    check_reader(ctx, caller, table_id, table)
    counts = list(CountRecord.of_table(table_id).read(ctx.store))
    summary = load_summary(ctx, table).record
    views = [
        _count_view(hand, count.record, stacks_after(summary, hand))
        for count in counts
        for hand in [number_of(count.key)]
    ]
    left = [view for view in views if view["hand"] > after]
    shown = left[:limit]
    return {
        "table": table_id,
        "agreed_after": max((view["hand"] for view in views if view["agrees"]), default=0),
        "counts": shown,
        "next_after": shown[-1]["hand"] if len(left) > limit else None,
    }


def _count_view(hand: int, count: CountRecord, book: Sequence[int]) -> dict[str, Any]:
    """Return a count as shown, against the books as they are now."""
    return {
        "hand": hand,
        "agrees": count.stacks == tuple(book),
        "seats": [
            {"seat": seat, "counted": chips, "book": due, "difference": chips - due}
            for seat, (chips, due) in enumerate(zip(count.stacks, book, strict=True), 1)
        ],
        "by": poster_view(count.poster),
        "at": rfc3339(count.posted),
    }
