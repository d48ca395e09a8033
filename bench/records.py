"""Writing the live record, which every play does, and reading long logs."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from random import Random
from typing import Final

from chalicelib.rules.actions import PLAYS, STOP, Action, Recording, Role, Undo, standing
from chalicelib.store.records.live import LiveDeal, LiveHand, LiveRecord, LiveTable
from chalicelib.store.records.live_log import Logged, Poster

from .figure import Figure, at_most
from .timing import cpu_of, interleaved, median_ratio

SEATS: Final = 8
STARTED: Final = 17_960_652_000


def _record() -> LiveRecord:
    """Return a record of eight seats in the middle of a hand."""
    random = Random(1)
    where = tuple(random.randrange(SEATS) for _ in range(52))
    table = LiveTable(
        league="l" * 16,
        round=31,
        number=40,
        recording=Recording.DEALT,
        players=tuple(range(900, 900 + SEATS)),
        epochs=(1,) * SEATS,
        terms="t" * 12,
        hand=123,
        counted=120,
        scorers=(0, 1, 0),
        stacks=(1234,) * SEATS,
        layout=(99,) * 4,
    )
    hand = LiveHand(LiveDeal(STARTED, "d" * 43, 7, 4, where))
    for number in range(25):
        seat = where[number]
        logged = Logged(PLAYS[seat][number], Poster(Role.PLAYER, seat), STARTED + 40 * number)
        hand = hand.plus(logged)
    return LiveRecord(table, hand)


def measure(quick: bool) -> list[Figure]:
    """Return what writing a live record costs, and how reading a log grows with its length."""
    record, hand = _record(), _record().hand
    assert hand is not None
    # More tables than the process keeps texts of.
    others = cycle(
        LiveRecord(
            replace(record.table, pot=pot), replace(hand, deal=replace(hand.deal, amount=pot))
        )
        for pot in range(2000)
    )
    times = 200 if quick else 2000
    kept, whole = interleaved(
        3 if quick else 15,
        lambda: cpu_of(record.dumps, times),
        lambda: cpu_of(lambda: next(others).dumps(), times),
    )
    note = "the text of table and deal kept; baseline: written each time"
    return [
        Figure(
            "records.live.write",
            min(kept) * 1e6,
            "us CPU",
            min(whole) * 1e6,
            median_ratio(kept, whole),
            at_most(0.5),
            note=note,
        ),
        _standing(quick),
    ]


def _standing(quick: bool) -> Figure:
    """Return the milliseconds of finding what stands in a long log in which much is undone."""

    def log(length: int) -> list[Action]:
        return [Undo(number - 1) if number % 2 == 0 else STOP for number in range(1, length + 1)]

    short, long = log(100), log(1000)
    longer, base = interleaved(
        3 if quick else 15,
        lambda: cpu_of(lambda: standing(long), 20),
        lambda: cpu_of(lambda: standing(short), 200),
    )
    return Figure(
        "records.log.standing",
        min(longer) * 1e3,
        "ms CPU",
        min(base) * 1e3,
        median_ratio(longer, base),
        at_most(15),
        note="a log of 1,000 actions; baseline: one of 100",
    )
