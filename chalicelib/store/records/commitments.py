"""The record of what the phones of a table have committed to for its next draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, NamedTuple

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .members import Members, compact
from .record import At, table_partition

MAX_MISSED: Final = 2
"""How often a player may be left out of a draw before a director has to readmit them."""


class SeatCommitment(NamedTuple):
    """What a seat has committed to.

    Attributes
    ----------
    player
        The number of the player whose phone it is; nobody else's who sits there later.
    commitment
        The SHA-256 (hex) of the secret for the next draw; ``None``: none is given.
    missed
        How often the player was left out of a draw, since a director last readmitted them.
    """

    player: int
    commitment: str | None = None
    missed: int = 0

    @property
    def barred(self) -> bool:
        """Whether only a director can let the player commit again."""
        return self.missed >= MAX_MISSED


@dataclass(frozen=True, slots=True)
class CommitmentsRecord:
    """The commitments of a table's seats for its next draw.

    Attributes
    ----------
    seats
        What each seat (from 0) has committed to.
    redraws
        How often each seat has been left out of a draw, by all players who sat there.
    """

    FORMAT: ClassVar[int] = 1

    seats: Mapping[int, SeatCommitment] = field(default_factory=dict)
    redraws: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def at(cls, table: str) -> At[CommitmentsRecord]:
        """Return the place of a table's commitments."""
        return At(Key(table_partition(table), "COMMITMENTS"), cls)

    def of(self, seat: int, player: int) -> SeatCommitment:
        """Return what a player has committed to at a seat."""
        kept = self.seats.get(seat)
        return kept if kept and kept.player == player else SeatCommitment(player)

    def with_seat(self, seat: int, committed: SeatCommitment) -> CommitmentsRecord:
        """Return the record with what a seat has committed to."""
        return replace(self, seats={**self.seats, seat: committed})

    def left_out(self, seat: int, player: int) -> CommitmentsRecord:
        """Return the record after a seat was left out of a draw: it has to commit anew."""
        missed = self.of(seat, player).missed + 1
        redraws = {**self.redraws, seat: self.redraws.get(seat, 0) + 1}
        return replace(self, redraws=redraws).with_seat(seat, SeatCommitment(player, missed=missed))

    def emptied(self) -> CommitmentsRecord:
        """Return the record after every seat's commitment was dropped."""
        return replace(
            self, seats={seat: one._replace(commitment=None) for seat, one in self.seats.items()}
        )

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {
            "seats": {str(seat): one._asdict() for seat, one in sorted(self.seats.items())},
            "redraws": {str(seat): times for seat, times in sorted(self.redraws.items())},
        }

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> CommitmentsRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        redraws = members.within("redraws")
        return cls(
            seats={
                seat: SeatCommitment(
                    one.whole("player"), one.optional_text("commitment"), one.whole("missed")
                )
                for seat, one in members.by_number("seats").items()
            },
            redraws={seat: redraws.whole(name) for seat, name in redraws.numbered().items()},
        )
