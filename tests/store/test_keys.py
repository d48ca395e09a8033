"""Keys: no two records meet, and numbers sort as numbers."""

from __future__ import annotations

from chalicelib.store.port import check_get
from chalicelib.store.records import keys

RECORDS = [
    keys.league("x"),
    keys.counters("x"),
    keys.player("x", 1),
    keys.round_("x", 1),
    keys.summary("x", 1, 1),
    keys.code_sheet("x", "1"),
    keys.code("x"),
    keys.live("x"),
    keys.info("x"),
    keys.chain("x"),
    keys.entries("x", 1),
    keys.setup("x", 1),
    keys.archive("x", 1),
    keys.terms("x"),
    keys.once("x", "1"),
    keys.tally("x", 1),
]


def test_no_two_records_meet() -> None:
    assert len(set(RECORDS)) == len(RECORDS)
    assert check_get(RECORDS) == RECORDS


def test_numbers_sort_as_numbers() -> None:
    for make, most in (
        (lambda n: keys.player("x", n), 99999),
        (lambda n: keys.round_("x", n), 9999),
        (lambda n: keys.archive("x", n), 1000),
        (lambda n: keys.summary("x", n, 200), 9999),
        (lambda n: keys.summary("x", 1, n), 200),
    ):
        numbers = [0, 1, 9, 10, 99, 100, most]
        assert [make(n) for n in numbers] == sorted(make(n) for n in numbers)


def test_a_prefix_takes_in_its_own_records_alone() -> None:
    league = [key.sort for key in RECORDS if key.partition == keys.league("x").partition]
    for prefix in (keys.PLAYERS, keys.ROUNDS, keys.SUMMARIES, keys.CODE_SHEETS):
        assert sum(sort.startswith(prefix) for sort in league) == 1
    table = [key.sort for key in RECORDS if key.partition == keys.live("x").partition]
    assert sum(sort.startswith(keys.ARCHIVES) for sort in table) == 1
