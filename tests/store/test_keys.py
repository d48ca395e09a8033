"""Keys: no two records meet, and numbers sort as numbers."""

from __future__ import annotations

from chalicelib.store.port import check_get
from chalicelib.store.records import keys
from chalicelib.store.records.archives import ArchiveRecord
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.counts import CountRecord
from chalicelib.store.records.entries import EntriesRecord
from chalicelib.store.records.info import InfoRecord
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.setups import SetupRecord
from chalicelib.store.records.summaries import SummaryRecord

RECORDS = [
    keys.league("x"),
    keys.counters("x"),
    keys.player("x", 1),
    keys.round_("x", 1),
    SummaryRecord.at("x", 1, 1).key,
    keys.code_sheet("x", "1"),
    keys.code("x"),
    LiveRecord.at("x").key,
    InfoRecord.at("x").key,
    ChainRecord.at("x").key,
    EntriesRecord.at("x", 1).key,
    SetupRecord.at("x", 1).key,
    ArchiveRecord.at("x", 1).key,
    CountRecord.at("x", 1).key,
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
        (lambda n: ArchiveRecord.at("x", n).key, 1000),
        (lambda n: SummaryRecord.at("x", n, 200).key, 9999),
        (lambda n: SummaryRecord.at("x", 1, n).key, 200),
    ):
        numbers = [0, 1, 9, 10, 99, 100, most]
        assert [make(n) for n in numbers] == sorted(make(n) for n in numbers)


def test_a_prefix_takes_in_its_own_records_alone() -> None:
    league = [key.sort for key in RECORDS if key.partition == keys.league("x").partition]
    for prefix in (keys.PLAYERS, keys.ROUNDS, keys.CODE_SHEETS):
        assert sum(sort.startswith(prefix) for sort in league) == 1
    for series in (
        SummaryRecord.of_league("x"),
        EntriesRecord.of_table("x"),
        SetupRecord.of_table("x"),
        ArchiveRecord.of_table("x"),
        CountRecord.of_table("x"),
    ):
        assert sum(key in series for key in RECORDS) == 1
