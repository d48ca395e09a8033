"""Leagues and their standings."""

from __future__ import annotations

from typing import Any, Final

from chalicelib.api import models as m
from chalicelib.api.http import queries as q
from chalicelib.api.http.routing import Answers, Call, Route
from chalicelib.api.resources.shared import LEAGUE, changes, csv_reply, wants_csv
from chalicelib.service import (
    credentials,
    leagues,
    standings,
)
from chalicelib.service.context import Context

a: Final = Answers("chalicelib.api.answers")


def create_league(ctx: Context, call: Call) -> Any:
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


def read_league(ctx: Context, call: Call) -> Any:
    """Return a league."""
    return leagues.read_league(ctx, call.caller, call.params["league"])


def update_league(ctx: Context, call: Call) -> Any:
    """Change a league."""
    return leagues.update_league(ctx, call.caller, call.params["league"], changes(call.body))


def recover_league(ctx: Context, call: Call) -> Any:
    """Return a new organiser's token."""
    return credentials.recover_league(ctx, call.once, call.params["league"], call.deployment_key)


def league_standings(ctx: Context, call: Call) -> Any:
    """Return the standings as JSON, or whole as CSV."""
    query = call.query
    as_csv = wants_csv(call)
    limit = query.limit or (None if as_csv else 50)
    page = standings.league_standings(
        ctx,
        call.caller,
        call.params["league"],
        by=query.by,
        hands=query.hands,
        after=query.after,
        limit=limit,
        fresh=query.fresh,
    )
    return csv_reply(page, page["league"]) if as_csv else page


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "POST",
        "/v1/leagues",
        "createLeague",
        "Create a league",
        create_league,
        "league.create",
        {201: a.NewLeague},
        ("forbidden", "rate-limited", "malformed"),
        body=m.LeagueBody,
        keyed=True,
    ),
    Route("GET", LEAGUE, "getLeague", "A league", read_league, "page.read", {200: a.League}),
    Route(
        "PATCH",
        LEAGUE,
        "updateLeague",
        "Change a league",
        update_league,
        "league.update",
        {200: a.League},
        ("rules-frozen", "malformed"),
        body=m.LeagueChanges,
    ),
    Route(
        "POST",
        LEAGUE + "/recover",
        "recoverLeague",
        "A new organiser's token, for who holds the deployment's key",
        recover_league,
        "league.create",
        {201: a.Token},
        ("forbidden", "too-many"),
        keyed=True,
    ),
    Route(
        "GET",
        LEAGUE + "/standings",
        "getStandings",
        "The standings of a league",
        league_standings,
        "page.read",
        {200: a.Standings},
        query=q.StandingsQuery,
        other_media=("text/csv",),
    ),
)
