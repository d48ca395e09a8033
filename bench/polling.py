"""The cost on DynamoDB of eight phones that poll, in units per table and hour.

The table is played on a clock of its own: each phone asks for ``…/actions?after=n`` with the
ETag it has, as often as the last answer's ``poll_after`` says. Part of an hour is played and
scaled up. Reads and writes are counted by DynamoDB's rule around the real store.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from harness.watched import Bill, Watched

from chalicelib.rules import Action
from chalicelib.service.context import KEPT_HANDS
from chalicelib.service.recent import Recent
from chalicelib.store.sqlite.store import SqliteStore

from . import deployed
from .figure import Figure, at_most

PHONES: Final = 8
PLAY_EVERY: Final = 7.3
"""Seconds from one card to the next, as people play."""
BETWEEN_HANDS: Final = 60
STARTED: Final = 1_796_065_200_000


class Clock:
    """A clock that is set."""

    seconds: float = 0.0

    def __call__(self) -> int:
        """Return milliseconds since 1970."""
        return STARTED + round(self.seconds * 1000)


@dataclass(slots=True)
class Phone:
    """The state of a phone: the hand it watches, how far it has read, and its last ETag."""

    token: str
    hand: int = 1
    after: int = 0
    etag: str | None = None
    poll_after: int = 1
    polls: int = 0


class Night:
    """A table in play on its own clock, and the phones around it."""

    def __init__(self, folder: Path, kept: int = KEPT_HANDS) -> None:
        self.clock = Clock()
        self.bill = Bill()
        self.store = Watched(SqliteStore(folder / "boodle.db"), self.bill)
        context = deployed.context_over(self.store, clock=self.clock)
        self.deployed = deployed.Deployed(replace(context, archives=Recent(kept)))
        self.at = deployed.seat(self.deployed, PHONES)
        self.hand = 0
        self.number = 0
        self.actions: list[Action] = []
        self.phones = [Phone(token) for token in self.at.seats]
        self.random = Random(5)

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def deal(self) -> None:
        """Deal the next hand and work out its course, which is not counted."""
        deployed.deal(self.deployed, self.at, self.hand + 1)
        units = self.bill.read, self.bill.written
        hand = deployed.dealt(self.deployed, self.at, self.hand + 1)
        self.bill.read, self.bill.written = units
        self.hand += 1
        self.number = 0
        self.actions = deployed.play_out(hand, self.random)

    def play(self) -> bool:
        """Post the next action; ``False`` when it has ended the hand."""
        self.number += 1
        action = self.actions[self.number - 1]
        posted = deployed.play_event(self.at, self.hand, self.number, action, None)
        answer = self.deployed.app(posted, None)
        if answer["statusCode"] != 201:
            raise deployed.Unexpected(f"a play: {answer}")
        return self.number < len(self.actions)

    def poll(self, phone: Phone) -> None:
        """Let a phone ask what is new."""
        phone.polls += 1
        params = {"table": self.at.table, "hand": str(phone.hand)}
        query = {"after": str(phone.after)}
        asked = deployed.event(
            "GET", deployed.ACTIONS, params, None, phone.token, query, phone.etag
        )
        answer = self.deployed.app(asked, None)
        if answer["statusCode"] == 304:
            return
        if answer["statusCode"] == 404:
            return  # it watches for the next hand, which is not dealt yet
        if answer["statusCode"] != 200:
            raise deployed.Unexpected(f"a poll: {answer}")
        page = json.loads(answer["body"])
        phone.poll_after = page["poll_after"]
        phone.etag = answer["headers"]["ETag"]
        if page["actions"]:
            phone.after = page["actions"][-1]["number"]
            phone.etag = None  # another page from now on
        if page["over"]:
            phone.hand, phone.after, phone.etag = phone.hand + 1, 0, None


@dataclass(frozen=True, slots=True)
class Cost:
    """Units read and written, and requests made, in an hour."""

    read: float
    written: float
    polls: float


def _hour(night: Night, seconds: float, playing: bool, watch_next: bool) -> Cost:
    """Run a part of an hour and return what a whole one costs."""
    start = night.clock.seconds
    night.bill.reset()
    for phone in night.phones:
        phone.polls = 0
    # Phones are not in step.
    due: list[tuple[float, int]] = [(start + n / PHONES, n) for n in range(PHONES)]
    if playing:
        due.append((start + PLAY_EVERY, -1))
    heapq.heapify(due)
    while due and due[0][0] < start + seconds:
        night.clock.seconds, who = heapq.heappop(due)
        if who >= 0:
            phone = night.phones[who]
            if not watch_next:
                phone.hand = night.hand
            night.poll(phone)
            wait: float = phone.poll_after
        elif night.number >= len(night.actions):
            night.deal()
            wait = PLAY_EVERY
        else:
            wait = PLAY_EVERY if night.play() else BETWEEN_HANDS
        heapq.heappush(due, (night.clock.seconds + wait, who))
    scale = 3600 / seconds
    return Cost(
        night.bill.read * scale,
        night.bill.written * scale,
        sum(phone.polls for phone in night.phones) * scale,
    )


def measure(quick: bool) -> list[Figure]:
    """Return the units of a table-hour: a hand under way, one that stands still, one over."""
    seconds = 30 if quick else 720
    figures: list[Figure] = []

    def add(name: str, cost: Cost, what: str) -> None:
        each = cost.read / cost.polls
        note = f"{PHONES} phones, {cost.polls:,.0f} polls, {each:.2f} read units a poll; {what}"
        figures.append(Figure(f"polling.{name}.read", cost.read, "RU/h", note=note))
        figures.append(Figure(f"polling.{name}.written", cost.written, "WU/h"))

    part = min(seconds, 120)
    with _night() as night:
        night.deal()
        what = f"a card every {PLAY_EVERY} s, {BETWEEN_HANDS} s between hands"
        add("playing", _hour(night, seconds, playing=True, watch_next=True), what)
        if night.number >= len(night.actions):
            night.deal()
        for phone in night.phones:
            phone.hand, phone.after, phone.etag = night.hand, 0, None
        add("stalled", _hour(night, part, False, False), "a hand in progress, nobody plays")
        kept = _idle(night, part)
        add("idle", kept, "the hand is over, nobody deals")
    with _night(kept=0) as night:
        night.deal()
        read = _idle(night, part)
        note = "the last hand kept by the process; baseline: read at each poll"
        figures.append(
            Figure(
                "polling.idle.kept",
                kept.read,
                "RU/h",
                read.read,
                kept.read / read.read,
                at_most(0.6),
                note=note,
            )
        )
    return figures


def _idle(night: Night, seconds: float) -> Cost:
    """Play the hand out and return what an hour costs in which nobody deals."""
    while night.play():
        pass
    for phone in night.phones:
        phone.hand, phone.after, phone.etag = night.hand, len(night.actions), None
    _hour(night, 10, False, False)  # by now each phone has seen that the hand is over
    return _hour(night, seconds, False, False)


@contextmanager
def _night(kept: int = KEPT_HANDS) -> Iterator[Night]:
    """Yield a night on a temporary folder; a process keeps this many hands that are over."""
    with TemporaryDirectory(prefix="boodle-bench-") as folder:
        night = Night(Path(folder), kept)
        try:
            yield night
        finally:
            night.close()
