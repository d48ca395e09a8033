"""Rows as CSV: read back as they were written, and never run by a spreadsheet."""

from __future__ import annotations

import csv
import io
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chalicelib.export.table import BOM, Cell, Separator, to_csv

COLUMNS = ["name", "chips"]


def read(text: str, separator: str = ",") -> list[list[str]]:
    """Return the cells of a CSV, as a program reads them that knows RFC 4180."""
    assert text.startswith(BOM)
    return list(
        csv.reader(
            io.StringIO(text.removeprefix(BOM), newline=""), strict=True, delimiter=separator
        )
    )


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


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("x;=1+1", "x;'=1+1"),
        ("x,@SUM(1)", "x,'@SUM(1)"),
        ("x\t+1", "x\t'+1"),
        ("x\r\n-1", "x\r\n'-1"),
        ('x;"=1+1"', 'x;\'"=1+1"'),
        ("x; =1+1", "x;' =1+1"),
        (" =1", "' =1"),
        ("＝1+1", "'＝1+1"),
        ("＠SUM(1)", "'＠SUM(1)"),
        ("﹢1", "'﹢1"),
        ("\u22121", "'\u22121"),
        ("a;b;＝1", "a;b;'＝1"),
        ("x; y", "x; y"),
        ("Ann-Lee; 5+3", "Ann-Lee; 5+3"),
        (";", ";"),
    ],
)
def test_no_formula_begins_in_a_text_whatever_separates_the_cells(text: str, written: str) -> None:
    for separator in Separator:
        ((cell, one),) = read(to_csv(COLUMNS, [(text, 1)], separator), separator.value)[1:]
        assert (cell, one) == (written, "1")


@given(st.text(st.sampled_from("ab=+-@;,|\t\r\n\"' ＝1"), max_size=12))
def test_no_cell_of_any_reading_begins_as_a_formula(text: str) -> None:
    written = to_csv(COLUMNS, [(text, 1)]).removeprefix(BOM)
    for separator in ",;|\t":
        for row in csv.reader(io.StringIO(written, newline=""), delimiter=separator):
            for cell in row:
                begins = unicodedata.normalize("NFKC", cell).lstrip(' "\n')[:1]
                assert begins not in {*"=+-@"}, (separator, row)


def test_cells_may_be_separated_by_semicolons() -> None:
    rows = [("Ann; Lee", -3), ("Ben, Jr.", 0)]
    assert to_csv(["name", "chips"], rows, Separator.SEMICOLON) == (
        BOM + 'name;chips\r\n"Ann; Lee";-3\r\nBen, Jr.;0\r\n'
    )


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
            return f"'{value}" if value[:1] in {"\t", "\r"} else value


plain = st.characters().filter(
    lambda char: not {*unicodedata.normalize("NFKC", char)} & {*"=+-@\u2212"}
)
cells = st.none() | st.booleans() | st.integers() | st.text(plain)


@given(st.lists(st.tuples(cells, cells)), st.sampled_from(Separator))
@example([("\r\n", '"'), ("a\nb", ","), ("", "")], Separator.COMMA)
def test_what_is_written_is_read_back(rows: list[tuple[Cell, Cell]], separator: Separator) -> None:
    found = read(to_csv(COLUMNS, rows, separator), separator.value)
    assert found == [COLUMNS, *([*map(as_read, row)] for row in rows)]
