"""The players of a league."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.links import Link
from chalicelib.api.http.paths import LeaguePath, PlayerPath
from chalicelib.api.http.queries import NoQuery, PageQuery
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.resources.shared import LEAGUE
from chalicelib.service.context import Context
from chalicelib.service.once import Answer, Once
from chalicelib.service.rights import Caller, Right

if TYPE_CHECKING:
    from . import answers as shapes
    from . import requests
else:
    requests = LazyShapes("chalicelib.api.resources.players.requests")
    shapes = LazyShapes("chalicelib.api.resources.players.answers")


def list_players(ctx: Context, call: Call[LeaguePath, PageQuery, None]) -> shapes.Players:
    """Return a page of players."""
    from chalicelib.service import players

    from . import answers

    query = call.query
    page = players.list_players(ctx, call.caller, call.path.league, query.after, query.limit)
    return answers.players(page)


def _add(
    ctx: Context,
    caller: Caller,
    once: Once | None,
    league: str,
    names: Sequence[str],
    namesakes: bool,
) -> Answer[shapes.NewPlayers]:
    from chalicelib.service import players

    from . import answers

    return players.add_players(
        ctx, caller, once, answers.new_players, league, names, namesakes=namesakes
    )


def add_player(
    ctx: Context, call: Call[LeaguePath, NoQuery, requests.PlayerBody]
) -> Answer[shapes.NamedPlayer]:
    """Add one player."""
    body = call.body
    answer = _add(ctx, call.caller, call.once, call.path.league, [body.name], body.namesakes)
    return Answer(answer.body["players"][0], answer.replayed)


def add_players(
    ctx: Context, call: Call[LeaguePath, NoQuery, requests.PlayersBody]
) -> Answer[shapes.NewPlayers]:
    """Add players, all or none."""
    body = call.body
    return _add(ctx, call.caller, call.once, call.path.league, body.names, body.namesakes)


def read_player(ctx: Context, call: Call[PlayerPath, NoQuery, None]) -> shapes.PlayerPage:
    """Return a player; to the player also the list of tokens."""
    from chalicelib.service import my_tokens, players

    from . import answers

    league, number = call.path
    player = players.read_player(ctx, call.caller, league, number)
    own = my_tokens.is_own(call.caller, league, number)
    return answers.player_page(player, my_tokens.read_mine(ctx, call.caller) if own else None)


def update_player(
    ctx: Context, call: Call[PlayerPath, NoQuery, requests.PlayerChanges]
) -> shapes.NamedPlayer:
    """Change a player."""
    from chalicelib.service import players

    from . import answers

    path, changes = call.path, call.body.changes()
    condition = call.if_match.against(answers.player)
    named = players.update_player(ctx, call.caller, path.league, path.player, changes, condition)
    return answers.named_player(named)


def withdraw_player(ctx: Context, call: Call[PlayerPath, NoQuery, None]) -> shapes.Player:
    """Withdraw a player from the next round on."""
    from chalicelib.service import players

    from . import answers

    path = call.path
    return answers.player(players.withdraw_player(ctx, call.caller, path.league, path.player))


def delete_player(ctx: Context, call: Call[PlayerPath, NoQuery, None]) -> None:
    """Delete a player who never sat at a table."""
    from chalicelib.service import players

    players.delete_player(ctx, call.caller, call.path.league, call.path.player)


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
            Right.PAGE_READ,
            {200: shapes.Players},
        ),
        route(
            "POST",
            LEAGUE + "/players",
            "addPlayer",
            "Add a player",
            takes(LeaguePath, body=requests.PlayerBody),
            add_player,
            Right.PLAYERS_WRITE,
            {201: shapes.NamedPlayer},
            ("league-full", "name-taken"),
            keyed=True,
            location="players/{player}",
            links=(
                Link(
                    "player",
                    "getPlayer",
                    "The new player.",
                    kept=("league",),
                    answered={"player": "/player"},
                ),
            ),
        ),
        route(
            "POST",
            LEAGUE + "/players/bulk",
            "addPlayers",
            "Add players, all or none",
            takes(LeaguePath, body=requests.PlayersBody),
            add_players,
            Right.PLAYERS_WRITE,
            {201: shapes.NewPlayers},
            ("league-full", "name-taken"),
            keyed=True,
            location="../players",
            links=(
                Link(
                    "firstPlayer",
                    "getPlayer",
                    "The first of the new players.",
                    kept=("league",),
                    answered={"player": "/players/0/player"},
                ),
            ),
        ),
        route(
            "GET",
            LEAGUE + "/players/{player}",
            "getPlayer",
            "A player",
            takes(PlayerPath),
            read_player,
            Right.PAGE_READ,
            {200: shapes.PlayerPage},
        ),
        route(
            "PATCH",
            LEAGUE + "/players/{player}",
            "updatePlayer",
            "Change a player",
            takes(PlayerPath, body=requests.PlayerChanges),
            update_player,
            Right.PLAYERS_WRITE,
            {200: shapes.NamedPlayer},
            ("name-taken", "not-now"),
            conditional=True,
        ),
        route(
            "DELETE",
            LEAGUE + "/players/{player}",
            "deletePlayer",
            "Delete a player who never sat at a table",
            takes(PlayerPath),
            delete_player,
            Right.PLAYERS_WRITE,
            {204: None},
            ("round-state",),
        ),
        route(
            "POST",
            LEAGUE + "/players/{player}/withdraw",
            "withdrawPlayer",
            "Withdraw a player from the next round on",
            takes(PlayerPath),
            withdraw_player,
            Right.PLAYERS_WRITE,
            {200: shapes.Player},
            ("not-now",),
        ),
    ),
)
