"""What a play costs: one read unit and one write unit, through the whole Lambda handler."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harness.metered import Meter, size_of

from chalicelib.api.http.adapter import build_app
from chalicelib.rules import TEXT
from chalicelib.rules.actions import STOP, Play, Recording, Role
from chalicelib.service import terms as terms_module
from chalicelib.service.context import Context, SeededEntropy, Settings
from chalicelib.service.signing import Signer
from chalicelib.store.port import Item
from chalicelib.store.records.live import LiveDeal, LiveHand, LiveRecord, LiveTable
from chalicelib.store.records.live_log import Logged, Poster
from chalicelib.store.sqlite.store import SqliteStore

START = 1_790_000_000_000


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class Night:
    """An eight-seat table of a league, over a metered store, spoken to in Lambda events."""

    def __init__(self, folder: Path, options: dict[str, Any], recording: str = "dealt") -> None:
        self.clock = Clock()
        self.meter = Meter(SqliteStore(folder / "boodle.db"))
        self.ctx = Context(
            self.meter,
            Signer({"k1": b"k" * 32}),
            "deployment",
            self.clock,
            SeededEntropy(1),
            Settings(open_leagues=True),
        )
        self.app = build_app(lambda: self.ctx)
        created = self.call(
            "POST",
            "/v1/leagues",
            body={
                "name": "L",
                "preset": "michigan",
                "options": options,
                "recording": recording,
            },
        )
        self.organiser = created["token"]
        self.league = created["league"]["league"]
        at = {"league": self.league}
        names = {"names": [f"Player {i}" for i in range(8)]}
        self.call("POST", "/v1/leagues/{league}/players/bulk", at, names, self.organiser)
        self.call("POST", "/v1/leagues/{league}/rounds", at, {"tables": 1}, self.organiser)
        opened = self.call(
            "POST", "/v1/leagues/{league}/rounds/{round}/open", {**at, "round": "1"},
            token=self.organiser,
        )  # fmt: skip
        self.table = opened["tables"][0]["table"]
        self.players = opened["tables"][0]["players"]
        self.seats = [self.token(kind="player", player=player) for player in self.players]
        self.scorer = self.token(kind="scorer", table=self.table)
        self.director = self.token(kind="director")

    def token(self, **what: Any) -> str:
        at = {"league": self.league}
        answer = self.call("POST", "/v1/leagues/{league}/tokens", at, what, self.organiser)
        token: str = answer["token"]
        return token

    def call(
        self,
        method: str,
        path: str,
        params: dict[str, str] | None = None,
        body: Any = None,
        token: str | None = None,
    ) -> Any:
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        answer = self.app(
            {
                "requestContext": {"httpMethod": method, "resourcePath": path},
                "headers": headers,
                "multiValueQueryStringParameters": None,
                "pathParameters": params,
                "body": None if body is None else json.dumps(body),
                "stageVariables": None,
            },
            None,
        )
        assert answer["statusCode"] < 300, answer
        return json.loads(answer["body"]) if answer["body"] else None

    def act(self, number: int, action: dict[str, Any], token: str, hand: int = 1) -> Any:
        self.clock.now += 7_300
        at = {"table": self.table, "hand": str(hand), "number": str(number)}
        path = "/v1/tables/{table}/hands/{hand}/actions/{number}"
        phone = f"2026-09-21T14:{number % 60:02d}:02.4Z"
        return self.call("PUT", path, at, {**action, "phone_at": phone}, token)

    def live(self) -> Item:
        where = LiveRecord.at(self.table).key
        return self.meter.store.get([where])[where]


OPTIONS = {
    "widow": "none",
    "lead.change": "none",
    "penalty.missed_play": 1,
    "penalty.compensation": True,
    "chips.start": 4000,
}


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    opened = Night(tmp_path, OPTIONS, "entered")
    yield opened
    opened.meter.close()


def longest_hand(night: Night) -> list[tuple[dict[str, Any], str]]:
    """Deal so that the hand is as long as one can be, and return its posts but for the last play.

    Eight seats hold 52 cards, and a hand ends when a seat has none: so 44 plays can be made and
    a 45th ends it. One seat holds 45 cards and stops at its own next card each time, 44 stops.
    """
    eldest, others = 1, [0, 2, 3, 4, 5, 6, 7]
    single = {seat: TEXT[51 - i] for i, seat in enumerate(others)}  # the top of spades
    hands = {str(seat + 1): [card] for seat, card in single.items()}
    hands[str(eldest + 1)] = [card for card in TEXT if card not in single.values()]
    body = {"dealer": 1, "deal": {"hands": hands, "partial": True}}
    at = {"table": night.table, "hand": "1"}
    night.call("PUT", "/v1/tables/{table}/hands/{hand}", at, body, night.scorer)
    posts: list[tuple[dict[str, Any], str]] = []
    for card in TEXT[:44]:
        posts.append(({"play": card, "seat": eldest + 1}, night.scorer))
        if card[-1:] != "S" or card[:-1] in [str(n) for n in range(2, 7)]:
            posts.append(({"stop": True}, night.scorer))
    return posts


def test_a_play_costs_one_unit_each_way_in_the_longest_hand_there_is(night: Night) -> None:
    number = 0
    sizes = []
    for action, token in longest_hand(night):
        if (
            action.get("stop")
            and night.call(
                "GET", "/v1/tables/{table}/hands/{hand}", {"table": night.table, "hand": "1"}
            )["awaiting"]
            != "run"
        ):
            continue  # the ace: the run has stopped by itself
        number += 1
        night.meter.reset()
        night.act(number, action, token)
        sizes.append(night.meter.largest)
        assert (night.meter.read, night.meter.written) == (1, 1), night.meter.calls
        assert len(night.meter.calls) == 2
    assert number >= 80
    print(f"largest live record: {max(sizes)} bytes after {number} actions")


def test_the_record_of_45_plays_and_44_stops_stays_within_a_unit() -> None:
    """More than the rules allow eight seats, but what the budget was drawn up for."""
    seats = range(8)
    where = tuple(card % 8 for card in range(52))
    at = START // 100
    log = []
    for i in range(89):
        at += 73 + 40 * (i % 5)
        phone = at + (-1) ** i * (20 + i)
        if i % 2:
            log.append(Logged(STOP, Poster(Role.SCORER, 1), at, phone))
        else:
            seat = where[i // 2]
            log.append(Logged(Play(seat, i // 2), Poster(Role.PLAYER, seat), at, phone))
    deal = LiveDeal(
        started=START // 100,
        digest="d" * 43,
        dealer=7,
        amount=4,
        where=where,
        placements={seat: dict.fromkeys(range(4), 1) for seat in seats},
    )
    table = LiveTable(
        league="l" * 16,
        round=31,
        number=40,
        recording=Recording.DEALT,
        players=tuple(900 + seat for seat in seats),
        epochs=(1,) * 8,
        terms="t" * 12,
        hand=123,
        counted=120,
        dealer=6,
        scorers=(0, 1, 0),
        stacks=(1234,) * 8,
        layout=(99,) * 4,
        kitty=55,
        pot=44,
    )
    live = LiveRecord(table, LiveHand(deal, tuple(log)))
    size = size_of(Item(LiveRecord.at("t" * 16).key, 12345, live.dumps()))
    print(f"live record of 45 plays and 44 stops: {size} bytes")
    assert size <= 1024


def test_what_other_deeds_cost(night: Night) -> None:
    """Reported, not limited: the figures are printed with -s."""
    figures: dict[str, tuple[int, int]] = {}

    def measure(name: str, number: int, action: dict[str, Any], token: str) -> None:
        night.meter.reset()
        night.act(number, action, token)
        figures[name] = (night.meter.read, night.meter.written)

    hands = {
        "1": ["KC", "QD"], "2": ["2C", "9H"], "3": ["3C", "8H"], "4": ["4C", "7H"],
        "5": ["5C", "6H"], "6": ["6C", "5H"], "7": ["7C", "4H"], "8": ["8C", "3H"],
    }  # fmt: skip
    at = {"table": night.table, "hand": "1"}
    night.call(
        "PUT",
        "/v1/tables/{table}/hands/{hand}",
        at,
        {"dealer": 1, "deal": {"hands": hands, "partial": True}},
        night.scorer,
    )
    measure("play, warm", 1, {"play": "2C", "seat": 2}, night.scorer)
    measure("the same again", 1, {"play": "2C", "seat": 2}, night.scorer)
    measure("undo", 2, {"undo": 1}, night.scorer)
    terms_module._read.clear()
    night.ctx.logs.clear()
    measure("play, cold", 3, {"play": "2C", "seat": 2}, night.scorer)
    measure("stop by a director", 4, {"stop": True}, night.director)
    measure("play that ends the hand", 5, {"play": "9H", "seat": 2}, night.scorer)
    measure("repeat after the hand's end", 5, {"play": "9H", "seat": 2}, night.scorer)
    for name, (read, written) in figures.items():
        print(f"{name:30} read {read:2}  written {written:2}")
    assert figures["play, warm"] == (1, 1)
    assert figures["the same again"] == (1, 0)
    assert figures["undo"] == (1, 1)
    assert figures["play, cold"] == (2, 1)
    assert figures["stop by a director"] == (2, 1)
    assert figures["play that ends the hand"][0] == 3


def test_a_bid_costs_one_unit_each_way(tmp_path: Path) -> None:
    options = {"widow": "exchange_or_auction", "auction": "anyone"}
    night = Night(tmp_path, options)
    at = {"table": night.table, "hand": "1"}
    dealt = night.call("PUT", "/v1/tables/{table}/hands/{hand}", at, {"dealer": 1}, night.scorer)
    assert dealt["awaiting"] == "widow"
    for number, action in enumerate([{"decline": True}, {"bid": 2}, {"pass": True}], 1):
        night.meter.reset()
        night.act(number, action, night.seats[number - 1])
        assert (night.meter.read, night.meter.written) == (1, 1)
    night.meter.close()


def test_polling_the_hand_just_over_reads_the_live_record_alone(tmp_path: Path) -> None:
    night = Night(tmp_path, {})
    at = {"table": night.table, "hand": "1"}
    feed = "/v1/tables/{table}/hands/{hand}/actions"

    def deal(hand: str) -> None:
        body = {"dealer": 1} if hand == "1" else {}
        path = "/v1/tables/{table}/hands/{hand}"
        night.call("PUT", path, {**at, "hand": hand}, body, night.scorer)
        night.act(1, {"abandon": True}, night.director, int(hand))

    def polled(hand: str) -> tuple[int, Any]:
        night.meter.reset()
        got = night.call("GET", feed, {**at, "hand": hand}, token=night.seats[0])
        return night.meter.read, got

    deal("1")
    first = polled("1")
    assert first[0] == 2
    assert polled("1") == (1, first[1])
    deal("2")
    second = polled("2")
    assert second[0] == 2
    assert polled("2") == (1, second[1])
    assert [polled("1"), polled("1")] == [first, first]  # an earlier hand's is read
    assert polled("2")[0] == 1
    night.meter.close()
