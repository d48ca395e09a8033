"""The record of the reasons that were given in a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .members import Members, compact
from .record import At, table_partition

_PREFIX = "W#"


@dataclass(frozen=True, slots=True)
class ReasonsRecord:
    """Why actions of a hand were taken back; the hand's number is in the key.

    Who took them back and when is in the hand's log.

    Attributes
    ----------
    given
        The number of an ``undo`` -> its reason.
    """

    FORMAT: ClassVar[int] = 1

    given: Mapping[int, str] = field(default_factory=dict, hash=False)

    @classmethod
    def at(cls, table: str, hand: int) -> At[ReasonsRecord]:
        """Return the place of the reasons given in a hand."""
        return At(Key(table_partition(table), f"{_PREFIX}{hand:04d}"), cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {"given": {str(number): reason for number, reason in self.given.items()}}

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> ReasonsRecord:
        """Return the record of a text."""
        given = Members.loads(text, cls.FORMAT).within("given")
        return cls({number: given.text(name) for number, name in given.numbered().items()})
