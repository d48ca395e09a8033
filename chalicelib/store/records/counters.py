"""The record of the numbers that a league has given out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .members import Members, compact
from .record import At, league_partition


@dataclass(frozen=True, slots=True)
class CountersRecord:
    """The last player and round numbers given out in a league. Tables never touch it."""

    FORMAT: ClassVar[int] = 1

    players: int = 0
    rounds: int = 0

    @classmethod
    def at(cls, league: str) -> At[CountersRecord]:
        """Return the place of a league's counters."""
        return At(Key(league_partition(league), "COUNTERS"), cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {"players": self.players, "rounds": self.rounds}

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> CountersRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        return cls(players=members.whole("players"), rounds=members.whole("rounds"))
