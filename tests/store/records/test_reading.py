"""Records read from a store: one, several, all of a series, and by pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from chalicelib.store.port import Conflict, Put
from chalicelib.store.records.counters import CountersRecord
from chalicelib.store.records.leagues import LeagueRecord
from chalicelib.store.records.members import UnreadableRecord
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import number_of, read
from chalicelib.store.sqlite.store import SqliteStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "boodle.db")
    yield store
    store.close()


def fill(store: SqliteStore, players: int) -> None:
    for start in range(1, players + 1, 100):
        last = min(start + 99, players)
        store.commit(
            [
                PlayerRecord.at("l", n).create(PlayerRecord(f"player {n}"))
                for n in range(start, last + 1)
            ]
        )


def test_a_record_is_created_replaced_and_deleted_under_guard(store: SqliteStore) -> None:
    at = PlayerRecord.at("l", 1)
    assert at.read(store) is None
    create = at.create(PlayerRecord("Anna"), expires=2**40)
    store.commit([create])
    with pytest.raises(Conflict):
        store.commit([create])
    stored = at.read(store)
    assert stored is not None
    assert (stored.record, stored.version, stored.expires) == (PlayerRecord("Anna"), 1, 2**40)
    store.commit([stored.put(PlayerRecord("Bea"))])
    with pytest.raises(Conflict):
        store.commit([stored.touch()])
    again = at.read(store)
    assert again is not None
    assert (again.record, again.version, again.expires) == (PlayerRecord("Bea"), 2, 2**40)
    store.commit([again.delete(), PlayerRecord.at("l", 2).create(PlayerRecord("Cora"))])
    assert at.read(store) is None


def test_records_of_several_kinds_are_read_at_once(store: SqliteStore) -> None:
    fill(store, 1)
    store.commit([CountersRecord.at("l").create(CountersRecord(players=1))])
    player, counters, league = (
        PlayerRecord.at("l", 1),
        CountersRecord.at("l"),
        LeagueRecord.at("l"),
    )
    found = read(store, player, counters, league)
    assert found[player].record.name == "player 1"
    assert found[counters].record.players == 1
    assert player in found
    assert league not in found
    assert found.get(league) is None
    with pytest.raises(KeyError):
        found[league]


def test_a_series_is_read_whole_and_by_pages(store: SqliteStore) -> None:
    fill(store, 1205)
    store.commit([CountersRecord.at("l").create(CountersRecord())])
    series = PlayerRecord.of_league("l")
    numbers = [number_of(stored.key) for stored in series.read(store)]
    assert numbers == list(range(1, 1206))
    assert all(PlayerRecord.at("l", n).key in series for n in (1, 1205))
    assert CountersRecord.at("l").key not in series
    page = series.page(store, PlayerRecord.at("l", 1200), 3)
    assert [number_of(stored.key) for stored in page.records] == [1201, 1202, 1203]
    assert page.more
    page = series.page(store, PlayerRecord.at("l", 1202), 3)
    assert [number_of(stored.key) for stored in page.records] == [1203, 1204, 1205]
    assert not page.more


def test_a_damaged_record_is_named(store: SqliteStore) -> None:
    at = PlayerRecord.at("l", 3)
    store.commit([Put(at.key, "{}", None)])
    with pytest.raises(UnreadableRecord) as caught:
        at.read(store)
    assert caught.value.__notes__ == ["stored under L#l/P#00003"]
    with pytest.raises(UnreadableRecord):
        list(PlayerRecord.of_league("l").read(store))
