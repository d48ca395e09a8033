"""The players of a league."""

from __future__ import annotations

from typing import Final

from chalicelib.api.http.paths import LeaguePath, PlayerPath
from chalicelib.api.http.queries import NoQuery, PageQuery
from chalicelib.api.http.replies import Answered
from chalicelib.api.http.route import Answers, Call, Resource, route, takes
from chalicelib.api.resources.shared import LEAGUE, changes
from chalicelib.service import (
    people,
)
from chalicelib.service.context import Context
from chalicelib.service.once import Answer

from .requests import PlayerBody, PlayerChanges, PlayersBody

a: Final = Answers("chalicelib.api.answers")


def list_players(ctx: Context, call: Call[LeaguePath, PageQuery, None]) -> Answered:
    """Return a page of players."""
    query = call.query
    return people.list_players(ctx, call.caller, call.path.league, query.after, query.limit)


def add_player(ctx: Context, call: Call[LeaguePath, NoQuery, PlayerBody]) -> Answered:
    """Add one player."""
    answer = people.add_players(
        ctx,
        call.caller,
        call.once,
        call.path.league,
        [call.body.name],
        namesakes=call.body.namesakes,
    )
    return Answer(answer.body["players"][0], answer.replayed)


def add_players(ctx: Context, call: Call[LeaguePath, NoQuery, PlayersBody]) -> Answered:
    """Add players, all or none."""
    names = list(call.body.names)
    return people.add_players(
        ctx,
        call.caller,
        call.once,
        call.path.league,
        names,
        namesakes=call.body.namesakes,
    )


def read_player(ctx: Context, call: Call[PlayerPath, NoQuery, None]) -> Answered:
    """Return a player."""
    return people.read_player(ctx, call.caller, call.path.league, call.path.player)


def update_player(ctx: Context, call: Call[PlayerPath, NoQuery, PlayerChanges]) -> Answered:
    """Change a player."""
    number = call.path.player
    return people.update_player(ctx, call.caller, call.path.league, number, changes(call.body))


def withdraw_player(ctx: Context, call: Call[PlayerPath, NoQuery, None]) -> Answered:
    """Withdraw a player from the next round on."""
    return people.withdraw_player(ctx, call.caller, call.path.league, call.path.player)


RESOURCE: Final = Resource(
    "people",
    "The players of a league.",
    (
        route(
            "GET",
            LEAGUE + "/players",
            "listPlayers",
            "The players of a league",
            takes(LeaguePath, query=PageQuery),
            list_players,
            "page.read",
            {200: a.Players},
        ),
        route(
            "POST",
            LEAGUE + "/players",
            "addPlayer",
            "Add a player",
            takes(LeaguePath, body=PlayerBody),
            add_player,
            "players.write",
            {201: a.Player},
            ("league-full", "name-taken"),
            keyed=True,
            location="players/{player}",
        ),
        route(
            "POST",
            LEAGUE + "/players/bulk",
            "addPlayers",
            "Add players, all or none",
            takes(LeaguePath, body=PlayersBody),
            add_players,
            "players.write",
            {201: a.NewPlayers},
            ("league-full", "name-taken"),
            keyed=True,
            location="../players",
        ),
        route(
            "GET",
            LEAGUE + "/players/{player}",
            "getPlayer",
            "A player",
            takes(PlayerPath),
            read_player,
            "page.read",
            {200: a.Player},
        ),
        route(
            "PATCH",
            LEAGUE + "/players/{player}",
            "updatePlayer",
            "Change a player",
            takes(PlayerPath, body=PlayerChanges),
            update_player,
            "players.write",
            {200: a.Player},
        ),
        route(
            "POST",
            LEAGUE + "/players/{player}/withdraw",
            "withdrawPlayer",
            "Withdraw a player from the next round on",
            takes(PlayerPath),
            withdraw_player,
            "players.write",
            {200: a.Player},
        ),
    ),
)
