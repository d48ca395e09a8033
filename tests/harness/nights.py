"""Nights played by phones that must be the same however often the line, or Boodle, goes down.

Every deal is entered and drawn from a seed, and each seat plays the first of its legal cards. So
the whole night is known beforehand: the same night without failures ends with the same chips.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from chalicelib.local import bots
from chalicelib.rules.cards import ACE_HIGH, TEXT

from .club import Club
from .league import Asker
from .phones import ClubLine, Journal, Line, Phone
from .sizes import sized

PATIENCE: Final = sized(180, 1200)
"""After so many seconds a night that is not over has failed."""
IDLE: Final = 0.05
QUEUED: Final = 0.5
TAPPED_TWICE: Final = 0.1
FOLLOWED: Final = 0.1
PACK: Final = TEXT[:52]
SEATS: Final = 3
OPTIONS: Final = {"chips.start": 5000}
"""Chips enough for a long night."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table where a night is played: its name, a token for each seat, and the scorer's."""

    table: str
    seats: list[str]
    scorer: str
    journal: Journal = field(default_factory=Journal)


@dataclass(frozen=True, slots=True)
class Account:
    """The result of a table: its log, hand by hand, and the place of its chips."""

    cards: list[list[str]]
    chips: dict[str, int]
    actions: int


class GivenUp(Exception):
    """The night has been given up."""


def deck(seed: str, hand: int) -> dict[str, list[str]]:
    """Return the pack of a hand."""
    cards = list(PACK)
    Random(f"{seed} {hand}").shuffle(cards)
    return {"deck": cards}


def sitting_of(asker: Asker) -> Sitting:
    """Open a league's table."""
    table = asker.entered(SEATS, seed="s", options=OPTIONS).table
    return Sitting(table.id, [table.seat(number) for number in table.seats], table.scorer)


