"""Seats: taken and left between hands, and their real chips counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.messages import Reply, json_reply
from chalicelib.api.http.paths import HandPath, SeatPath, TablePath
from chalicelib.api.http.queries import NoQuery, PageQuery
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.resources.shared import HAND, TABLE
from chalicelib.api.resources.tables.answers import Table, table
from chalicelib.service import tables
from chalicelib.service.context import Context
from chalicelib.service.once import Answer
from chalicelib.service.rights import Right

if TYPE_CHECKING:
    from . import answers as shapes
    from . import requests
else:
    requests = LazyShapes("chalicelib.api.resources.seats.requests")
    shapes = LazyShapes("chalicelib.api.resources.seats.answers")


def join_table(ctx: Context, call: Call[SeatPath, NoQuery, requests.SeatBody]) -> Reply:
    """Let a player take a seat; 200 instead of 201 when the player sat there already."""
    from chalicelib.service import seats  # as below: rarely requested

    path, body = call.path, call.body
    sitting = seats.Sitting(path.seat - 1, body.player, body.substitute)
    new = seats.join_table(ctx, call.caller, path.table, sitting)
    page = table(tables.read_table(ctx, call.caller, path.table))
    return json_reply(201 if new else 200, Answer(page, not new))


def leave_table(ctx: Context, call: Call[SeatPath, NoQuery, None]) -> None:
    """Let the player of a seat leave."""
    from chalicelib.service import leaving

    leaving.leave_table(ctx, call.caller, call.path.table, call.path.seat - 1)


def put_count(ctx: Context, call: Call[HandPath, NoQuery, requests.CountBody]) -> shapes.Count:
    """Record the stacks counted after a hand."""
    from chalicelib.service import counts

    from .answers import count

    path, stacks = call.path, call.body.by_seat()
    return count(counts.put_count(ctx, call.caller, path.table, path.hand, stacks))


def list_counts(ctx: Context, call: Call[TablePath, PageQuery, None]) -> shapes.Counts:
    """Return a page of a table's counts."""
    from chalicelib.service import counts

    from .answers import counts as shown

    query = call.query
    return shown(counts.list_counts(ctx, call.caller, call.path.table, query.after, query.limit))


RESOURCE: Final = Resource(
    "seats",
    "Seats: taken and left between hands, and their real chips counted.",
    (
        route(
            "PUT",
            TABLE + "/seats/{seat}",
            "joinTable",
            "Let a player join, come back or stand in between hands",
            takes(SeatPath, body=requests.SeatBody),
            join_table,
            Right.SEAT_JOIN,
            {201: Table, 200: Table},
            ("seat-taken", "hand-conflict", "game-over", "not-now", "round-state"),
        ),
        route(
            "DELETE",
            TABLE + "/seats/{seat}",
            "leaveTable",
            "Let the player of a seat leave, after the hand in progress",
            takes(SeatPath),
            leave_table,
            Right.SEAT_LEAVE,
            {204: None},
            ("game-over",),
        ),
        route(
            "PUT",
            HAND + "/count",
            "countChips",
            "The real chips counted after a hand",
            takes(HandPath, body=requests.CountBody),
            put_count,
            Right.HAND_COUNT,
            {200: shapes.Count},
            ("not-now", "malformed"),
        ),
        route(
            "GET",
            TABLE + "/counts",
            "listCounts",
            "Counts of the real chips, compared with the books",
            takes(TablePath, query=PageQuery),
            list_counts,
            Right.PAGE_READ,
            {200: shapes.Counts},
        ),
    ),
)
