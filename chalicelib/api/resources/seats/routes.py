"""Seats: taken between hands, and their real chips counted."""

from __future__ import annotations

from typing import Any, Final

from chalicelib.api.http import queries as q
from chalicelib.api.http.messages import Reply
from chalicelib.api.http.routing import Answers, Call, Route, json_reply
from chalicelib.api.resources.shared import HAND, TABLE
from chalicelib.service import tables
from chalicelib.service.context import Context
from chalicelib.service.once import Answer

m: Final = Answers("chalicelib.api.resources.seats.requests")
a: Final = Answers("chalicelib.api.table_answers")
s: Final = Answers("chalicelib.api.resources.seats.answers")


def join_table(ctx: Context, call: Call) -> Reply:
    """Let a player take a seat; 200 instead of 201 when he sat there already."""
    from chalicelib.service import seats  # as below: seldom asked for

    params = call.params
    new = seats.join_table(ctx, call.caller, params["table"], params["seat"] - 1, call.body.player)
    page = tables.read_table(ctx, call.caller, params["table"])
    return json_reply(ctx, 201 if new else 200, Answer(page, not new))


def put_count(ctx: Context, call: Call) -> Any:
    """Record the stacks counted after a hand."""
    from chalicelib.service import counts

    stacks = {int(seat): chips for seat, chips in call.body.stacks.items()}
    return counts.put_count(ctx, call.caller, call.params["table"], call.params["hand"], stacks)


def list_counts(ctx: Context, call: Call) -> Any:
    """Return a page of a table's counts."""
    from chalicelib.service import counts

    query = call.query
    return counts.list_counts(ctx, call.caller, call.params["table"], query.after, query.limit)


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "PUT",
        TABLE + "/seats/{seat}",
        "joinTable",
        "Let a player join between hands, at the next free seat, by buying a stack",
        join_table,
        "seat.join",
        {201: a.Table, 200: a.Table},
        ("seat-taken", "hand-conflict", "game-over", "not-now", "round-state"),
        body=m.SeatBody,
    ),
    Route(
        "PUT",
        HAND + "/count",
        "countChips",
        "The real chips counted after a hand",
        put_count,
        "hand.count",
        {200: s.Count},
        ("not-now", "malformed"),
        body=m.CountBody,
    ),
    Route(
        "GET",
        TABLE + "/counts",
        "listCounts",
        "Counts of the real chips against the books",
        list_counts,
        "page.read",
        {200: s.Counts},
        query=q.PageQuery,
    ),
)
