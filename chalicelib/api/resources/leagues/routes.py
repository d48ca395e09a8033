"""Leagues and their standings."""

from __future__ import annotations

from typing import Final

from chalicelib.api.http.paths import LeaguePath, NoPath
from chalicelib.api.http.queries import NoQuery
from chalicelib.api.http.replies import Answered
from chalicelib.api.http.route import Answers, Call, Resource, route, takes
from chalicelib.api.resources.shared import BOODLE_KEY, LEAGUE, changes
from chalicelib.api.resources.standings.routes import LEAGUE_STANDINGS
from chalicelib.service import (
    credentials,
    leagues,
)
from chalicelib.service.context import Context

from .requests import LeagueBody, LeagueChanges

a: Final = Answers("chalicelib.api.answers")


def create_league(ctx: Context, call: Call[NoPath, NoQuery, LeagueBody]) -> Answered:
    """Create a league."""
    return leagues.create_league(
        ctx,
        call.once,
        call.deployment_key,
        name=call.body.name,
        preset=call.body.preset,
        options=call.body.options,
        public=call.body.public,
        recording=call.body.recording,
        play_clock=call.body.play_clock,
    )


def read_league(ctx: Context, call: Call[LeaguePath, NoQuery, None]) -> Answered:
    """Return a league."""
    return leagues.read_league(ctx, call.caller, call.path.league)


def update_league(ctx: Context, call: Call[LeaguePath, NoQuery, LeagueChanges]) -> Answered:
    """Change a league."""
    return leagues.update_league(ctx, call.caller, call.path.league, changes(call.body))


def recover_league(ctx: Context, call: Call[LeaguePath, NoQuery, None]) -> Answered:
    """Return a new organiser's token."""
    return credentials.recover_league(ctx, call.once, call.path.league, call.deployment_key)


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
            "league.create",
            {201: a.NewLeague},
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
            "page.read",
            {200: a.League},
        ),
        route(
            "PATCH",
            LEAGUE,
            "updateLeague",
            "Change a league",
            takes(LeaguePath, body=LeagueChanges),
            update_league,
            "league.update",
            {200: a.League},
            ("rules-frozen", "malformed"),
        ),
        route(
            "POST",
            LEAGUE + "/recover",
            "recoverLeague",
            "A new organiser's token, for who holds the deployment's key",
            takes(LeaguePath),
            recover_league,
            "league.create",
            {201: a.Token},
            ("forbidden", "too-many"),
            keyed=True,
            headers=(BOODLE_KEY,),
            location="../{league}",
            no_store=True,
        ),
        LEAGUE_STANDINGS,
    ),
)
