"""The record of a count of attempts within a window of time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chalicelib.store.port import Key

from .members import UnreadableRecord
from .record import At


@dataclass(frozen=True, slots=True)
class TallyRecord:
    """How many attempts there were.

    In format 1 the text is the number alone; a later format will be an object with its number.
    """

    FORMAT: ClassVar[int] = 1

    count: int

    @classmethod
    def at(cls, name: str, window: int) -> At[TallyRecord]:
        """Return the place of the count with this name for a window of time."""
        return At(Key(f"N#{name}", f"{window}"), cls)

    def as_json(self) -> int:
        """Return the record as a JSON value."""
        return self.count

    def dumps(self) -> str:
        """Return the record's text."""
        return str(self.count)

    @classmethod
    def loads(cls, text: str) -> TallyRecord:
        """Return the record of a text."""
        if not (text.isascii() and text.isdecimal()):
            raise UnreadableRecord(f"no count: {text[:20]!r}")
        return cls(int(text))
