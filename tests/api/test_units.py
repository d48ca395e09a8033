"""What a play costs: one read unit and one write unit, through the whole Lambda handler."""

from __future__ import annotations

from typing import Any

import pytest
from harness.club import Body, Club, Got
from harness.memory import MemoryStore
from harness.watched import Bill, Watched, size_of

from chalicelib.rules import TEXT
from chalicelib.rules.actions import STOP, Play, Recording, Role
from chalicelib.service import terms as terms_module
from chalicelib.store.port import Item
from chalicelib.store.records.live import LiveDeal, LiveHand, LiveRecord, LiveTable
from chalicelib.store.records.live_log import Logged, Poster

START = 1_790_000_000_000


class Billed:
    """An eight-seat table whose store's bill is kept; all tokens have been handed out."""

    def __init__(self, recording: str = "dealt", /, **options: Any) -> None:
        self.bill = Bill()
        club = Club(Watched(MemoryStore(), self.bill))
        self.table = club.night(8, recording=recording, options=options).table
        self.seats = [self.table.seat(number) for number in self.table.seats]
        self.scorer = self.table.scorer
        self.director = self.table.league.director

    @property
    def cost(self) -> tuple[int, int]:
        """The units read and written since the last action began."""
        return self.bill.read, self.bill.written

    def act(self, number: int, action: Body, token: str, hand: int = 1) -> Got:
        self.table.club.clock.tick(7.3)
        phone = f"2026-11-30T19:{number % 60:02d}:02.4Z"
        self.bill.reset()
        got = self.table.act(number, token, hand, phone_at=phone, **action)
        assert got.status in (200, 201), got
        return got


OPTIONS = {
    "widow": "none",
    "lead.change": "none",
    "penalty.missed_play": 1,
    "penalty.compensation": True,
    "chips.start": 4000,
}


@pytest.fixture
def night() -> Billed:
    return Billed("entered", **OPTIONS)


def longest_hand(night: Billed) -> list[tuple[Body, str]]:
    """Deal so that the hand is as long as one can be, and return its posts but for the last play.

    Eight seats hold 52 cards, and a hand ends when a seat has none: so 44 plays can be made and
    a 45th ends it. One seat holds 45 cards and stops at its own next card each time, 44 stops.
    """
    eldest, others = 1, [0, 2, 3, 4, 5, 6, 7]
    single = {seat: TEXT[51 - i] for i, seat in enumerate(others)}  # the top of spades
    hands = {str(seat + 1): [card] for seat, card in single.items()}
    hands[str(eldest + 1)] = [card for card in TEXT if card not in single.values()]
    night.table.enter({seat: " ".join(cards) for seat, cards in hands.items()}, dealer=1)
    posts: list[tuple[Body, str]] = []
    for card in TEXT[:44]:
        posts.append(({"play": card, "seat": eldest + 1}, night.scorer))
        if card[-1:] != "S" or card[:-1] in [str(n) for n in range(2, 7)]:
            posts.append(({"stop": True}, night.scorer))
    return posts


def test_a_play_costs_one_unit_each_way_in_the_longest_hand_there_is(night: Billed) -> None:
    number = 0
    sizes = []
    for action, token in longest_hand(night):
        if action.get("stop") and night.table.view()["awaiting"] != "run":
            continue  # the ace: the run has stopped by itself
        number += 1
        night.act(number, action, token)
        sizes.append(night.bill.largest)
        assert night.cost == (1, 1), night.bill.calls
        assert len(night.bill.calls) == 2
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


def test_what_other_deeds_cost(night: Billed) -> None:
    """Reported, not limited: the figures are printed with -s."""
    figures: dict[str, tuple[int, int]] = {}

    def measure(name: str, number: int, action: Body, token: str) -> None:
        night.act(number, action, token)
        figures[name] = night.cost

    hands = {
        "1": "KC QD", "2": "2C 9H", "3": "3C 8H", "4": "4C 7H",
        "5": "5C 6H", "6": "6C 5H", "7": "7C 4H", "8": "8C 3H",
    }  # fmt: skip
    night.table.enter(hands, dealer=1)
    measure("play, warm", 1, {"play": "2C", "seat": 2}, night.scorer)
    measure("the same again", 1, {"play": "2C", "seat": 2}, night.scorer)
    measure("undo", 2, {"undo": 1}, night.scorer)
    terms_module._read.clear()
    night.table.club.context.logs.clear()
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


def test_a_bid_costs_one_unit_each_way() -> None:
    night = Billed(widow="exchange_or_auction", auction="anyone")
    dealt = night.table.deal(dealer=1)
    assert dealt["awaiting"] == "widow"
    actions: list[Body] = [{"decline": True}, {"bid": 2}, {"pass": True}]
    for number, action in enumerate(actions, 1):
        night.act(number, action, night.seats[number - 1])
        assert night.cost == (1, 1)


def test_polling_the_hand_just_over_reads_the_live_record_alone() -> None:
    night = Billed()
    table = night.table

    def deal(hand: int) -> None:
        table.deal(dealer=1 if hand == 1 else None)
        night.act(1, {"abandon": True}, night.director, hand)

    def polled(hand: int) -> tuple[int, Any]:
        night.bill.reset()
        got = table.log(night.seats[0], hand)
        return night.bill.read, got

    deal(1)
    first = polled(1)
    assert first[0] == 2
    assert polled(1) == (1, first[1])
    deal(2)
    second = polled(2)
    assert second[0] == 2
    assert polled(2) == (1, second[1])
    assert [polled(1), polled(1)] == [first, first]  # an earlier hand's is read
    assert polled(2)[0] == 1
