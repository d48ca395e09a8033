"""`boodle verify`: proves the deals of hand records, and checks their results.

A hand that Boodle did not deal can only be replayed. It is not proved, and the output says so.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final

from chalicelib.rules import RulesError
from chalicelib.rules.actions import Recording
from chalicelib.rules.record import from_json, from_record

from . import proof
from .record_files import read_file
from .trouble import Trouble, WrongCall, in_words

_NOT_DEALT: Final = frozenset(Recording) - {Recording.DEALT}
"""The recordings of hands that Boodle did not deal."""


def verify(files: Sequence[str], commitment: str | None) -> int:
    """Prove every record in some files and print the results; return the exit code.

    It is 0 only if every hand is proved, so 1 also for hands that have no deal to prove.

    Parameters
    ----------
    commitment
        The commitment that the table published before its first deal. Without it the records are
        checked against the one that they state themselves.

    Raises
    ------
    WrongCall
        A file cannot be read, or a commitment is given for several tables.
    Trouble
        A file has something other than hand records, or there is no record.
    """
    try:
        tables = proof.tables_of([read_file(name) for name in files])
    except proof.Disproved as error:
        raise Trouble(str(error)) from None
    if commitment and len(tables) > 1:
        raise WrongCall("the files are of several tables; a commitment is that of one")
    if not any(table.records for table in tables.values()):
        raise Trouble("there is no hand to prove")
    proved = failed = 0
    for name, table in tables.items():
        if commitment:
            table.commitments.add(commitment)
        wrong = _wrong(table)
        failed += bool(wrong)
        proved += bool(table.records and not wrong)
        for line in wrong or _proved(table, commitment is not None):
            print(f"table {name}: {line}")
    if proved:
        print(proof.NAMES)
    return 1 if failed else 0


def _wrong(table: proof.Table) -> list[str]:
    """Return why not all hands of a table are proved; nothing if they are."""
    if table.records and all(record.get("recording") in _NOT_DEALT for record in table.records):
        return [line for record in table.records for line in _replayed(record) or _unproved(record)]
    return [*table.prove(), *(line for record in table.records for line in _replayed(record))]


def _unproved(record: Any) -> list[str]:
    over = "to its result" if record.get("result") else "as far as it was played"
    return [f"hand {record['table'].get('hand')} replays {over}; {proof.NOT_DEALT}"]


def _proved(table: proof.Table, published: bool) -> list[str]:
    hands = sorted({record["table"]["hand"] for record in table.records})
    if not hands:
        return ["no hand is over yet"]
    if table.whole:
        lines = [f"hands 1 to {hands[-1]} proved, none left out" if hands[1:] else "hand 1 proved"]
    else:
        lines = [f"hand {hands[0]} proved; whether others were left out only all of them can show"]
    if not published:
        own = table.records[0]["proof"]["commitment"]
        lines.append(f"by commitment {own}: compare it with what was shown before the first deal")
    return lines


def _replayed(value: Any) -> list[str]:
    """Return the fault of the plays or the result of a record, if any."""
    hand = f"hand {value['table'].get('hand')}"
    try:
        record = from_json(value)
        for warning in record.warnings:
            print(f"boodle verify: {hand}: {in_words(warning)}", file=sys.stderr)
        from_record(record)
    except RulesError as error:
        return [f"{hand}: {in_words(error.detail)}"]
    return []
