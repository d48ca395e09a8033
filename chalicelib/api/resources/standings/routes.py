"""Standings of a league and of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.messages import Reply, json_reply
from chalicelib.api.http.paths import LeaguePath, TablePath
from chalicelib.api.http.route import Call, route, takes
from chalicelib.api.resources.shared import CSV, LEAGUE, TABLE
from chalicelib.service.context import Context
from chalicelib.service.rights import Right

if TYPE_CHECKING:
    from chalicelib.service.standings import LeagueStandings, TableStandings

    from . import answers as shapes
    from . import requests
else:
    requests = LazyShapes("chalicelib.api.resources.standings.requests")
    shapes = LazyShapes("chalicelib.api.resources.standings.answers")


def csv_reply(
    page: LeagueStandings | TableStandings,
    whose: str,
    revision: str,
    separator: requests.SeparatorWord,
) -> Reply:
    """Return standings as a CSV file.

    Its name says whose they are, how they are ranked and from which facts they were made, so that
    two files are told apart in the folder they are saved in.
    """
    from chalicelib.api.http.disposition import attachment
    from chalicelib.export.table import Separator, to_csv
    from chalicelib.league.standings import COLUMNS

    after = f" after hand {page.hands}" if page.hands else ""
    name = f"{whose}, standings by {page.by.value}{after}, revision {revision}.csv"
    headers = {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": attachment(name),
    }
    return Reply(200, to_csv(COLUMNS, page.lines, Separator[separator.upper()]), headers)


def league_standings(
    ctx: Context, call: Call[LeaguePath, requests.StandingsQuery, None]
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
        whose, revision = page.league_name, page.made_from.revision
        if query.after or page.next_after is not None:
            whose += f", lines {query.after + 1} to {query.after + len(page.lines)}"
        file = csv_reply(page, whose, revision, query.separator)
        if page.next_after is not None:
            file.headers["Link"] = _next(query, page.next_after)
        return file
    answer = answers.league_standings(page)
    reply = json_reply(200, answer)
    # The tag is that of the standings, however late they were computed.
    reply.content = reply.body.replace(f'"made_at":"{answer["made_at"]}"', '"made_at":null', 1)
    return reply


def _next(query: requests.StandingsQuery, after: int) -> str:
    """Return the link to the lines that follow (RFC 8288), relative to these."""
    given = query.model_dump(exclude_unset=True, mode="json") | {"after": after}
    given = {name: str(value).lower() for name, value in given.items()}
    return f'<?{urlencode(given)}>; rel="next"'


def table_standings(
    ctx: Context, call: Call[TablePath, requests.TableStandingsQuery, None]
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
        league = standings.league_name(ctx, page.league_id)
        whose = f"{league}, round {page.round}, table {page.number}"
        return csv_reply(page, whose, page.revision, query.separator)
    return answers.table_standings(page)


LEAGUE_STANDINGS: Final = route(
    "GET",
    LEAGUE + "/standings",
    "getStandings",
    "The standings of a league",
    takes(LeaguePath, query=requests.StandingsQuery),
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
    takes(TablePath, query=requests.TableStandingsQuery),
    table_standings,
    Right.PAGE_READ,
    {200: shapes.TableStandings},
    other_media=("text/csv",),
)
