"""`boodle verify`: proves the deals of hand records, and that their results are what they say."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from chalicelib.rules import RulesError
from chalicelib.rules.record import from_json, from_record

from . import proof
from .record_files import read_file
from .trouble import Trouble


def verify(files: Sequence[str], commitment: str | None) -> int:
    """Prove every record in some files and say what came of it; return the exit code.

    Parameters
    ----------
    commitment
        What the table published before its first deal. Without it the records are held to the
        commitment that they name themselves.

    Raises
    ------
    Trouble
        A file cannot be read, or has no hand record, or there is none.
    """
    try:
        tables = proof.tables_of([read_file(name) for name in files])
    except proof.Disproved as error:
        raise Trouble(str(error)) from None
    if commitment and len(tables) > 1:
        raise Trouble("the files are of several tables; a commitment is that of one")
    if not any(table.records for table in tables.values()):
        raise Trouble("there is no hand to prove")
    failed = False
    for name, table in tables.items():
        if commitment:
            table.commitments.add(commitment)
        wrong = table.prove()
        for record in table.records:
            wrong += _replayed(record)
        failed = failed or bool(wrong)
        for line in wrong or _proved(table, commitment is not None):
            print(f"table {name}: {line}")
    return 1 if failed else 0


def _proved(table: proof.Table, published: bool) -> list[str]:
    hands = sorted({record["table"]["hand"] for record in table.records})
    if table.whole:
        lines = [f"hands 1 to {hands[-1]} proved, none left out" if hands[1:] else "hand 1 proved"]
    else:
        lines = [f"hand {hands[0]} proved; whether others were left out only all of them can show"]
    if not published:
        own = table.records[0]["proof"]["commitment"]
        lines.append(f"by commitment {own}: compare it with what was shown before the first deal")
    return lines


def _replayed(value: Any) -> list[str]:
    """Return what is wrong with the plays or the result of a record."""
    hand = f"hand {value['table'].get('hand')}"
    try:
        record = from_json(value)
        for warning in record.warnings:
            print(f"boodle verify: {hand}: {warning}", file=sys.stderr)
        from_record(record)
    except RulesError as error:
        return [f"{hand}: {error.detail}"]
    return []
