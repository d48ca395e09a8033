"""The record of the secret behind a table's deals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from chalicelib.store.port import Key

from .members import UnreadableRecord
from .record import At, table_partition


@dataclass(frozen=True, slots=True)
class ChainRecord:
    """The secret end of a table's hash chain; its text is the secret in hex."""

    FORMAT: ClassVar[int] = 1

    secret: bytes = field(repr=False)

    @classmethod
    def at(cls, table: str) -> At[ChainRecord]:
        """Return where a table's secret is kept."""
        return At(Key(table_partition(table), "CHAIN"), cls)

    def dumps(self) -> str:
        """Return the record's text."""
        return self.secret.hex()

    @classmethod
    def loads(cls, text: str) -> ChainRecord:
        """Return the record of a text."""
        try:
            return cls(bytes.fromhex(text))
        except ValueError:
            raise UnreadableRecord("the secret of a table is not in hex") from None
