"""The players of a league."""

from __future__ import annotations

from typing import Any, Final

from chalicelib.api import models as m
from chalicelib.api.http import queries as q
from chalicelib.api.http.routing import Answers, Call, Route
from chalicelib.api.resources.shared import LEAGUE, changes
from chalicelib.service import (
    people,
)
from chalicelib.service.context import Context
from chalicelib.service.once import Answer

a: Final = Answers("chalicelib.api.answers")


def list_players(ctx: Context, call: Call) -> Any:
    """Return a page of players."""
    query = call.query
    return people.list_players(ctx, call.caller, call.params["league"], query.after, query.limit)


def add_player(ctx: Context, call: Call) -> Any:
    """Add one player."""
    answer = people.add_players(
        ctx,
        call.caller,
        call.once,
        call.params["league"],
        [call.body.name],
        namesakes=call.body.namesakes,
    )
    return Answer(answer.body["players"][0], answer.replayed)


def add_players(ctx: Context, call: Call) -> Any:
    """Add players, all or none."""
    names = list(call.body.names)
    return people.add_players(
        ctx,
        call.caller,
        call.once,
        call.params["league"],
        names,
        namesakes=call.body.namesakes,
    )


def read_player(ctx: Context, call: Call) -> Any:
    """Return a player."""
    return people.read_player(ctx, call.caller, call.params["league"], call.params["player"])


def update_player(ctx: Context, call: Call) -> Any:
    """Change a player."""
    number = call.params["player"]
    return people.update_player(ctx, call.caller, call.params["league"], number, changes(call.body))


def withdraw_player(ctx: Context, call: Call) -> Any:
    """Withdraw a player from the next round on."""
    return people.withdraw_player(ctx, call.caller, call.params["league"], call.params["player"])


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET",
        LEAGUE + "/players",
        "listPlayers",
        "The players of a league",
        list_players,
        "page.read",
        {200: a.Players},
        query=q.PageQuery,
    ),
    Route(
        "POST",
        LEAGUE + "/players",
        "addPlayer",
        "Add a player",
        add_player,
        "players.write",
        {201: a.Player},
        ("league-full", "name-taken"),
        body=m.PlayerBody,
        keyed=True,
    ),
    Route(
        "POST",
        LEAGUE + "/players/bulk",
        "addPlayers",
        "Add players, all or none",
        add_players,
        "players.write",
        {201: a.NewPlayers},
        ("league-full", "name-taken"),
        body=m.PlayersBody,
        keyed=True,
    ),
    Route(
        "GET",
        LEAGUE + "/players/{player}",
        "getPlayer",
        "A player",
        read_player,
        "page.read",
        {200: a.Player},
    ),
    Route(
        "PATCH",
        LEAGUE + "/players/{player}",
        "updatePlayer",
        "Change a player",
        update_player,
        "players.write",
        {200: a.Player},
        body=m.PlayerChanges,
    ),
    Route(
        "POST",
        LEAGUE + "/players/{player}/withdraw",
        "withdrawPlayer",
        "Withdraw a player from the next round on",
        withdraw_player,
        "players.write",
        {200: a.Player},
    ),
)
