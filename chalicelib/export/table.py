"""Rows as CSV (RFC 4180) that a spreadsheet opens as it is meant."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

Cell: TypeAlias = bool | int | str | None

BOM: Final = "\ufeff"
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def to_csv(columns: Sequence[str], rows: Iterable[Iterable[Cell]]) -> str:
    """Return ``rows``, whose cells stand in the order of ``columns``, as CSV with a heading.

    It begins with a byte order mark, or Excel takes UTF-8 for something else, and a text that
    a spreadsheet would run as a formula gets an apostrophe in front. Numbers stay numbers.
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
