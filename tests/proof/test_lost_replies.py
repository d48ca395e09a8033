"""Replies get lost on the way: no acknowledged play is lost and none counts twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness.club import Club
from harness.emulators import dynamo_client
from harness.memory import MemoryStore
from harness.nights import Night, Sitting, account_for, report, sitting_of, undisturbed
from harness.phones import ClubLine, HttpLine, Line
from harness.seeds import SEED
from harness.served import serving
from harness.sizes import SLOW, sized
from harness.weather import NETWORK, Fault, Weather, stormy

from chalicelib.store.dynamodb.store import DynamoStore
from chalicelib.store.port import Busy, Item, Key, Put

TABLES = sized(2, 3)
NIGHT = f"the line is bad {SEED}"


def check(weather: Weather, sittings: list[Sitting], hands: int, line: Line, club: Club) -> None:
    """What came of the night is what would have come of it in fair weather, in another club."""
    accounts = [account_for(sitting, hands, line) for sitting in sittings]
    report(sittings, faults=sum(weather.happened.values()), **in_words(weather))
    assert accounts == undisturbed(club, len(sittings), hands, NIGHT)
    if SLOW:
        assert weather.happened.keys() == {*weather.faults}, "some weather was never met"


def in_words(weather: Weather) -> dict[str, int]:
    return {fault.name.lower(): count for fault, count in weather.happened.items()}


@pytest.fixture
def elsewhere() -> Club:
    """A club where nothing fails."""
    return Club(MemoryStore())


@pytest.mark.xdist_group("ministack")
def test_a_store_whose_replies_all_break_off_is_busy_and_not_empty(
    ministack_endpoint: str, ministack_table: str, ministack_store: DynamoStore
) -> None:
    """What is left of a reply looks like that of a table without the item."""
    a, b = Key("p", "a"), Key("p", "b")
    ministack_store.commit([Put(a, "one", None)])
    with stormy(
        ministack_endpoint, Weather(NIGHT, [Fault.BREAK_REPLY], begins=1, lasts=1)
    ) as proxy:
        client = dynamo_client(proxy.endpoint)
        far = DynamoStore(ministack_table, client)
        for ask in (
            lambda: far.get([a]),
            lambda: far.get([a, b]),
            lambda: far.query("p"),
            lambda: far.commit([Put(a, "two", 1)]),
            lambda: far.commit([Put(a, "two", 1), Put(b, "new", None)]),
        ):
            with pytest.raises(Busy):
                ask()
        client.close()
    assert ministack_store.get([a, b]) == {a: Item(a, 2, "two")}


@pytest.mark.xdist_group("ministack")
def test_a_night_whose_store_is_behind_a_bad_line(
    ministack_endpoint: str, ministack_table: str, ministack_store: DynamoStore, elsewhere: Club
) -> None:
    hands = sized(2, 52)
    weather = Weather(NIGHT, [*NETWORK, Fault.THROTTLED, Fault.CONTENDED], begins=0.03)
    club = Club(ministack_store)
    sittings = [sitting_of(club) for _ in range(TABLES)]
    with stormy(ministack_endpoint, weather) as proxy:
        client = dynamo_client(proxy.endpoint)
        far = club.use(store=DynamoStore(ministack_table, client))
        Night(sittings, hands, NIGHT, lambda: ClubLine(far)).play()
        client.close()
    for sitting in sittings:
        journal = sitting.journal
        # Boodle knows its own write again. Only who was told to come back may find it done.
        known_late = len(journal.acknowledged) - journal.counts["recorded"]
        assert known_late <= journal.counts["come back"]
    check(weather, sittings, hands, ClubLine(club), elsewhere)


def test_a_night_whose_phones_are_behind_a_bad_line(tmp_path: Path, elsewhere: Club) -> None:
    hands = sized(3, 52)
    weather = Weather(NIGHT, [*NETWORK, Fault.PORTAL], begins=0.06)
    with serving("--data", tmp_path / "club") as served, served.remote() as remote:
        sittings = [sitting_of(remote) for _ in range(TABLES)]
        with stormy(f"http://{served.host}:{served.port}", weather) as proxy:
            address = served.host, proxy.server.server_port
            Night(sittings, hands, NIGHT, lambda: HttpLine(lambda: address)).play()
        line = HttpLine(lambda: (served.host, served.port))
        check(weather, sittings, hands, line, elsewhere)
        line.close()
        assert served.end() == (0, "Boodle has stopped; everything is saved.\n", "")
