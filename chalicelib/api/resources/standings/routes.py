"""Standings of a league and of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.messages import Reply
from chalicelib.api.http.paths import LeaguePath, TablePath
from chalicelib.api.http.replies import json_reply
from chalicelib.api.http.route import Call, route, takes
from chalicelib.api.resources.shared import CSV, LEAGUE, TABLE
from chalicelib.service.context import Context
from chalicelib.service.rights import Right
from chalicelib.store.records.members import compact

from .requests import StandingsQuery, TableStandingsQuery

if TYPE_CHECKING:
    from chalicelib.service.standings import LeagueStandings, TableStandings

    from . import answers as shapes
else:
    shapes = LazyShapes("chalicelib.api.resources.standings.answers")


def csv_reply(page: LeagueStandings | TableStandings, whose: str) -> Reply:
    """Return standings as a CSV file, named after the league or table and the ranking."""
    from chalicelib.api.http.disposition import attachment
    from chalicelib.export.table import to_csv
    from chalicelib.league.standings import COLUMNS

    after = f" after hand {page.hands}" if page.hands else ""
    name = f"{whose}, standings by {page.by.value}{after}.csv"
    headers = {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": attachment(name),
    }
    return Reply(200, to_csv(COLUMNS, page.lines), headers)


def league_standings(
    ctx: Context, call: Call[LeaguePath, StandingsQuery, None]
) -> shapes.Standings | Reply:
    """Return the standings as JSON, or whole as CSV."""
    from chalicelib.league.standings import RankedBy
    from chalicelib.service import standings

    from . import answers

    query = call.query
    as_csv = call.media == CSV
    limit = query.limit or (None if as_csv else 50)
    page = standings.league_standings(
        ctx,
        call.caller,
        call.path.league,
        by=RankedBy(query.by),
        hands=query.hands,
        after=query.after,
        limit=limit,
        fresh=query.fresh,
    )
    if as_csv:
        return csv_reply(page, page.league_name)
    answer = answers.league_standings(page)
    reply = json_reply(200, answer)
    reply.content = compact({**answer, "made_at": None})  # the same standings, computed later
    return reply


def table_standings(
    ctx: Context, call: Call[TablePath, TableStandingsQuery, None]
) -> shapes.TableStandings | Reply:
    """Return a table's standings as JSON or CSV."""
    from chalicelib.league.standings import RankedBy
    from chalicelib.service import standings

    from . import answers

    query = call.query
    page = standings.table_standings(
        ctx, call.caller, call.path.table, by=RankedBy(query.by), hands=query.hands
    )
    if call.media == CSV:
        return csv_reply(page, f"Round {page.round}, table {page.number}")
    return answers.table_standings(page)


LEAGUE_STANDINGS: Final = route(
    "GET",
    LEAGUE + "/standings",
    "getStandings",
    "The standings of a league",
    takes(LeaguePath, query=StandingsQuery),
    league_standings,
    Right.PAGE_READ,
    {200: shapes.Standings},
    other_media=("text/csv",),
)

TABLE_STANDINGS: Final = route(
    "GET",
    TABLE + "/standings",
    "getTableStandings",
    "The standings of a table",
    takes(TablePath, query=TableStandingsQuery),
    table_standings,
    Right.PAGE_READ,
    {200: shapes.TableStandings},
    other_media=("text/csv",),
)
