"""Public notes in a hand's log: what is no action, and everybody should know."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from chalicelib.rules.actions import Undo
from chalicelib.store.port import Put
from chalicelib.store.records.live_log import Poster
from chalicelib.store.records.reasons import ReasonsRecord

from .context import Context
from .log import HandLog


class NoteKind(Enum):
    """What a note says."""

    TOKEN_HANDED_OUT_AGAIN = "token_handed_out_again"
    TAKEN_BACK = "taken_back"


class HandNote(NamedTuple):
    """A public note in a hand's log.

    Attributes
    ----------
    after
        The number of the action before it.
    at
        When, in tenths of a second since 1970.
    seat
        The seat it is about, from 0.
    by, reason
        Who took an action back, and why.
    """

    kind: NoteKind
    after: int
    at: int
    seat: int | None = None
    by: Poster | None = None
    reason: str | None = None


def notes_of(ctx: Context, log: HandLog) -> tuple[HandNote, ...]:
    """Return the notes in a hand's log, in order.

    An ``undo`` without a reason, of real cards or by the one who entered the deal, has no note.
    """
    notes = [
        HandNote(NoteKind.TOKEN_HANDED_OUT_AGAIN, note.after, note.at, note.seat)
        for note in log.kept.notes
    ]
    if any(isinstance(logged.action, Undo) for logged in log.actions):
        stored = ReasonsRecord.at(log.table_id, log.table.hand).read(ctx.store)
        for number, reason in stored.record.given.items() if stored else ():
            undo = log.actions[number - 1]
            note = HandNote(NoteKind.TAKEN_BACK, number, undo.at, by=undo.poster, reason=reason)
            notes.append(note)
    return tuple(sorted(notes, key=lambda note: (note.after, note.at)))


def with_reasons(ctx: Context, table_id: str, hand: int, reasons: Mapping[int, str]) -> Put:
    """Return the write that adds reasons to those given in a hand."""
    at = ReasonsRecord.at(table_id, hand)
    stored = at.read(ctx.store)
    given = stored.record.given if stored else {}
    return at.put(ReasonsRecord({**given, **reasons}), stored)
