"""Standings of a league and of a table."""

from __future__ import annotations

from typing import Any, Final

from chalicelib.api.http.messages import Reply
from chalicelib.api.http.paths import LeaguePath, TablePath
from chalicelib.api.http.replies import Answered
from chalicelib.api.http.route import Answers, Call, route, takes
from chalicelib.api.resources.shared import CSV, LEAGUE, TABLE
from chalicelib.export.table import to_csv
from chalicelib.service import standings
from chalicelib.service.context import Context

from .requests import StandingsQuery, TableStandingsQuery

a: Final = Answers("chalicelib.api.answers")
_table: Final = Answers("chalicelib.api.table_answers")

STANDINGS_COLUMNS: Final = ("rank", "tied", "player", "name", "chips", "net", "rounds", "hands")


def csv_reply(page: dict[str, Any], whose: str) -> Reply:
    """Return a page of standings as a CSV file, named for whose they are and how they stand."""
    hands = f"-after-{page['hands']}" if page["hands"] else ""
    name = f"standings-{whose}-by-{page['by']}{hands}"
    headers = {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": f'attachment; filename="{name}.csv"',
    }
    return Reply(200, to_csv(STANDINGS_COLUMNS, page["standings"]), headers)


def league_standings(ctx: Context, call: Call[LeaguePath, StandingsQuery, None]) -> Answered:
    """Return the standings as JSON, or whole as CSV."""
    query = call.query
    as_csv = call.media == CSV
    limit = query.limit or (None if as_csv else 50)
    page = standings.league_standings(
        ctx,
        call.caller,
        call.path.league,
        by=query.by,
        hands=query.hands,
        after=query.after,
        limit=limit,
        fresh=query.fresh,
    )
    return csv_reply(page, page["league"]) if as_csv else page


def table_standings(ctx: Context, call: Call[TablePath, TableStandingsQuery, None]) -> Answered:
    """Return a table's standings as JSON or CSV."""
    query = call.query
    page = standings.table_standings(
        ctx, call.caller, call.path.table, by=query.by, hands=query.hands
    )
    return csv_reply(page, page["table"]) if call.media == CSV else page


LEAGUE_STANDINGS: Final = route(
    "GET",
    LEAGUE + "/standings",
    "getStandings",
    "The standings of a league",
    takes(LeaguePath, query=StandingsQuery),
    league_standings,
    "page.read",
    {200: a.Standings},
    other_media=("text/csv",),
)

TABLE_STANDINGS: Final = route(
    "GET",
    TABLE + "/standings",
    "getTableStandings",
    "The standings of a table",
    takes(TablePath, query=TableStandingsQuery),
    table_standings,
    "page.read",
    {200: _table.TableStandings},
    other_media=("text/csv",),
)
