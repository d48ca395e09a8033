"""Tables, between their hands."""

from __future__ import annotations

from typing import Any, Final

from chalicelib.api import models as m
from chalicelib.api.http import queries as q
from chalicelib.api.http.routing import Answers, Call, Route
from chalicelib.api.resources.shared import TABLE, csv_reply, wants_csv
from chalicelib.service import (
    pages,
    standings,
    tables,
)
from chalicelib.service.context import Context

a: Final = Answers("chalicelib.api.table_answers")


def read_table(ctx: Context, call: Call) -> Any:
    """Return a table."""
    return tables.read_table(ctx, call.caller, call.params["table"])


def update_table(ctx: Context, call: Call) -> Any:
    """Change how a table is recorded."""
    return tables.update_table(ctx, call.caller, call.params["table"], call.body.recording)


def table_standings(ctx: Context, call: Call) -> Any:
    """Return a table's standings as JSON or CSV."""
    query = call.query
    page = standings.table_standings(
        ctx, call.caller, call.params["table"], by=query.by, hands=query.hands
    )
    return csv_reply(page, page["table"]) if wants_csv(call) else page


def table_ledger(ctx: Context, call: Call) -> Any:
    """Return the movements of chips between hands."""
    return tables.read_ledger(ctx, call.caller, call.params["table"])


def list_hands(ctx: Context, call: Call) -> Any:
    """Return a page of hands that are over."""
    query = call.query
    return pages.list_hands(ctx, call.caller, call.params["table"], query.after, query.limit)


ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", TABLE, "getTable", "A table", read_table, "page.read", {200: a.Table}),
    Route(
        "PATCH",
        TABLE,
        "updateTable",
        "Change how a table is recorded, before its first deal",
        update_table,
        "table.update",
        {200: a.Table},
        ("hand-conflict",),
        body=m.TableChanges,
    ),
    Route(
        "GET",
        TABLE + "/standings",
        "getTableStandings",
        "The standings of a table",
        table_standings,
        "page.read",
        {200: a.TableStandings},
        query=q.TableStandingsQuery,
        other_media=("text/csv",),
    ),
    Route(
        "GET",
        TABLE + "/ledger",
        "getTableLedger",
        "Chips bought in, and unclaimed chips shared out when the game ended",
        table_ledger,
        "page.read",
        {200: a.TableLedger},
    ),
    Route(
        "GET",
        TABLE + "/hands",
        "listHands",
        "A table's hands that are over",
        list_hands,
        "page.read",
        {200: a.Hands},
        query=q.PageQuery,
    ),
)
