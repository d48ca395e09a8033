"""Reading hand records from files, for the commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from chalicelib.rules import Malformed, RulesError
from chalicelib.rules.record import HandRecord, from_json, read_json

from .proof import listed
from .terminal import show, warn
from .trouble import Trouble, WrongCall, in_words

STANDARD_INPUT: Final = "-"
_MOST: Final = 200 * 1024 * 1024
_MOST_HANDS: Final = 100_000


def read_file(name: str) -> Any:
    """Return the JSON value of a file, or of the standard input if the name is ``-``.

    Raises
    ------
    WrongCall
        It cannot be read, or is not JSON.
    """
    try:
        if name == STANDARD_INPUT:
            if sys.stdin is None:
                raise WrongCall("there is no standard input")
            content = sys.stdin.buffer.read(_MOST)
        else:
            with Path(name).open("rb") as file:
                content = file.read(_MOST)
        return read_json(content)
    except OSError as error:
        raise WrongCall(f"{name}: {error.strerror or error}") from None
    except Malformed as error:
        raise WrongCall(f"{name}: {in_words(error.detail)}") from None


def records_in(document: Any) -> Sequence[Any]:
    """Return the records of a document: one, a list of them, or a page of a table's records."""
    if isinstance(document, dict) and isinstance(document.get("records"), list):
        document = document["records"]
    return document if isinstance(document, list) else [document]


def left_out(documents: Iterable[Any]) -> list[str]:
    """Return which hands are not there of tables whose pages say how many they have, in words."""
    hands: dict[str, int] = {}
    there: dict[str, set[int]] = {}
    for document in documents:
        if isinstance(document, dict) and isinstance(document.get("records"), list):
            table, most = str(document.get("table")), document.get("hands")
            if isinstance(most, int) and 0 <= most <= _MOST_HANDS:
                hands[table] = max(hands.get(table, 0), most)
        for record in records_in(document):
            place = record.get("table") if isinstance(record, dict) else None
            if isinstance(place, dict) and isinstance(place.get("hand"), int):
                there.setdefault(str(place.get("table")), set()).add(place["hand"])
    missing = {
        table: [hand for hand in range(1, most + 1) if hand not in there.get(table, ())]
        for table, most in hands.items()
    }
    return [
        f"table {table} has {hands[table]} hands, and of these {listed(gap)} "
        f"{'is' if len(gap) == 1 else 'are'} not here; the page after={gap[0] - 1} begins with "
        f"hand {gap[0]}"
        for table, gap in missing.items()
        if gap
    ]


def tell_records(
    command: str,
    files: Sequence[str],
    hand: int | None,
    lines: Callable[[HandRecord], Iterable[str]],
) -> None:
    """Print the result of ``lines`` for each record of some files, or for that ``hand`` alone.

    Parameters
    ----------
    command
        The name of the command, for warnings about a record and about missing hands.

    Raises
    ------
    WrongCall
        A file cannot be read.
    Trouble
        They have no such record, or ``lines`` refuses it.
    """
    found = 0
    documents = [read_file(name) for name in files]
    for file, document in zip(files, documents, strict=True):
        for index, value in enumerate(records_in(document)):
            try:
                record = from_json(value)
                if hand is not None and (record.place is None or record.place.hand != hand):
                    continue
                for warning in record.warnings:
                    warn(f"boodle {command}: {in_words(warning)}")
                if found:
                    show("")
                found += 1
                for line in lines(record):
                    show(line)
            except RulesError as error:
                where = f"{file}, record {index + 1}" if index else file
                raise Trouble(f"{where}: {in_words(error.detail)}") from None
    gaps = left_out(documents)
    if not found:
        nothing = f"{', '.join(files)} has no {'record' if hand is None else f'hand {hand}'}"
        raise Trouble("; ".join([nothing, *gaps]))
    if hand is None:
        for gap in gaps:
            warn(f"boodle {command}: {gap}")
