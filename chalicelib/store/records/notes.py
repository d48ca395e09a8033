"""The record of the public notes in a hand's log, and of its seats' tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from chalicelib.json_value import Json
from chalicelib.store.port import Key

from .live_log import Poster
from .members import Members, compact
from .posters import poster_json, read_poster
from .record import At, table_partition

_PREFIX = "W#"


class IssueNote(NamedTuple):
    """A token for a seat's player was issued, and not confirmed by the player.

    Attributes
    ----------
    seat
        The seat, from 0.
    after
        The number of the action before it; 0 before the first, or before the deal.
    at
        When, in tenths of a second since 1970.
    by
        The organiser who issued it, or the join code that was traded for it; ``None``: unknown.
    """

    seat: int
    after: int
    at: int
    by: Poster | None

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        by = None if self.by is None else poster_json(self.by)
        return {"seat": self.seat + 1, "after": self.after, "at": self.at, "by": by}

    @classmethod
    def read(cls, members: Members) -> IssueNote:
        """Return the note of the JSON that :meth:`as_json` made."""
        by = members.optional_within("by")
        return cls(
            members.whole("seat") - 1,
            members.whole("after"),
            members.whole("at"),
            None if by is None else read_poster(by),
        )


@dataclass(frozen=True, slots=True)
class NotesRecord:
    """What everybody should know of a hand and is no action; the hand's number is in the key.

    The hand's live record counts the changes of this one, so it is read once for each.

    Attributes
    ----------
    tokens
        By seat, how many valid tokens its player has.
    issued
        The tokens to be noted: those not confirmed at the deal, and those issued since.
    reasons
        The number of an ``undo`` -> why. Who took the action back is in the log.
    """

    FORMAT: ClassVar[int] = 1

    tokens: tuple[int, ...]
    issued: tuple[IssueNote, ...] = ()
    reasons: Mapping[int, str] = field(default_factory=dict, hash=False)

    @classmethod
    def at(cls, table: str, hand: int) -> At[NotesRecord]:
        """Return the place of the notes of a hand."""
        return At(Key(table_partition(table), f"{_PREFIX}{hand:04d}"), cls)

    def as_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {
            "tokens": self.tokens,
            "issued": {str(place): note.as_json() for place, note in enumerate(self.issued)},
            "reasons": {str(number): reason for number, reason in self.reasons.items()},
        }

    def dumps(self) -> str:
        """Return the record's text."""
        return compact(self.as_json())

    @classmethod
    def loads(cls, text: str) -> NotesRecord:
        """Return the record of a text."""
        members = Members.loads(text, cls.FORMAT)
        issued, reasons = members.by_number("issued"), members.within("reasons")
        return cls(
            tokens=members.wholes("tokens"),
            issued=tuple(IssueNote.read(issued[place]) for place in sorted(issued)),
            reasons={number: reasons.text(name) for number, name in reasons.numbered().items()},
        )
