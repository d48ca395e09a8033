"""Where records are kept: none meet, each is found by its place, numbers sort as numbers."""

from __future__ import annotations

import typing
from collections.abc import Callable

import pytest

from chalicelib.store.port import Item, Key, check_get
from chalicelib.store.records.archives import ArchiveRecord
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.codes import CodeRecord, CodeSheetRecord
from chalicelib.store.records.commitments import CommitmentsRecord
from chalicelib.store.records.counters import CountersRecord
from chalicelib.store.records.counts import CountRecord
from chalicelib.store.records.draws import DrawsRecord
from chalicelib.store.records.entries import EntriesRecord
from chalicelib.store.records.info import InfoRecord
from chalicelib.store.records.kinds import AnyRecord, load
from chalicelib.store.records.league_index import LeagueIndexRecord
from chalicelib.store.records.leagues import LeagueRecord
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.members import UnreadableRecord
from chalicelib.store.records.notes import NotesRecord
from chalicelib.store.records.once import OnceRecord
from chalicelib.store.records.player_tokens import PlayerTokensRecord
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import At, number_of
from chalicelib.store.records.rounds import RoundRecord
from chalicelib.store.records.setups import SetupRecord
from chalicelib.store.records.summaries import SummaryRecord
from chalicelib.store.records.tallies import TallyRecord
from chalicelib.store.records.terms import TermsRecord

PLACES: list[At[typing.Any]] = [
    LeagueRecord.at("x"),
    LeagueIndexRecord.at("x"),
    CountersRecord.at("x"),
    PlayerRecord.at("x", 1),
    RoundRecord.at("x", 1),
    SummaryRecord.at("x", 1, 1),
    CodeSheetRecord.at("x", "1"),
    CodeRecord.at("x"),
    LiveRecord.at("x"),
    InfoRecord.at("x"),
    ChainRecord.at("x"),
    CommitmentsRecord.at("x"),
    DrawsRecord.at("x", 1),
    EntriesRecord.at("x", 1),
    SetupRecord.at("x", 1),
    ArchiveRecord.at("x", 1),
    CountRecord.at("x", 1),
    NotesRecord.at("x", 1),
    PlayerTokensRecord.at("x", 1),
    TermsRecord.at("x"),
    OnceRecord.at("x", "1"),
    TallyRecord.at("x", 1),
]


def test_every_kind_of_record_stands_here() -> None:
    assert {at.kind for at in PLACES} == set(typing.get_args(AnyRecord))


def test_no_two_records_meet() -> None:
    keys = [at.key for at in PLACES]
    assert check_get(keys) == keys


@pytest.mark.parametrize("at", PLACES, ids=lambda at: at.kind.__name__)
def test_a_record_is_loaded_by_its_place(at: At[typing.Any]) -> None:
    with pytest.raises(UnreadableRecord) as caught:
        load(Item(at.key, 1, "?"))
    codes = {entry.frame.code.raw for entry in caught.traceback}
    assert at.kind.loads.__func__.__code__ in codes


def test_what_is_kept_elsewhere_is_no_record() -> None:
    for key in (Key("L#x", "Z#1"), Key("T#x", "LEAGUE"), Key("Z#x", "LIVE"), Key("x", "y")):
        assert load(Item(key, 1, "?")) is None


def _places(make: Callable[[int], At[typing.Any]], most: int) -> list[Key]:
    return [make(number).key for number in (0, 1, 9, 10, 99, 100, most)]


def test_numbers_sort_as_numbers() -> None:
    for make, most in (
        (lambda n: PlayerRecord.at("x", n), 99999),
        (lambda n: RoundRecord.at("x", n), 9999),
        (lambda n: ArchiveRecord.at("x", n), 1000),
        (lambda n: SummaryRecord.at("x", n, 200), 9999),
        (lambda n: SummaryRecord.at("x", 1, n), 200),
    ):
        assert _places(make, most) == sorted(_places(make, most))


def test_numbers_are_read_from_keys() -> None:
    for make in (PlayerRecord.at, RoundRecord.at, SetupRecord.at, ArchiveRecord.at, CountRecord.at):
        assert [number_of(make("x", n).key) for n in (1, 12, 345)] == [1, 12, 345]


def test_a_series_has_its_own_records_alone() -> None:
    for series in (
        LeagueIndexRecord.everywhere(),
        PlayerRecord.of_league("x"),
        RoundRecord.of_league("x"),
        SummaryRecord.of_league("x"),
        CodeSheetRecord.of_league("x"),
        DrawsRecord.of_table("x"),
        EntriesRecord.of_table("x"),
        SetupRecord.of_table("x"),
        ArchiveRecord.of_table("x"),
        CountRecord.of_table("x"),
    ):
        assert [at.kind for at in PLACES if at.key in series] == [series.kind]