class Night:
    """Plays some hands at every table, with a thread for each seat and each scorer.

    Parameters
    ----------
    seed
        The seed of the decks and of the phones' random choices.
    line
        Makes a phone's connection to Boodle.
    """

    def __init__(
        self, sittings: list[Sitting], hands: int, seed: str, line: Callable[[], Line]
    ) -> None:
        self._sittings = sittings
        self._hands = hands
        self._seed = seed
        self._line = line
        self._deadline = time.monotonic() + PATIENCE
        self._given_up = False
        self._playing: list[Future[None]] = []

    def play(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Play to the end. ``meanwhile`` is done by this thread, once they are playing."""
        tasks: list[tuple[int, int]] = [
            (place, seat)
            for place, sitting in enumerate(self._sittings)
            for seat in range(len(sitting.seats) + 1)
        ]
        with ThreadPoolExecutor(len(tasks), "phone") as pool:
            self._playing = [pool.submit(self._phone, place, seat) for place, seat in tasks]
            try:
                meanwhile()
                self._follow()
            finally:
                self._given_up = True

    def _follow(self) -> None:
        done, waiting = wait(self._playing, PATIENCE, FIRST_EXCEPTION)
        for future in done:
            future.result()
        assert not waiting, "the night was not over in time"

    def is_on(self) -> bool:
        """Whether all phones are still playing."""
        return not any(future.done() for future in self._playing)

    def plays(self) -> int:
        """Return how many plays have been acknowledged so far."""
        return sum(len(sitting.journal.acknowledged) for sitting in self._sittings)

    def _phone(self, place: int, seat: int) -> None:
        sitting = self._sittings[place]
        scores = seat == len(sitting.seats)
        token = sitting.scorer if scores else sitting.seats[seat]
        rng = Random(f"{self._seed} {place} {seat}")
        line = self._line()
        phone = Phone(line, sitting.table, token, sitting.journal, rng)
        try:
            for hand in range(1, self._hands + 1):
                if scores:
                    self._deal(phone, f"{self._seed} {place}", hand)
                self._play_hand(phone, hand, scores)
        finally:
            line.close()

    def _check(self) -> None:
        if self._given_up or time.monotonic() > self._deadline:
            raise GivenUp("another phone failed, or there was no more time")

    def _deal(self, phone: Phone, seed: str, hand: int) -> None:
        body = {"deal": deck(seed, hand)}
        answer = phone.ask("PUT", phone.hand_path(hand), body)
        assert answer.status in (200, 201), answer
        again = phone.ask("PUT", phone.hand_path(hand), body)
        assert again.status == 200, again

    def _play_hand(self, phone: Phone, hand: int, scores: bool) -> None:
        while True:
            self._check()
            seen = phone.look(hand)
            if seen is None:
                phone.journal.wait(IDLE)
            elif seen["status"] != "playing":
                return
            elif scores:
                if seen["phase"] == "run" and bots.chance(phone.rng, FOLLOWED):
                    phone.post(hand, seen["next_action"], {"follow": True})
                phone.journal.wait(4 * IDLE)
            elif seen["legal"]:
                self._act(phone, hand, seen)
            else:
                phone.journal.wait(IDLE)

    def _act(self, phone: Phone, hand: int, seen: dict[str, Any]) -> None:
        card, number = seen["legal"][0]["play"], seen["next_action"]
        held = seen["seats"][seen["me"] - 1]["cards"]
        chain = bots.following(ACE_HIGH, card, held)
        queue = [{"play": one} for one in chain]
        for _ in range(1 + bots.chance(phone.rng, TAPPED_TWICE)):
            if len(chain) > 1 and bots.chance(phone.rng, QUEUED):
                phone.post_queue(hand, number, seen["digest"], queue)
            else:
                phone.post(hand, number, {"play": card, "after": seen["digest"]})


def whole_log(phone: Phone, hand: int) -> list[dict[str, Any]]:
    """Return all actions of a hand."""
    log: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        path = f"{phone.hand_path(hand)}/actions?limit=200&after={after}"
        answer = phone.ask("GET", path)
        assert answer.status == 200, answer
        log += answer.body["actions"]
        after = answer.body["next_after"]
    return log


def account_for(sitting: Sitting, hands: int, line: Line) -> Account:
    """Hold what Boodle has recorded to what the phones know for certain.

    No acknowledged play is lost and none is there twice; all are acknowledged; each receipt is
    the log's, and the same when it is asked for again; chips are only moved.
    """
    journal = sitting.journal
    rng = Random(0)
    phone = Phone(line, sitting.table, sitting.scorer, journal, rng)
    recorded: dict[tuple[int, int], dict[str, Any]] = {}
    cards: list[list[str]] = []
    for hand in range(1, hands + 1):
        log = whole_log(phone, hand)
        assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
        recorded |= {(hand, entry["number"]): entry for entry in log}
        played = [entry["action"].get("play") or entry["action"]["card"] for entry in log]
        assert len(set(played)) == len(played), "a card was played twice"
        cards.append(played)
        _check_ledger(phone, hand)
    assert recorded.keys() == journal.acknowledged.keys()
    assert max(journal.called_new.values()) <= 1, "a play was called new twice"
    for (hand, number), said in journal.acknowledged.items():
        entry = recorded[hand, number]
        for name in ("number", "digest", "effects", "at", "action"):
            assert said.receipt[name] == entry[name], (said, entry)
        path = f"{phone.hand_path(hand)}/actions/{number}"
        again = Phone(line, sitting.table, said.token, journal, rng).ask("PUT", path, said.action)
        assert (again.status, again.replayed) == (200, True), again
        assert again.body == said.receipt
    return Account(cards, _chips(phone), len(recorded))


def _check_ledger(phone: Phone, hand: int) -> None:
    ledger = phone.ask("GET", f"{phone.hand_path(hand)}/ledger").body
    chips = dict(ledger["before"])
    for entry in ledger["entries"]:
        chips[entry["from"]] -= entry["amount"]
        chips[entry["to"]] += entry["amount"]
    assert chips == ledger["after"]


def _chips(phone: Phone) -> dict[str, int]:
    page = phone.ask("GET", f"/v1/tables/{phone.table}").body
    chips = {f"seat {seat['seat']}": seat["stack"] for seat in page["seats"]}
    chips |= {name: page[name] for name in ("kitty", "pot", "bank")} | page["layout"]
    assert sum(chips.values()) == page["bought_in"]
    return chips


def report(sittings: list[Sitting], **more: int) -> None:
    """Print how much has been proved (``pytest -rP`` shows it)."""
    counts = Counter({"plays": sum(len(s.journal.acknowledged) for s in sittings), **more})
    for sitting in sittings:
        counts.update(sitting.journal.counts)
    print(", ".join(f"{what} {count}" for what, count in counts.items()))


def undisturbed(club: Club, tables: int, hands: int, seed: str) -> list[Account]:
    """Play the same night without failures, and return the accounts of its tables."""
    sittings = [sitting_of(club) for _ in range(tables)]
    Night(sittings, hands, seed, lambda: ClubLine(club)).play()
    return [account_for(sitting, hands, ClubLine(club)) for sitting in sittings]
