"""`boodle verify`: proves the deals of hand records, and checks their results.

A hand that Boodle did not deal can only be replayed. It is not proved, and the output says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chalicelib.rules import RulesError
from chalicelib.rules.record import from_json, from_record

from . import proof
from .record_files import left_out, read_file
from .terminal import Exit, show, warn
from .trouble import Trouble, WrongCall, in_words


def verify(
    files: Sequence[str],
    commitments: Sequence[str] = (),
    dealt: bool = False,
    notes: Sequence[str] = (),
) -> int:
    """Prove every record in some files and print the results; return the exit code.

    It is 0 if nothing is wrong. A table where Boodle dealt no hand has no deal to prove, and the
    output says so; its hands are replayed, and that is all their records can show. Between hands
    that Boodle dealt none may claim to be another's: a deal would be hidden so.

    Parameters
    ----------
    commitments
        The commitments that the table published before its deals: one, or if it was restored, that
        of each chain in their order. Without any the records are checked against the one that
        they state themselves.
    dealt
        Whether a table without a deal to prove counts as wrong; with a commitment it does.
    notes
        Files with the notes of phones, which the records must agree with.

    Raises
    ------
    WrongCall
        A file cannot be read, or a commitment is given for several tables.
    Trouble
        A file has something other than hand records, or there is no record; or a note is none, or
        of another table.
    """
    try:
        documents = [read_file(name) for name in files]
        tables = proof.tables_of(documents)
        noted = [proof.read_note(read_file(name)) for name in notes]
    except proof.Disproved as error:
        raise Trouble(str(error)) from None
    if commitments and len(tables) > 1:
        raise WrongCall("the files are of several tables; a commitment is that of one")
    if not any(table.records for table in tables.values()):
        raise Trouble("there is no hand to prove")
    for note in noted:
        if note["table"] not in tables:
            raise Trouble(f"there is a note of table {note['table']}, and no record")
    proved = failed = 0
    for name, table in tables.items():
        table.published = [*commitments]
        faults, facts = proof.judged(table, [note for note in noted if note["table"] == name])
        wrong = [*faults, *(line for record in table.records for line in _replayed(record))]
        undealt = bool(table.records and not table.dealt)
        failed += bool(wrong or (undealt and (dealt or commitments)))
        proved += table.dealt and not wrong
        for line in wrong or (_unproved(table) if undealt else _proved(table, facts)):
            show(f"table {name}: {line}")
    if proved:
        show(proof.NAMES)
    for gap in left_out(documents):
        warn(f"boodle verify: {gap}")
    return Exit.FAILED if failed else Exit.DONE


def _unproved(table: proof.Table) -> list[str]:
    played = {True: "to its result", False: "as far as it was played"}
    return [
        f"hand {record['table'].get('hand')} replays {played[bool(record.get('result'))]}; "
        f"{proof.NOT_DEALT}"
        for record in table.records
    ]


def _proved(table: proof.Table, facts: Sequence[str]) -> list[str]:
    hands = sorted({record["table"]["hand"] for record in table.records})
    if not hands:
        return ["no hand is over yet"]
    if table.whole:
        lines = [f"hands 1 to {hands[-1]} proved, none left out" if hands[1:] else "hand 1 proved"]
    else:
        lines = [f"hand {hands[0]} proved; whether others were left out only all of them can show"]
    if not table.published:
        own = table.records[0]["proof"]["commitment"]
        lines.append(f"by commitment {own}: compare it with what was shown before the first deal")
    return [*lines, *facts]


def _replayed(value: Any) -> list[str]:
    """Return the fault of the plays or the result of a record, if any."""
    hand = f"hand {value['table'].get('hand')}"
    try:
        record = from_json(value)
        for warning in record.warnings:
            warn(f"boodle verify: {hand}: {in_words(warning)}")
        from_record(record)
    except RulesError as error:
        return [f"{hand}: {in_words(error.detail)}"]
    return []
