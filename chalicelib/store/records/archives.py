"""The record of a hand that is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .live import LiveRecord
from .members import Members, compact
from .record import At, Series, table_partition
from .setups import SetupRecord

_PREFIX = "A#"


@dataclass(frozen=True, slots=True)
class ArchiveRecord:
    """A hand that is over, stored whole; its number is in the key.

    Attributes
    ----------
    live
        The table's live record when the hand ended, with the complete log.
    setup
        What was fixed when the hand was dealt.
    ended
        When it ended, in tenths of a second since 1970.
    """

    FORMAT: ClassVar[int] = 1

    live: LiveRecord
    setup: SetupRecord
    ended: int

    @classmethod
    def at(cls, table: str, hand: int) -> At[ArchiveRecord]:
        """Return the place of a hand that is over."""
        return At(Key(table_partition(table), f"{_PREFIX}{hand:04d}"), cls)

    @classmethod
    def of_table(cls, table: str) -> Series[ArchiveRecord]:
        """Return all hands of a table that are over, by number."""
        return Series(table_partition(table), _PREFIX, cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {"live": self.live.dumps(), "setup": self.setup.as_json(), "ended": self.ended}

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> ArchiveRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        return cls(
            live=LiveRecord.loads(members.text("live")),
            setup=SetupRecord.read(members.within("setup")),
            ended=members.whole("ended"),
        )
