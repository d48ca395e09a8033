"""The record of the real chips counted after a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .live_log import Poster
from .members import Members, compact
from .posters import poster_json, read_poster
from .record import At, Series, table_partition

_PREFIX = "K#"


@dataclass(frozen=True, slots=True)
class CountRecord:
    """The real chips counted after a hand; the hand's number is in the key.

    Attributes
    ----------
    stacks
        The chips counted, by seat.
    poster
        Who posted them.
    posted
        When, in milliseconds since 1970.
    """

    FORMAT: ClassVar[int] = 1

    stacks: tuple[int, ...]
    poster: Poster
    posted: int

    @classmethod
    def at(cls, table: str, hand: int) -> At[CountRecord]:
        """Return the place of the count after a hand."""
        return At(Key(table_partition(table), f"{_PREFIX}{hand:04d}"), cls)

    @classmethod
    def of_table(cls, table: str) -> Series[CountRecord]:
        """Return all counts of a table, by hand."""
        return Series(table_partition(table), _PREFIX, cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {"counted": self.stacks, "by": poster_json(self.poster), "at": self.posted}

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> CountRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        return cls(
            stacks=members.wholes("counted"),
            poster=read_poster(members.within("by")),
            posted=members.whole("at"),
        )
