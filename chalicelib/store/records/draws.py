"""The record of the draws of a hand: what was fixed, and what was opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .members import Members, UnreadableRecord, compact
from .record import At, Series, table_partition

_PREFIX = "D#"


class Opening(NamedTuple):
    """What a seat opened: the secret it had committed to, and its next commitment (hex)."""

    secret: str
    next: str


class Draw(NamedTuple):
    """One draw of a hand.

    Attributes
    ----------
    text
        The draw text S, which fixes everything but the secrets.
    at
        When it was published, in milliseconds since 1970.
    commitments
        What the seats (from 0) had committed to.
    openings
        What was opened, by seat.
    """

    text: str
    at: int
    commitments: Mapping[int, str]
    openings: Mapping[int, Opening] = {}

    @property
    def missing(self) -> list[int]:
        """The seats that have not opened, ascending."""
        return sorted(self.commitments.keys() - self.openings.keys())

    @property
    def secrets(self) -> list[str]:
        """The secrets opened, in the order of the seats."""
        return [self.openings[seat].secret for seat in sorted(self.openings)]

    def with_opening(self, seat: int, opening: Opening) -> Draw:
        """Return the draw after one more seat has opened."""
        return self._replace(openings={**self.openings, seat: opening})

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        return {
            "text": self.text,
            "at": self.at,
            "commitments": {str(seat): one for seat, one in sorted(self.commitments.items())},
            "openings": {str(seat): list(one) for seat, one in sorted(self.openings.items())},
        }

    @classmethod
    def read(cls, members: Members) -> Draw:
        """Return the value from the JSON that :meth:`as_json` made."""
        commitments, openings = members.within("commitments"), members.within("openings")
        return cls(
            text=members.text("text"),
            at=members.whole("at"),
            commitments={
                seat: commitments.text(name) for seat, name in commitments.numbered().items()
            },
            openings={
                seat: _read_opening(openings.texts(name))
                for seat, name in openings.numbered().items()
            },
        )


def _read_opening(texts: tuple[str, ...]) -> Opening:
    if len(texts) != 2:
        raise UnreadableRecord("an opening has a secret and a next commitment")
    return Opening(*texts)


@dataclass(frozen=True, slots=True)
class DrawsRecord:
    """The draws of a hand; its number is in the key.

    Attributes
    ----------
    draws
        Every draw, the first try first.
    left_out
        For each further try the seats left out of it, counted from 1, as its text has them.
    dealt
        Whether the last of them dealt the hand.
    """

    FORMAT: ClassVar[int] = 1

    draws: tuple[Draw, ...]
    left_out: tuple[tuple[int, ...], ...] = ()
    dealt: bool = False

    @classmethod
    def at(cls, table: str, hand: int) -> At[DrawsRecord]:
        """Return the place of the draws of a hand."""
        return At(Key(table_partition(table), f"{_PREFIX}{hand:04d}"), cls)

    @classmethod
    def of_table(cls, table: str) -> Series[DrawsRecord]:
        """Return the draws of all hands of a table, by hand."""
        return Series(table_partition(table), _PREFIX, cls)

    @property
    def last(self) -> Draw:
        """The last draw."""
        return self.draws[-1]

    def with_last(self, draw: Draw) -> DrawsRecord:
        """Return the record with its last draw replaced."""
        return replace(self, draws=(*self.draws[:-1], draw))

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {
            "draws": [draw.as_json() for draw in self.draws],
            "left_out": self.left_out,
            "dealt": self.dealt,
        }

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> DrawsRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        draws = tuple(Draw.read(draw) for draw in members.each("draws"))
        if not draws:
            raise UnreadableRecord("no draw")
        return cls(
            draws=draws,
            left_out=tuple(tuple(seats) for seats in members.rows_of_wholes("left_out")),
            dealt=members.flag("dealt"),
        )
