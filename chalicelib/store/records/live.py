"""The live record of a table, as one compact string.

A play reads and writes this record only, so its size decides the cost of a play: it must stay
within 1 KB for eight seats, 45 plays and 44 stops. Fields are in a fixed order, separated by ``|``,
and values within a field by ``,``. Whole numbers are in base 36, and each action of the hand in
progress takes six or seven characters (:mod:`.live_log`). The first field is the number of the
format. ``boodle inspect`` shows a record in readable form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from chalicelib.store.port import Key

from .live_hand import HAND_FIELDS, LiveDeal, LiveHand, Note, hand_text, read_hand
from .live_table import TABLE_FIELDS, LiveTable, read_table, table_text
from .members import UnreadableRecord
from .record import At, table_partition

__all__ = ["LiveDeal", "LiveHand", "LiveRecord", "LiveTable", "Note"]


@dataclass(frozen=True, slots=True)
class LiveRecord:
    """The present state of a table, with the hand in progress, if any."""

    FORMAT: ClassVar[int] = 2

    table: LiveTable
    hand: LiveHand | None = None

    @classmethod
    def at(cls, table_id: str) -> At[Self]:
        """Return the place of a table's live record."""
        return At(Key(table_partition(table_id), "LIVE"), cls)

    def dumps(self) -> str:
        """Return the record's text."""
        text = f"{self.FORMAT}|{table_text(self.table)}"
        return text if self.hand is None else f"{text}|{hand_text(self.hand)}"

    @classmethod
    def loads(cls, text: str) -> Self:
        """Return the record that :meth:`dumps` wrote, or an earlier version in format 1.

        Raises
        ------
        UnreadableRecord
            It is of another format, or damaged.
        """
        number, *fields = text.split("|")
        if number == "1" and len(fields) in (TABLE_FIELDS - 1, TABLE_FIELDS - 1 + HAND_FIELDS):
            # Format 1 has no last field of the table.
            number, fields[TABLE_FIELDS - 1 : TABLE_FIELDS - 1] = str(cls.FORMAT), ["0,0,0"]
        if number != str(cls.FORMAT) or len(fields) - TABLE_FIELDS not in (0, HAND_FIELDS):
            raise UnreadableRecord(f"not a live record of format {cls.FORMAT}: {text[:20]!r}")
        try:
            hand = read_hand(fields[TABLE_FIELDS:]) if len(fields) > TABLE_FIELDS else None
            return cls(read_table(fields[:TABLE_FIELDS]), hand)
        except (KeyError, IndexError, ValueError) as error:
            raise UnreadableRecord(f"a damaged live record: {text[:20]!r}") from error
