"""The record of what was entered before a deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .members import Members, compact
from .record import At, Series, table_partition

_PREFIX = "E#"


class SeatEntry(NamedTuple):
    """What was entered for a seat.

    Attributes
    ----------
    stakes
        Space -> chips placed, in layout order; ``None``: none placed.
    seed
        The seat's own part in the shuffle.
    rebuy
        Whether the seat, out of chips, buys a new stack for the deal (R12).
    away
        Whether the seat is away from this deal on (R17); ``None``: as before.
    """

    stakes: Mapping[str, int] | None = None
    seed: str | None = None
    rebuy: bool = False
    away: bool | None = None

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        form = {"stakes": self.stakes, "seed": self.seed, "rebuy": self.rebuy}
        return form if self.away is None else {**form, "away": self.away}

    @classmethod
    def read(cls, members: Members) -> SeatEntry:
        """Return the value from the JSON that :meth:`as_json` made."""
        stakes = members.optional_within("stakes")
        return cls(
            stakes=None if stakes is None else stakes.all_wholes(),
            seed=members.optional_text("seed"),
            rebuy=members.flag("rebuy"),
            away=members.optional_flag("away"),
        )


@dataclass(frozen=True, slots=True)
class EntriesRecord:
    """What was entered before a deal; the hand's number is in the key.

    Attributes
    ----------
    amount
        The amount of the stakes that the dealer named (R3); ``None``: none named.
    seats
        What was entered, by seat.
    closed
        Whether the hand has been dealt.
    """

    FORMAT: ClassVar[int] = 1

    amount: int | None = None
    seats: Mapping[int, SeatEntry] = field(default_factory=dict)
    closed: bool = False

    @classmethod
    def at(cls, table: str, hand: int) -> At[EntriesRecord]:
        """Return the place of the entries for a deal."""
        return At(Key(table_partition(table), f"{_PREFIX}{hand:04d}"), cls)

    @classmethod
    def of_table(cls, table: str) -> Series[EntriesRecord]:
        """Return the entries for all deals of a table, by hand."""
        return Series(table_partition(table), _PREFIX, cls)

    def seat(self, seat: int) -> SeatEntry:
        """Return what was entered for a seat."""
        return self.seats.get(seat, _NOTHING)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {
            "amount": self.amount,
            "seats": {str(seat): entry.as_json() for seat, entry in sorted(self.seats.items())},
            "closed": self.closed,
        }

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> EntriesRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        return cls(
            amount=members.optional_whole("amount"),
            seats={
                seat: SeatEntry.read(entry) for seat, entry in members.by_number("seats").items()
            },
            closed=members.flag("closed"),
        )


_NOTHING = SeatEntry()
