"""The answers about players."""

from __future__ import annotations

from typing_extensions import TypedDict

from chalicelib.league import players as league_players
from chalicelib.service.players import PlayersPage


class Player(TypedDict):
    """A player of a league."""

    player: int
    """The player's number in the league."""
    name: str
    """The player's name."""
    withdrawn_from: int | None
    """The first round that the player is not drawn for; null: none."""


class Players(TypedDict):
    """A page of players."""

    players: list[Player]
    """By number."""
    next_after: int | None
    """`after` of the next page; null: this is the last."""


class NewPlayers(TypedDict):
    """Players just added."""

    players: list[Player]
    """In the order of the names sent."""


def player(shown: league_players.Player) -> Player:
    """Return a player's answer."""
    return {
        "player": shown.number,
        "name": shown.name,
        "withdrawn_from": shown.withdrawn_from,
    }


def new_players(added: tuple[league_players.Player, ...]) -> NewPlayers:
    """Return the answer about new players."""
    return {"players": [player(one) for one in added]}


def players(page: PlayersPage) -> Players:
    """Return a page of players."""
    return {"players": [player(one) for one in page.players], "next_after": page.next_after}
