"""Leagues and their standings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.hosts import from_here
from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.links import Link
from chalicelib.api.http.paths import LeaguePath, NoPath
from chalicelib.api.http.queries import LeaguesQuery, NoQuery
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.resources.shared import BOODLE_KEY, LEAGUE
from chalicelib.api.resources.standings.routes import LEAGUE_STANDINGS
from chalicelib.service.context import Context
from chalicelib.service.once import Answer
from chalicelib.service.rights import Right

if TYPE_CHECKING:
    from chalicelib.api.resources.tokens import answers as token_shapes

    from . import answers as shapes
    from . import requests
else:
    requests = LazyShapes("chalicelib.api.resources.leagues.requests")
    shapes = LazyShapes("chalicelib.api.resources.leagues.answers")
    token_shapes = LazyShapes("chalicelib.api.resources.tokens.answers")


def create_league(
    ctx: Context, call: Call[NoPath, NoQuery, requests.LeagueBody]
) -> Answer[shapes.NewLeague]:
    """Create a league."""
    from chalicelib.service import leagues

    from . import answers

    here = from_here(call.request)
    founder = leagues.Founder(call.deployment_key, here, call.caller.address)
    return leagues.create_league(ctx, call.once, answers.new_league, founder, call.body.request())


def list_leagues(ctx: Context, call: Call[NoPath, LeaguesQuery, None]) -> shapes.Leagues:
    """Return a page of all leagues."""
    from chalicelib.service import leagues

    from . import answers

    query = call.query
    return answers.leagues_page(
        leagues.list_leagues(ctx, call.deployment_key, query.after, query.limit)
    )


def read_league(ctx: Context, call: Call[LeaguePath, NoQuery, None]) -> shapes.League:
    """Return a league."""
    from chalicelib.service import leagues

    from . import answers

    return answers.league(leagues.read_league(ctx, call.caller, call.path.league))


def update_league(
    ctx: Context, call: Call[LeaguePath, NoQuery, requests.LeagueChanges]
) -> shapes.League:
    """Change a league."""
    from chalicelib.service import leagues

    from . import answers

    changes, condition = call.body.changes(), call.if_match.against(answers.league)
    return answers.league(
        leagues.update_league(ctx, call.caller, call.path.league, changes, condition)
    )


def recover_league(
    ctx: Context, call: Call[LeaguePath, NoQuery, None]
) -> Answer[token_shapes.Token]:
    """Return a new organiser's token."""
    from chalicelib.api.resources.tokens.answers import token
    from chalicelib.service import tokens

    return tokens.recover_league(ctx, call.once, token, call.path.league, call.deployment_key)


RESOURCE: Final = Resource(
    "leagues",
    "Leagues and their standings.",
    (
        route(
            "GET",
            "/v1/leagues",
            "listLeagues",
            "All leagues, for the holder of the deployment's key",
            takes(NoPath, query=LeaguesQuery),
            list_leagues,
            Right.LEAGUE_CREATE,
            {200: shapes.Leagues},
            ("forbidden",),
            headers=(BOODLE_KEY,),
            no_store=True,
        ),
        route(
            "POST",
            "/v1/leagues",
            "createLeague",
            "Create a league",
            takes(NoPath, body=requests.LeagueBody),
            create_league,
            Right.LEAGUE_CREATE,
            {201: shapes.NewLeague},
            ("forbidden", "rate-limited", "malformed"),
            keyed=True,
            headers=(BOODLE_KEY,),
            location="leagues/{league[league]}",
            no_store=True,
            links=(
                Link(
                    "league",
                    "getLeague",
                    "The new league.",
                    answered={"league": "/league/league"},
                ),
            ),
        ),
        route(
            "GET",
            LEAGUE,
            "getLeague",
            "A league",
            takes(LeaguePath),
            read_league,
            Right.PAGE_READ,
            {200: shapes.League},
        ),
        route(
            "PATCH",
            LEAGUE,
            "updateLeague",
            "Change a league",
            takes(LeaguePath, body=requests.LeagueChanges),
            update_league,
            Right.LEAGUE_UPDATE,
            {200: shapes.League},
            ("rules-frozen", "malformed"),
            conditional=True,
        ),
        route(
            "POST",
            LEAGUE + "/recover",
            "recoverLeague",
            "A new organiser's token, for the holder of the deployment's key",
            takes(LeaguePath),
            recover_league,
            Right.LEAGUE_CREATE,
            {201: token_shapes.Token},
            ("forbidden", "too-many"),
            keyed=True,
            headers=(BOODLE_KEY,),
            location="../{league}",
            no_store=True,
        ),
        LEAGUE_STANDINGS,
    ),
)
