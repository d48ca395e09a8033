"""Tables, between their hands."""

from __future__ import annotations

from typing import Final

from chalicelib.api.http.links import Link
from chalicelib.api.http.paths import TablePath
from chalicelib.api.http.queries import NoQuery, PageQuery
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.resources.hands.past_answers import Hands
from chalicelib.api.resources.hands.past_answers import hands as past_hands
from chalicelib.api.resources.shared import TABLE
from chalicelib.api.resources.standings.routes import TABLE_STANDINGS
from chalicelib.service import hands, switching, tables
from chalicelib.service.context import Context
from chalicelib.service.rights import Right

from . import answers
from .requests import TableChanges


def read_table(ctx: Context, call: Call[TablePath, NoQuery, None]) -> answers.Table:
    """Return a table."""
    return answers.table(tables.read_table(ctx, call.caller, call.path.table))


def update_table(ctx: Context, call: Call[TablePath, NoQuery, TableChanges]) -> answers.Table:
    """Change how a table is recorded."""
    recording, condition = call.body.recording, call.if_match.against(answers.table)
    return answers.table(
        switching.update_table(ctx, call.caller, call.path.table, recording, condition)
    )


def table_ledger(ctx: Context, call: Call[TablePath, NoQuery, None]) -> answers.TableLedger:
    """Return the movements of chips between hands."""
    return answers.table_ledger(tables.read_ledger(ctx, call.caller, call.path.table))


def list_hands(ctx: Context, call: Call[TablePath, PageQuery, None]) -> Hands:
    """Return a page of hands that are over."""
    query = call.query
    return past_hands(hands.list_hands(ctx, call.caller, call.path.table, query.after, query.limit))


_TO_HANDS: Final = (
    Link(
        "hand",
        "getHand",
        "The last hand dealt, once there is one.",
        kept=("table",),
        answered={"hand": "/hand"},
    ),
    Link(
        "nextHand",
        "getHand",
        "The hand that can be dealt now, with its entries; while one can.",
        kept=("table",),
        answered={"hand": "/next_hand"},
    ),
)

RESOURCE: Final = Resource(
    "tables",
    "Tables, between their hands.",
    (
        route(
            "GET",
            TABLE,
            "getTable",
            "A table",
            takes(TablePath),
            read_table,
            Right.PAGE_READ,
            {200: answers.Table},
            links=_TO_HANDS,
        ),
        route(
            "PATCH",
            TABLE,
            "updateTable",
            "Change how a table is recorded, before its first deal",
            takes(TablePath, body=TableChanges),
            update_table,
            Right.TABLE_UPDATE,
            {200: answers.Table},
            ("hand-conflict",),
            conditional=True,
            links=_TO_HANDS,
        ),
        TABLE_STANDINGS,
        route(
            "GET",
            TABLE + "/ledger",
            "getTableLedger",
            "Chips bought in, and unclaimed chips shared out when the game ended",
            takes(TablePath),
            table_ledger,
            Right.PAGE_READ,
            {200: answers.TableLedger},
        ),
        route(
            "GET",
            TABLE + "/hands",
            "listHands",
            "A table's hands that are over",
            takes(TablePath, query=PageQuery),
            list_hands,
            Right.PAGE_READ,
            {200: Hands},
        ),
    ),
)
