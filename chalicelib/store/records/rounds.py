"""The record of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from chalicelib.json_value import Json
from chalicelib.league.rounds import Round, RoundState, SeatedTable
from chalicelib.recording import Recording
from chalicelib.store.port import Key

from .members import Members, compact
from .record import At, Series, league_partition

_PREFIX = "R#"


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round: its seating and state. Its number is in its key.

    ``drawn``, ``opened`` and ``closed`` are milliseconds since 1970. Tables are in the order of
    their numbers, from 1.
    """

    FORMAT: ClassVar[int] = 1

    state: RoundState
    seed: str
    recording: Recording
    drawn: int
    opened: int | None
    closed: int | None
    absent: tuple[int, ...]
    tables: tuple[SeatedTable, ...]
    drafts: int | None = None

    @classmethod
    def at(cls, league: str, number: int) -> At[RoundRecord]:
        """Return the place of a round."""
        return At(Key(league_partition(league), f"{_PREFIX}{number:04d}"), cls)

    @classmethod
    def of_league(cls, league: str) -> Series[RoundRecord]:
        """Return all rounds of a league, by number."""
        return Series(league_partition(league), _PREFIX, cls)

    @classmethod
    def of(cls, played: Round) -> RoundRecord:
        """Return the record of a round."""
        return cls(
            state=played.state,
            seed=played.seed,
            recording=played.recording,
            drawn=played.drawn,
            opened=played.opened,
            closed=played.closed,
            absent=played.absent,
            tables=played.tables,
            drafts=played.drafts,
        )

    def round(self, number: int) -> Round:
        """Return the round, which has that number."""
        return Round(
            number=number,
            state=self.state,
            seed=self.seed,
            recording=self.recording,
            drawn=self.drawn,
            opened=self.opened,
            closed=self.closed,
            absent=self.absent,
            tables=self.tables,
            drafts=self.drafts,
        )

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        drafts: Mapping[str, Json] = {} if self.drafts is None else {"drafts": self.drafts}
        return {
            "state": self.state.value,
            "seed": self.seed,
            "recording": self.recording.value,
            "drawn": self.drawn,
            "opened": self.opened,
            "closed": self.closed,
            "absent": self.absent,
            "tables": [{"id": table.id, "players": table.players} for table in self.tables],
            **drafts,
        }

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> RoundRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        return cls(
            state=members.choice("state", RoundState),
            seed=members.text("seed"),
            recording=members.choice("recording", Recording),
            drawn=members.whole("drawn"),
            opened=members.optional_whole("opened"),
            closed=members.optional_whole("closed"),
            absent=members.wholes("absent"),
            tables=tuple(
                SeatedTable(table.text("id"), table.wholes("players"))
                for table in members.each("tables")
            ),
            drafts=members.optional_whole("drafts"),
        )
