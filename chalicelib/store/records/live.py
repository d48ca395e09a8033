"""The live record of a table, as one compact string.

A play reads and writes this record only, so its size decides the cost of a play: it must stay
within 1 KB for eight seats, 45 plays and 44 stops. Fields are in a fixed order, separated by ``|``,
and values within a field by ``,``. Whole numbers are in base 36, and each action of the hand in
progress takes six or seven characters (:mod:`.live_log`). The first field is the number of the
format. ``boodle inspect`` shows a record in readable form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple, Self

from chalicelib.store.port import Key

from .base36 import number_text, numbers_text, read_numbers
from .live_log import (
    ALPHABET,
    VALUE,
    Logged,
    Poster,
    decode_actions,
    encode_actions,
    encode_poster,
    read_poster,
)
from .live_table import TABLE_FIELDS, LiveTable, read_table, table_text
from .members import UnreadableRecord
from .record import At, table_partition

__all__ = ["LiveDeal", "LiveHand", "LiveRecord", "LiveTable", "Note"]

HAND_FIELDS: Final = 8
"""How many fields of the record belong to the hand."""
_WHERE: Final = {-4: "u", -2: "x", -1: "w", **{seat: str(seat) for seat in range(8)}}
_PILE: Final = {char: pile for pile, char in _WHERE.items()}


@dataclass(frozen=True, slots=True)
class LiveDeal:
    """The values that the deal of the hand in progress fixed.

    Attributes
    ----------
    started
        When it was dealt, in tenths of a second since 1970.
    digest
        digest(0), of the public set-up.
    dealer
        The seat whose turn it was to deal.
    amount
        The amount of the stakes.
    where
        The pile of each card, as in the engine; empty where no card is known.
    placements
        By seat, the chips placed on each space.
    enterer
        Who posted the deal, on an entered hand.
    """

    started: int
    digest: str
    dealer: int
    amount: int
    where: tuple[int, ...]
    placements: Mapping[int, Mapping[int, int]] = field(default_factory=dict, hash=False)
    enterer: Poster | None = None


class Note(NamedTuple):
    """A note of version 0.1 in a hand's log: a seat's token was issued again.

    Later notes are in a record of their own. ``after`` is the number of the action before it;
    ``at`` is in tenths of a second since 1970.
    """

    after: int
    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class LiveHand:
    """The hand in progress: its deal, its log, and its notes.

    A log only grows at its end. ``text`` is the log as last read or written, so :meth:`plus` writes
    only the new action. ``noted`` counts the changes of the hand's notes, which are in a record of
    their own (:mod:`.notes`).
    """

    deal: LiveDeal
    actions: tuple[Logged, ...] = ()
    notes: tuple[Note, ...] = ()
    noted: int = 0
    text: str | None = field(default=None, compare=False, repr=False)

    def plus(self, logged: Logged) -> LiveHand:
        """Return the hand with one more action in its log."""
        text = self.log_text() if self.text is None else self.text
        text += encode_actions((logged,), self.last)
        return LiveHand(self.deal, (*self.actions, logged), self.notes, self.noted, text)

    def noting(self) -> LiveHand:
        """Return the hand after one more change of its notes."""
        return replace(self, noted=self.noted + 1)

    @property
    def last(self) -> int:
        """When the last action was recorded; before the first, when the hand was dealt."""
        return self.actions[-1].at if self.actions else self.deal.started

    def log_text(self) -> str:
        """Return the text of the log, written again from every action."""
        return encode_actions(self.actions, self.deal.started)


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


def hand_text(hand: LiveHand) -> str:
    """Return the fields of a hand in the live record."""
    started = hand.deal.started
    log = hand.log_text() if hand.text is None else hand.text
    notes = ",".join(f"{note.after}.{note.seat}.{note.at - started}" for note in hand.notes)
    noted = f"#{number_text(hand.noted)}" if hand.noted else ""
    return f"{deal_text(hand.deal)}|{log}|{notes}{noted}"


# Cached: the deal does not change from play to play (bench/records.py).
@lru_cache(maxsize=512)
def deal_text(deal: LiveDeal) -> str:
    """Return the fields of a deal in the live record."""
    return "|".join(
        (
            number_text(deal.started),
            deal.digest,
            numbers_text((deal.dealer, deal.amount)),
            encode_poster(deal.enterer) if deal.enterer else "",
            "".join(_WHERE[pile] for pile in deal.where),
            ",".join(
                str(seat)
                + "".join(f"{ALPHABET[space]}{number_text(n)}." for space, n in placed.items())
                for seat, placed in deal.placements.items()
            ),
        )
    )


def read_hand(fields: Sequence[str]) -> LiveHand:
    """Return the hand of the fields that :func:`hand_text` wrote."""
    started_text, digest, dealt, enterer, where, placements, actions, notes = fields
    started = int(started_text, 36)
    dealer, amount = read_numbers(dealt)
    notes, _, noted = notes.partition("#")
    deal = LiveDeal(
        started=started,
        digest=digest,
        dealer=dealer,
        amount=amount,
        where=tuple(_PILE[char] for char in where),
        placements={
            int(placed[0]): _read_placement(placed[1:])
            for placed in placements.split(",")
            if placed
        },
        enterer=read_poster(enterer) if enterer else None,
    )
    return LiveHand(
        deal,
        actions=tuple(decode_actions(actions, started)),
        notes=tuple(
            Note(int(after), int(seat), started + int(at))
            for after, seat, at in (note.split(".") for note in notes.split(",") if note)
        ),
        noted=int(noted, 36) if noted else 0,
        text=actions,
    )


def _read_placement(text: str) -> dict[int, int]:
    return {VALUE[part[0]]: int(part[1:], 36) for part in text.split(".") if part}
