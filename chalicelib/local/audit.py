"""`boodle audit`: the missed plays, blocked wins and dues of a recorded hand."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.message import say
from chalicelib.rules import Hand, Malformed
from chalicelib.rules.audit.report import report
from chalicelib.rules.audit.telling import lines
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.record import HandRecord, from_record

from .record_files import tell_records
from .trouble import in_words


def audit(files: Sequence[str], number: int | None) -> int:
    """Print the audit of every hand of some files, or of the one with this number; return 0.

    Raises
    ------
    Trouble
        The files have no such record, or the record cannot be audited.
    """
    tell_records("audit", files, number, _lines)
    return 0


def _lines(record: HandRecord) -> list[str]:
    where = [f"Hand {record.place.hand}"] if record.place else []
    return [*where, *_described(record)]


def _described(record: HandRecord) -> list[str]:
    hand = from_record(record)
    if hand.abandoned:
        return ["The hand was abandoned; nothing is due."]
    if not isinstance(hand, Hand | ObservedHand):
        raise Malformed(say("audit.score-sheet"))
    names = [name or f"seat {seat}" for seat, name in enumerate(record.names, 1)]
    return ["  " * line.inner + in_words(line.message) for line in lines(report(hand), names)]
