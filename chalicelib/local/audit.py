"""`boodle audit`: who missed what in a recorded hand, what that blocked, and who owes whom."""

from __future__ import annotations

import sys

from chalicelib.rules import Hand, Malformed, ObservedHand, RulesError
from chalicelib.rules.audit_report import explain, report
from chalicelib.rules.record import HandRecord, from_json, from_record

from .record_files import read_file, records_in
from .trouble import Trouble


def audit(file: str, number: int | None) -> int:
    """Print the audit of every hand of a file, or of the one with this number; return 0.

    Raises
    ------
    Trouble
        The file has no such record, or one that cannot be audited.
    """
    found = 0
    for index, value in enumerate(records_in(read_file(file))):
        where = f"{file}, record {index + 1}"
        try:
            record = from_json(value)
            if number is not None and (record.place is None or record.place.hand != number):
                continue
            for warning in record.warnings:
                print(f"boodle audit: {warning}", file=sys.stderr)
            if found:
                print()
            found += 1
            if record.place:
                print(f"Hand {record.place.hand}")
            for line in _lines(record):
                print(line)
        except RulesError as error:
            raise Trouble(f"{where}: {error.detail}") from None
    if not found:
        raise Trouble(f"{file} has no {'record' if number is None else f'hand {number}'}")
    return 0


def _lines(record: HandRecord) -> list[str]:
    hand = from_record(record)
    if hand.abandoned:
        return ["The hand was abandoned; nothing is due."]
    if not isinstance(hand, Hand | ObservedHand):
        raise Malformed("of a score sheet there is nothing to audit: no card is known")
    names = [name or f"seat {seat}" for seat, name in enumerate(record.names, 1)]
    return explain(report(hand), names)
