"""The record of a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from chalicelib.json_value import Json
from chalicelib.league.players import Player
from chalicelib.store.port import Key, Store

from .members import Members, compact
from .record import At, Series, league_partition, number_of

_PREFIX = "P#"


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player of a league.

    Attributes
    ----------
    withdrawn_from
        The first round that the player is not drawn for; ``None`` for none.
    epoch
        Tokens of the player with a lower epoch are revoked.
    handed
        How often a token was issued.
    """

    FORMAT: ClassVar[int] = 1

    name: str
    withdrawn_from: int | None = None
    epoch: int = 0
    handed: int = 0

    @classmethod
    def at(cls, league: str, number: int) -> At[PlayerRecord]:
        """Return the place of a player."""
        return At(Key(league_partition(league), f"{_PREFIX}{number:05d}"), cls)

    @classmethod
    def of_league(cls, league: str) -> Series[PlayerRecord]:
        """Return all players of a league, by number."""
        return Series(league_partition(league), _PREFIX, cls)

    @classmethod
    def names(cls, store: Store, league: str) -> dict[int, str]:
        """Return the names of all players of a league, by number."""
        named = cls.of_league(league).each(store, cls._name_of)
        return {number_of(key): name for key, name in named}

    def player(self, number: int) -> Player:
        """Return the player, who has that number."""
        return Player(number, self.name, self.withdrawn_from)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {
            "name": self.name,
            "withdrawn_from": self.withdrawn_from,
            "epoch": self.epoch,
            "handed": self.handed,
        }

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> PlayerRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        return cls(
            name=members.text("name"),
            withdrawn_from=members.optional_whole("withdrawn_from"),
            epoch=members.whole("epoch"),
            handed=members.whole("handed"),
        )

    @classmethod
    def _name_of(cls, text: str) -> str:
        """Return the name in the text of a record."""
        return Members.loads(text, cls.FORMAT).text("name")
