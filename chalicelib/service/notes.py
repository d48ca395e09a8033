"""Public notes in a hand's log: what is no action, and everybody should know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import Final, NamedTuple

from chalicelib.message import say
from chalicelib.store.port import Put
from chalicelib.store.records.live_log import Poster
from chalicelib.store.records.notes import NotesRecord

from .context import Context
from .errors import Refusal
from .log import HandLog

MAX_REASONS: Final = 50
"""How often actions of a hand are taken back with a reason."""


class NoteKind(Enum):
    """What a note says."""

    TOKEN_ISSUED = "token_issued"
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
        Who issued a token, or took an action back; and why.
    """

    kind: NoteKind
    after: int
    at: int
    seat: int | None = None
    by: Poster | None = None
    reason: str | None = None


class HandNotes(NamedTuple):
    """The notes in a hand's log, in order, and how many valid tokens each seat has.

    ``tokens`` is empty for a hand that version 0.1 dealt.
    """

    notes: tuple[HandNote, ...]
    tokens: tuple[int, ...]


def notes_of(ctx: Context, log: HandLog) -> HandNotes:
    """Return the notes in a hand's log.

    An ``undo`` without a reason, of real cards or by the one who entered the deal, has no note.
    """
    kind = NoteKind.TOKEN_ISSUED
    notes = [HandNote(kind, note.after, note.at, note.seat) for note in log.kept.notes]
    record = _record(ctx, log)
    if record is None:
        return HandNotes(tuple(notes), ())
    notes += [HandNote(kind, one.after, one.at, one.seat, one.by) for one in record.issued]
    for number, reason in record.reasons.items():
        if number > len(log.actions):
            continue  # the record was read later than the log
        undo = log.actions[number - 1]
        note = HandNote(NoteKind.TAKEN_BACK, number, undo.at, by=undo.poster, reason=reason)
        notes.append(note)
    return HandNotes(tuple(sorted(notes, key=lambda note: (note.after, note.at))), record.tokens)


def _record(ctx: Context, log: HandLog) -> NotesRecord | None:
    """Return the record of a hand's notes, read once for each of its changes."""
    if not log.kept.noted:
        return None
    key = (log.table_id, log.table.hand, log.kept.noted)
    record = ctx.notes.get(key)
    if record is None:
        stored = NotesRecord.at(log.table_id, log.table.hand).read(ctx.store)
        assert stored is not None  # written with the count
        record = stored.record
        ctx.notes.put(key, record)
    return record


def with_reasons(ctx: Context, table_id: str, hand: int, reasons: Mapping[int, str]) -> Put:
    """Return the write that adds reasons to the notes of a hand.

    Raises
    ------
    Refusal
        ``too-many``.
    """
    at = NotesRecord.at(table_id, hand)
    stored = at.read(ctx.store)
    was = stored.record if stored else NotesRecord(())
    now = replace(was, reasons={**was.reasons, **reasons})
    if len(now.reasons) > MAX_REASONS:
        raise Refusal("too-many", say("log.reasons-limit", most=MAX_REASONS))
    return at.put(now, stored)
