"""Every answer has a byte limit: all routes, asked in a league that is as large as one may be.

The harness holds every other answer of the tests to the limit, too.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from harness.club import Club, Got, League, Table
from harness.memory import MemoryStore

from chalicelib.api.http.pages import MAX_ANSWER, MAX_FILE, PAGE_BYTES
from chalicelib.api.http.route import Route
from chalicelib.api.routes import ROUTES
from chalicelib.league.players import MAX_BULK, MAX_PLAYERS
from chalicelib.service.codes import MAX_SHEET
from chalicelib.service.posting import MAX_LOG
from chalicelib.store.records.counters import CountersRecord
from chalicelib.store.records.live_log import MAX_SCORERS, MAX_STAFF
from chalicelib.store.records.players import PlayerRecord

WIDE: Final = "\N{PLAYING CARD BLACK JOKER}"
"""A character of four bytes."""
HANDS: Final = 40
"""How many hands the longest table has here."""


class Large:
    """A league with as many players and tables as there may be, and tables with long logs."""

    def __init__(self) -> None:
        store = MemoryStore()
        self.club = club = Club(store)
        self.league: League = club.league(
            name=WIDE * 60, recording="result", options={"chips.start": 1000}
        )
        counters = CountersRecord.at(self.league.id).read(store)
        assert counters is not None
        store.commit([counters.put(CountersRecord(MAX_PLAYERS - MAX_BULK, 0))])
        for number in range(1, MAX_PLAYERS - MAX_BULK + 1):
            record = PlayerRecord(f"{WIDE * 55}{number:05}")
            store.commit([PlayerRecord.at(self.league.id, number).create(record)])
        # Punctuation does not count, so all of them look alike.
        names = [WIDE * 38 + "-" * (n % 10) + WIDE + "-" * (n // 10) for n in range(MAX_BULK)]
        bulk = {"names": names}
        key, where = club.new_key(), self.league.path + "/players/bulk"
        self.added, self.added_again = (
            club.post(where, bulk, self.league.organiser, key=key) for _ in range(2)
        )
        self.drawn = self.post("/rounds", tables=200, players=list(range(1, 1601)))
        self.again = self.post("/rounds", tables=200, players=list(range(1, 1601)))
        self.opened = self.post("/rounds/1/open")
        self.scored = self._scored()
        self.long = self._long()

    def post(self, path: str, **body: Any) -> Got:
        got = self.club.post(self.league.path + path, body or None, self.league.organiser)
        assert got.status in (200, 201), got
        return got

    def _scored(self) -> Table:
        """Return a table of eight seats with many hands, by score sheets."""
        first = self.opened["tables"][0]
        table = Table(self.league, first["table"], first["players"])
        for slot in range(MAX_SCORERS - 1):
            self.post("/tokens", kind="scorer", table=table.id, label=WIDE * 57 + f"{slot:03}")
        left = {str(seat): 5 for seat in range(2, 9)}
        for hand in range(1, HANDS + 1):
            table.deal(dealer=1 if hand == 1 else None)
            sheet = {"out": 1, "cards_left": left}
            self.must(self.club.put(table.at() + "/score", sheet, table.scorer))
            counted = {str(seat): 50 for seat in table.seats}
            self.must(self.club.put(table.at() + "/count", {"stacks": counted}, table.scorer))
        return table

    def _long(self) -> Table:
        """Return a table with a hand whose log is as long as a log may be."""
        table = self.club.entered(options={"ending.hands": 500}).table
        table.enter()
        while (first := table.view()["next_action"]) < MAX_LOG - 100:
            actions: list[dict[str, Any]] = []
            for number in range(first, first + 100, 2):
                actions += [{"play": "2S"}, {"undo": number}]
            table.queue(first, actions, table.scorer)
        table.play("2S", "3S", "4S", "5H")
        return table

    def must(self, got: Got) -> None:
        assert got.status in (200, 201), got


@pytest.fixture(scope="module")
def large() -> Large:
    return Large()


def paths(large: Large, route: Route) -> list[str]:
    """Return the paths that a route has in the large league."""
    scored, long = large.scored, large.long
    values = {"league": large.league.id, "player": "1", "round": "1", "preset": "michigan"}
    found = []
    for table, hand in ((scored, HANDS), (long, 1)):
        place = values | {"table": table.id, "hand": f"{hand}", "seat": "1", "number": "1"}
        parts = [
            place.get(part[1:-1], "1") if part[:1] == "{" else part
            for part in route.path.split("/")
        ]
        found.append("/".join(parts))
    return list(dict.fromkeys(found))


QUERIES: Final[dict[str, list[dict[str, str]]]] = {
    "listLeagues": [{"limit": "99"}],
    "getStandings": [{"limit": "200", "fresh": "true"}, {"format": "csv"}],
    "listPlayers": [{"limit": "200"}],
    "listRounds": [{"limit": "200"}],
    "listHands": [{"limit": "200"}],
    "listCounts": [{"limit": "200"}],
    "listRecords": [{"limit": "100"}],
    "listActions": [{"limit": "200"}],
}
READING: Final = [route for route in ROUTES if route.method == "GET"]


@pytest.mark.parametrize("route", READING, ids=lambda route: route.name)
def test_every_answer_has_at_most_its_bytes(large: Large, route: Route) -> None:
    """``GET …/rounds?limit=200`` had 77 MB."""
    token = large.scored.seat(1) if route.name == "getCards" else large.league.organiser
    key = {"Boodle-Key": large.club.context.deployment_key}
    for path in paths(large, route):
        for query in [{}, *QUERIES.get(route.name, [])]:
            got = large.club.call("GET", path, token=token, query=query, headers=key)
            size = len(got.text.encode())
            file = "csv" in query.values() or route.name in ("getDocs", "getOpenApi")
            assert size <= (MAX_FILE if file else MAX_ANSWER), (path, query, size)
            print(f"{size:9,} {route.name} {query}")


def test_answers_to_writes_have_at_most_their_bytes(large: Large) -> None:
    sheet = large.post("/codes/sheet")
    printed = large.club.post(
        f"{large.league.path}/codes/sheet", {}, large.league.organiser, query={"format": "html"}
    )
    assert printed.text.count("<li>") + MAX_SHEET >= MAX_PLAYERS - MAX_SHEET
    for got in (large.added, large.drawn, large.again, large.opened, sheet):
        assert len(got.text.encode()) <= MAX_ANSWER
    assert len(printed.text.encode()) <= MAX_FILE


@pytest.mark.parametrize(
    ("path", "body"),
    [("/rounds", {"tables": 200, "players": list(range(1, 1601))}), ("/codes/sheet", {})],
)
def test_the_longest_answers_are_kept_to_be_repeated(large: Large, path: str, body: Any) -> None:
    """A draw of 400 KB was 201 without an Idempotency-Key, and 500 with one."""
    key, where = large.club.new_key(), large.league.path + path
    first, again = (large.club.post(where, body, large.league.organiser, key=key) for _ in range(2))
    assert first.status == 201
    assert again.replayed
    assert again.text == first.text


def test_new_names_that_look_alike_are_kept_to_be_repeated(large: Large) -> None:
    assert large.added.status == 201
    assert large.added_again.text == large.added.text


def test_a_round_with_more_tables_than_fit_comes_in_parts(large: Large) -> None:
    path = f"{large.league.path}/rounds/1"
    seen: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = large.club.get(path, large.league.organiser, after=after)
        assert len(page.text.encode()) < PAGE_BYTES + 64 * 1024
        seen += page["tables"]
        after = page["next_after"]
    assert [table["number"] for table in seen] == list(range(1, 201))
    assert len({player for table in seen for player in table["players"]}) == 1600
    assert large.drawn["next_after"] is not None


@pytest.mark.parametrize(("what", "least"), [("codes", 45), ("tokens", MAX_SCORERS)])
def test_lists_of_an_organiser_come_in_parts(large: Large, what: str, least: int) -> None:
    large.post("/codes/sheet")
    for number in range(MAX_STAFF):
        asked = {"kind": "viewer", "label": f"{WIDE * 57}{number:03}"}
        large.club.post(f"{large.league.path}/tokens", asked, large.league.organiser)
    seen: list[Any] = []
    after: int | str | None = None
    while True:
        query = {} if after is None else {"after": after}
        page = large.club.get(f"{large.league.path}/{what}", large.league.organiser, **query)
        assert len(page.text.encode()) <= MAX_ANSWER
        seen += page[what]
        after = page["next_after"]
        if after is None:
            break
    assert len(seen) >= least
    names = [one.get("code_id") or one["subject"] for one in seen]
    assert len(set(names)) == len(names)


def test_few_of_the_names_that_look_alike_are_listed(large: Large) -> None:
    club = large.club
    league = club.league()
    accents = [
        "Ann",
        "Ánn",
        "Ànn",
        "Ânn",
        "Änn",
        "Ãnn",
        "Ånn",
        "Ānn",
        "Ănn",
        "Ąnn",
        "Ǎnn",
        "Ȁnn",
        "Ȃnn",
    ]
    got = club.post(f"{league.path}/players/bulk", {"names": accents}, league.organiser)
    assert {len(player["similar"]) for player in got["players"]} == {10}
