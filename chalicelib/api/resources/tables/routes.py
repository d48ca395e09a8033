"""Tables, between their hands."""

from __future__ import annotations

from typing import Final

from chalicelib.api import models as m
from chalicelib.api.http import queries as q
from chalicelib.api.http.paths import TablePath
from chalicelib.api.http.queries import NoQuery
from chalicelib.api.http.replies import Answered
from chalicelib.api.http.route import Answers, Call, Resource, route, takes
from chalicelib.api.resources.shared import CSV, TABLE, csv_reply
from chalicelib.service import (
    pages,
    standings,
    tables,
)
from chalicelib.service.context import Context

a: Final = Answers("chalicelib.api.table_answers")


def read_table(ctx: Context, call: Call[TablePath, NoQuery, None]) -> Answered:
    """Return a table."""
    return tables.read_table(ctx, call.caller, call.path.table)


def update_table(ctx: Context, call: Call[TablePath, NoQuery, m.TableChanges]) -> Answered:
    """Change how a table is recorded."""
    return tables.update_table(ctx, call.caller, call.path.table, call.body.recording)


def table_standings(ctx: Context, call: Call[TablePath, q.TableStandingsQuery, None]) -> Answered:
    """Return a table's standings as JSON or CSV."""
    query = call.query
    page = standings.table_standings(
        ctx, call.caller, call.path.table, by=query.by, hands=query.hands
    )
    return csv_reply(page, page["table"]) if call.media == CSV else page


def table_ledger(ctx: Context, call: Call[TablePath, NoQuery, None]) -> Answered:
    """Return the movements of chips between hands."""
    return tables.read_ledger(ctx, call.caller, call.path.table)


def list_hands(ctx: Context, call: Call[TablePath, q.PageQuery, None]) -> Answered:
    """Return a page of hands that are over."""
    query = call.query
    return pages.list_hands(ctx, call.caller, call.path.table, query.after, query.limit)


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
            "page.read",
            {200: a.Table},
        ),
        route(
            "PATCH",
            TABLE,
            "updateTable",
            "Change how a table is recorded, before its first deal",
            takes(TablePath, body=m.TableChanges),
            update_table,
            "table.update",
            {200: a.Table},
            ("hand-conflict",),
        ),
        route(
            "GET",
            TABLE + "/standings",
            "getTableStandings",
            "The standings of a table",
            takes(TablePath, query=q.TableStandingsQuery),
            table_standings,
            "page.read",
            {200: a.TableStandings},
            other_media=("text/csv",),
        ),
        route(
            "GET",
            TABLE + "/ledger",
            "getTableLedger",
            "Chips bought in, and unclaimed chips shared out when the game ended",
            takes(TablePath),
            table_ledger,
            "page.read",
            {200: a.TableLedger},
        ),
        route(
            "GET",
            TABLE + "/hands",
            "listHands",
            "A table's hands that are over",
            takes(TablePath, query=q.PageQuery),
            list_hands,
            "page.read",
            {200: a.Hands},
        ),
    ),
)
