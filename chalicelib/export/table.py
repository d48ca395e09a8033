"""Rows as CSV (RFC 4180) that spreadsheets open correctly."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

Cell: TypeAlias = bool | int | str | None

BOM: Final = "\ufeff"
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def to_csv(columns: Sequence[str], rows: Iterable[Iterable[Cell]]) -> str:
    """Return ``rows``, with cells in the order of ``columns``, as CSV with a heading.

    It begins with a byte order mark, without which Excel does not recognise UTF-8. A text that a
    spreadsheet would run as a formula gets an apostrophe in front. Numbers stay numbers.
    """
    out = io.StringIO()
    out.write(BOM)
    writer = csv.writer(out)
    writer.writerow(columns)
    for row in rows:
        writer.writerow(map(_cell, row))
    return out.getvalue()


def _cell(value: Cell) -> int | str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return "" if value is None else value
