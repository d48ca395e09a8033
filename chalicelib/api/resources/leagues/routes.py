"""Leagues and their standings."""

from __future__ import annotations

from typing import Final

from chalicelib.api.http.paths import LeaguePath, NoPath
from chalicelib.api.http.queries import NoQuery
from chalicelib.api.http.replies import Answered
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.resources.shared import BOODLE_KEY, LEAGUE
from chalicelib.api.resources.standings.routes import LEAGUE_STANDINGS
from chalicelib.api.resources.tokens.answers import Token, token
from chalicelib.service import leagues, tokens
from chalicelib.service.context import Context
from chalicelib.service.rights import Right

from . import answers
from .requests import LeagueBody, LeagueChanges


def create_league(ctx: Context, call: Call[NoPath, NoQuery, LeagueBody]) -> Answered:
    """Create a league."""
    return leagues.create_league(
        ctx, call.once, answers.new_league, call.deployment_key, call.body.request()
    )


def read_league(ctx: Context, call: Call[LeaguePath, NoQuery, None]) -> Answered:
    """Return a league."""
    return answers.league(leagues.read_league(ctx, call.caller, call.path.league))


def update_league(ctx: Context, call: Call[LeaguePath, NoQuery, LeagueChanges]) -> Answered:
    """Change a league."""
    changes, condition = call.body.changes(), call.if_match.against(answers.league)
    return answers.league(
        leagues.update_league(ctx, call.caller, call.path.league, changes, condition)
    )


def recover_league(ctx: Context, call: Call[LeaguePath, NoQuery, None]) -> Answered:
    """Return a new organiser's token."""
    return tokens.recover_league(ctx, call.once, token, call.path.league, call.deployment_key)


RESOURCE: Final = Resource(
    "leagues",
    "Leagues and their standings.",
    (
        route(
            "POST",
            "/v1/leagues",
            "createLeague",
            "Create a league",
            takes(NoPath, body=LeagueBody),
            create_league,
            Right.LEAGUE_CREATE,
            {201: answers.NewLeague},
            ("forbidden", "rate-limited", "malformed"),
            keyed=True,
            headers=(BOODLE_KEY,),
            location="leagues/{league[league]}",
            no_store=True,
        ),
        route(
            "GET",
            LEAGUE,
            "getLeague",
            "A league",
            takes(LeaguePath),
            read_league,
            Right.PAGE_READ,
            {200: answers.League},
        ),
        route(
            "PATCH",
            LEAGUE,
            "updateLeague",
            "Change a league",
            takes(LeaguePath, body=LeagueChanges),
            update_league,
            Right.LEAGUE_UPDATE,
            {200: answers.League},
            ("rules-frozen", "malformed"),
            conditional=True,
        ),
        route(
            "POST",
            LEAGUE + "/recover",
            "recoverLeague",
            "A new organiser's token, for who holds the deployment's key",
            takes(LeaguePath),
            recover_league,
            Right.LEAGUE_CREATE,
            {201: Token},
            ("forbidden", "too-many"),
            keyed=True,
            headers=(BOODLE_KEY,),
            location="../{league}",
            no_store=True,
        ),
        LEAGUE_STANDINGS,
    ),
)
