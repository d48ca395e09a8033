"""The record by which the leagues of a deployment are listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .members import Members, compact
from .record import At, Series

_PARTITION: Final = "LEAGUES"
_PREFIX: Final = "N#"


@dataclass(frozen=True, slots=True)
class LeagueIndexRecord:
    """A league in the list of all, in the order of their ids; its record has everything else."""

    FORMAT: ClassVar[int] = 1

    league: str

    @classmethod
    def at(cls, league: str) -> At[LeagueIndexRecord]:
        """Return the place of a league in the list; of an empty id, the one before all."""
        return At(Key(_PARTITION, _PREFIX + league), cls)

    @classmethod
    def everywhere(cls) -> Series[LeagueIndexRecord]:
        """Return all leagues of the deployment, by their ids."""
        return Series(_PARTITION, _PREFIX, cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {"league": self.league}

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> LeagueIndexRecord:
        """Return the record of a text."""
        return cls(Members.loads(text, cls.FORMAT).text("league"))
