"""Reading hand records from files, for the commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from chalicelib.rules import Malformed, RulesError
from chalicelib.rules.record import HandRecord, from_json, read_json

from .trouble import Trouble, WrongCall, in_words

STANDARD_INPUT: Final = "-"
_MOST: Final = 200 * 1024 * 1024


def read_file(name: str) -> Any:
    """Return the JSON value of a file, or of the standard input if the name is ``-``.

    Raises
    ------
    WrongCall
        It cannot be read, or is not JSON.
    """
    try:
        if name == STANDARD_INPUT:
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


def tell_records(
    command: str, file: str, hand: int | None, lines: Callable[[HandRecord], Iterable[str]]
) -> None:
    """Print the result of ``lines`` for each record of a file, or for that ``hand`` alone.

    Parameters
    ----------
    command
        The name of the command, which begins warnings about a record.

    Raises
    ------
    WrongCall
        The file cannot be read.
    Trouble
        It has no such record, or ``lines`` refuses it.
    """
    found = 0
    for index, value in enumerate(records_in(read_file(file))):
        try:
            record = from_json(value)
            if hand is not None and (record.place is None or record.place.hand != hand):
                continue
            for warning in record.warnings:
                print(f"boodle {command}: {in_words(warning)}", file=sys.stderr)
            if found:
                print()
            found += 1
            for line in lines(record):
                print(line)
        except RulesError as error:
            where = f"{file}, record {index + 1}" if index else file
            raise Trouble(f"{where}: {in_words(error.detail)}") from None
    if not found:
        raise Trouble(f"{file} has no {'record' if hand is None else f'hand {hand}'}")
