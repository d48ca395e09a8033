"""Rows as CSV (RFC 4180) that spreadsheets open correctly."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, TypeAlias

Cell: TypeAlias = bool | int | str | None

BOM: Final = "\ufeff"
_FORMULA: Final = frozenset("=+-@\u2212")
_SEPARATORS: Final = re.compile(r"([,;|\t\r\n])")
"""Whatever a spreadsheet may take for the end of a cell, by its settings."""


class Separator(Enum):
    """What stands between cells: spreadsheets expect one or the other by their country."""

    COMMA = ","
    SEMICOLON = ";"


def to_csv(
    columns: Sequence[str],
    rows: Iterable[Iterable[Cell]],
    separator: Separator = Separator.COMMA,
) -> str:
    """Return ``rows``, with cells in the order of ``columns``, as CSV with a heading.

    It begins with a byte order mark, without which Excel does not recognise UTF-8. Where a text
    could begin a formula there is an apostrophe before it, at the start and behind each character
    that could end a cell: a file may be opened with another separator than it is written with.
    Numbers stay numbers.
    """
    out = io.StringIO()
    out.write(BOM)
    writer = csv.writer(out, delimiter=separator.value)
    writer.writerow(columns)
    for row in rows:
        writer.writerow(map(_cell, row))
    return out.getvalue()


def _cell(value: Cell) -> int | str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        text = "".join(map(_defused, _SEPARATORS.split(value)))
        return f"'{text}" if text[:1] in ("\t", "\r") else text
    return "" if value is None else value


def _defused(part: str) -> str:
    """Return a part of a text with an apostrophe before it if a formula could begin there.

    Spaces and quotes before it do not count, nor does the width of its first character.
    """
    for char in part:
        plain = unicodedata.normalize("NFKC", char).strip()
        if plain and char != '"':
            return f"'{part}" if plain[0] in _FORMULA else part
    return part
