"""Counts of the real chips at a table, held against the books. They never change the books."""

from __future__ import annotations

import json
from typing import Any

from chalicelib.rules import Malformed
from chalicelib.store.port import Put
from chalicelib.store.records import keys
from chalicelib.store.records.live import Live

from .access import Caller, check_reader, check_right, poster_at
from .bought import stacks_after
from .context import Context, rfc3339
from .errors import Refusal, not_found, say
from .log import poster_view
from .once import Decision, attempt, compact
from .people import number_of, query_all
from .tables import load_table


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

    def decide() -> Decision:
        live = load_table(ctx, table_id).live
        poster = poster_at(ctx, caller, table_id, live)
        if hand > live.hand:
            raise not_found("hand")
        if hand == live.hand and live.current is not None:
            raise Refusal("not-now", "the hand is not over")
        where = keys.count(table_id, hand)
        item = ctx.store.get([where]).get(where)
        book = stacks_after(_summary(ctx, live), hand)
        if sorted(stacks) != list(range(1, len(book) + 1)):
            raise Malformed(say("count the stack of every seat, 1 to {last}", last=len(book)))
        counted = [stacks[seat] for seat in range(1, len(book) + 1)]
        kept = json.loads(item.body) if item else None
        if kept and kept["counted"] == counted:
            return _count_view(hand, kept, book), []
        count = {"counted": counted, "by": poster_view(poster), "at": ctx.clock()}
        version = item.version if item else None
        return _count_view(hand, count, book), [Put(where, compact(count), version)]

    view: dict[str, Any] = attempt(ctx, decide)
    return view


def list_counts(
    ctx: Context, caller: Caller, table_id: str, after: int, limit: int
) -> dict[str, Any]:
    """Return a page of a table's counts by hand, and after which hand all agreed last."""
    live = load_table(ctx, table_id).live
    check_reader(ctx, caller, table_id, live)
    items = query_all(ctx, keys.count(table_id, 0), keys.COUNTS)
    summary = _summary(ctx, live)
    views = [
        _count_view(hand, json.loads(item.body), stacks_after(summary, hand))
        for item in items
        for hand in [number_of(item)]
    ]
    left = [view for view in views if view["hand"] > after]
    shown = left[:limit]
    return {
        "table": table_id,
        "agreed_after": max((view["hand"] for view in views if view["agrees"]), default=0),
        "counts": shown,
        "next_after": shown[-1]["hand"] if len(left) > limit else None,
    }


def _summary(ctx: Context, live: Live) -> dict[str, Any]:
    where = keys.summary(live.league, live.round, live.table)
    summary: dict[str, Any] = json.loads(ctx.store.get([where])[where].body)
    return summary


def _count_view(hand: int, count: dict[str, Any], book: list[int]) -> dict[str, Any]:
    """Return a count as shown, against the books as they are now."""
    counted = count["counted"]
    return {
        "hand": hand,
        "agrees": counted == book,
        "seats": [
            {"seat": seat, "counted": chips, "book": due, "difference": chips - due}
            for seat, (chips, due) in enumerate(zip(counted, book, strict=True), 1)
        ],
        "by": count["by"],
        "at": rfc3339(count["at"]),
    }
