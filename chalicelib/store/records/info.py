"""The record of the facts about a table that rarely change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .members import Members, compact
from .record import At, table_partition


class ScorerSlot(NamedTuple):
    """A scorer's token: the note about its bearer, and when it was issued (milliseconds)."""

    label: str
    issued: int


class Restored(NamedTuple):
    """A restored backup, which began a new chain.

    Attributes
    ----------
    at
        When it was restored, in milliseconds since 1970.
    hand
        The last hand that had been dealt: it and those before it used the old chain.
    commitment
        The old chain's commitment.
    """

    at: int
    hand: int
    commitment: str


@dataclass(frozen=True, slots=True)
class InfoRecord:
    """The league and round of a table, the commitment of its deals, and its scorers' tokens.

    Attributes
    ----------
    league, round, number
        The league, the round's number, the table's number in it.
    commitment
        c0, the public end of the table's hash chain (hex).
    scorers
        The scorer slots, in the order of their numbers.
    restored
        The backups from which it was restored, in order.
    """

    FORMAT: ClassVar[int] = 1

    league: str
    round: int
    number: int
    commitment: str
    scorers: tuple[ScorerSlot, ...] = ()
    restored: tuple[Restored, ...] = ()

    @classmethod
    def at(cls, table: str) -> At[InfoRecord]:
        """Return the place of a table's information."""
        return At(Key(table_partition(table), "INFO"), cls)

    def commitment_of(self, hand: int) -> str:
        """Return the commitment of the chain that a hand uses."""
        ended = (one.commitment for one in self.restored if hand <= one.hand)
        return next(ended, self.commitment)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        restored: Mapping[str, Json] = (
            {"restored": [one._asdict() for one in self.restored]} if self.restored else {}
        )
        return {
            "league": self.league,
            "round": self.round,
            "number": self.number,
            "commitment": self.commitment,
            "scorers": {
                str(number): {"label": slot.label, "issued": slot.issued}
                for number, slot in enumerate(self.scorers)
            },
            **restored,
        }

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> InfoRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        slots = members.by_number("scorers")
        return cls(
            league=members.text("league"),
            round=members.whole("round"),
            number=members.whole("number"),
            commitment=members.text("commitment"),
            scorers=tuple(
                ScorerSlot(slots[number].text("label"), slots[number].whole("issued"))
                for number in sorted(slots)
            ),
            restored=tuple(
                Restored(one.whole("at"), one.whole("hand"), one.text("commitment"))
                for one in (members.each("restored") if "restored" in members else ())
            ),
        )
