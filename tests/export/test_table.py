"""Rows as CSV: read back as they were written, and never run by a spreadsheet."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chalicelib.export.table import BOM, Cell, to_csv

COLUMNS = ["name", "chips"]


def read(text: str) -> list[list[str]]:
    """Return the cells of a CSV, as a program reads them that knows RFC 4180."""
    assert text.startswith(BOM)
    return list(csv.reader(io.StringIO(text.removeprefix(BOM), newline=""), strict=True))


def test_rows_stand_under_their_heading() -> None:
    rows = [('Ann, the "ace"', -3, True), ("Бен ♠", 0, False), (None, 12, None)]
    assert to_csv(["name", "chips", "tied"], rows) == (
        BOM + 'name,chips,tied\r\n"Ann, the ""ace""",-3,yes\r\nБен ♠,0,no\r\n,12,\r\n'
    )


def test_without_rows_there_is_the_heading() -> None:
    assert read(to_csv(COLUMNS, [])) == [COLUMNS]


def test_rows_may_come_one_by_one() -> None:
    assert read(to_csv(COLUMNS, ((f"P{n}", n) for n in (1, 2)))) == [
        COLUMNS,
        ["P1", "1"],
        ["P2", "2"],
    ]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_text_that_a_spreadsheet_would_run_is_made_a_text(start: str) -> None:
    text = f'{start}HYPERLINK("http://evil.example","Ann")'
    assert read(to_csv(COLUMNS, [(text, 1)])) == [COLUMNS, ["'" + text, "1"]]


def test_only_texts_get_an_apostrophe_and_only_in_front() -> None:
    rows: list[tuple[Cell, Cell]] = [("Ann=Bea", -50), ("'=", None), ("5-3", "")]
    assert read(to_csv(COLUMNS, rows))[1:] == [["Ann=Bea", "-50"], ["'=", ""], ["5-3", ""]]


def as_read(value: Cell) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case str():
            return f"'{value}" if value[:1] in {*"=+-@\t\r"} else value


cells = st.none() | st.booleans() | st.integers() | st.text()


@given(st.lists(st.tuples(cells, cells)))
@example([("\r\n", '"'), ("a\nb", ","), ("", "")])
def test_what_is_written_is_read_back(rows: list[tuple[Cell, Cell]]) -> None:
    assert read(to_csv(COLUMNS, rows)) == [COLUMNS, *([*map(as_read, row)] for row in rows)]
