"""The answers about players."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from chalicelib.api.resources.tokens.answers import MyTokens, my_tokens
from chalicelib.league import players as league_players
from chalicelib.service.my_tokens import MyTokens as Mine
from chalicelib.service.players import Named, PlayersPage


class Player(TypedDict):
    """A player of a league."""

    player: int
    """The player's number in the league."""
    name: str
    """The player's name."""
    withdrawn_from: int | None
    """The first round that the player is not drawn for; null: none."""


class PlayerPage(TypedDict):
    """A player of a league, as a reader may see it."""

    player: int
    """The player's number in the league."""
    name: str
    """The player's name."""
    withdrawn_from: int | None
    """The first round that the player is not drawn for; null: none."""
    tokens: NotRequired[MyTokens]
    """The tokens, for the player alone."""


class NamedPlayer(TypedDict):
    """A player who was just given a name."""

    player: int
    """The player's number in the league."""
    name: str
    """The player's name, as it is stored."""
    withdrawn_from: int | None
    """The first round that the player is not drawn for; null: takes part."""
    similar: list[Player]
    """Players of other names that look alike, accents and spaces apart. Nothing is refused for
    it: they may be one person who was typed twice, or two whom people take for each other."""


class Players(TypedDict):
    """A page of players."""

    players: list[Player]
    """By number."""
    next_after: int | None
    """`after` of the next page; null: this is the last."""


class NewPlayers(TypedDict):
    """Players just added."""

    players: list[NamedPlayer]
    """In the order of the names sent."""


def player(shown: league_players.Player) -> Player:
    """Return a player's answer."""
    return {
        "player": shown.number,
        "name": shown.name,
        "withdrawn_from": shown.withdrawn_from,
    }


def player_page(shown: league_players.Player, tokens: Mine | None) -> PlayerPage:
    """Return a player's page."""
    page: PlayerPage = {
        "player": shown.number,
        "name": shown.name,
        "withdrawn_from": shown.withdrawn_from,
    }
    if tokens is not None:
        page["tokens"] = my_tokens(tokens)
    return page


def named_player(named: Named) -> NamedPlayer:
    """Return the answer about a player that was named."""
    shown = named.player
    return {
        "player": shown.number,
        "name": shown.name,
        "withdrawn_from": shown.withdrawn_from,
        "similar": [player(one) for one in named.similar],
    }


def new_players(added: tuple[Named, ...]) -> NewPlayers:
    """Return the answer about new players."""
    return {"players": [named_player(one) for one in added]}


def players(page: PlayersPage) -> Players:
    """Return a page of players."""
    return {"players": [player(one) for one in page.players], "next_after": page.next_after}
