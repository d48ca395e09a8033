"""How many ways a hand can go on, counted move by move (as chess programs do) and pinned.

``counts[n - 1]`` is the number of sequences of ``n`` legal actions; of bids only the lowest is
counted, as in ``legal_actions``. The reference counts the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from chalicelib.rules import Action, Deal, make_rules

from .reference import Written
from .strategies import PACK, Setup
from .tables import deal_of
from .test_reference import reference


def setup(
    preset: str, options: dict[str, Any], deal: Deal | list[int], seats: int, chips: int = 50
) -> Setup:
    rules = make_rules(preset, options)
    table = list(range(seats))
    return Setup(
        rules, [chips] * seats, seats - 1, deal, table, [0] * len(rules.table.layout), 0, 0, None
    )


def shuffled(seed: int) -> list[int]:
    return Random(seed).sample(PACK, 52)


SMALL = deal_of("2C 5C 9H", "3C 6D 10H", "4C 7D JH", widow="8D QH")
STOP = {"penalty.missed_play": 1}
FREE_LEAD = {"lead.change": "none"}

_CASES: dict[str, tuple[Setup, str]] = {
    "three seats, three cards each, any lead": (
        setup("michigan_pagat", {}, SMALL, 3),
        "2 2 2 3 3 1",
    ),
    "the same, suit to be changed": (setup("michigan", {}, SMALL, 3), "2 2 2 3 3 1 1"),
    "the same, colour to be changed, end when stuck": (
        setup("michigan", {"lead.change": "colour", "lead.stuck": "pass_then_end"}, SMALL, 3),
        "2 2 2 2 2 1 1",
    ),
    "the same, stops allowed": (
        setup("michigan", STOP, SMALL, 3),
        "2 4 6 12 21 28 35 38 25 15 6",
    ),
    "the same, stops allowed, any lead": (
        setup("michigan_pagat", STOP, SMALL, 3),
        "2 4 7 13 20 24 25 23 11 5",
    ),
    "the same, exchange": (
        setup("michigan", {"widow": "exchange"}, SMALL, 3),
        "2 4 4 6 7 3 1 1",
    ),
    "the same, auction by anyone, four chips each": (
        setup("michigan_pagat", {"widow": "exchange_or_auction", "auction": "anyone"}, SMALL, 3, 8),
        "2 4 6 12 15 11 10 6 4",
    ),
    "the same, auction by the dealer": (
        setup("michigan", {"widow": "exchange_or_auction", "auction": "dealer"}, SMALL, 3, 7),
        "3 6 8 14 16 12 11 6 1 1",
    ),
    "full pack, three seats": (
        setup("michigan", {}, shuffled(3), 3),
        "4 4 6 10 14 22 34 46 60 78 117 165 234 350 491 731 1079 1579 2250 3082 4094",
    ),
    "full pack, three seats, any lead, ace low": (
        setup("michigan", {"ace": "low", **FREE_LEAD}, shuffled(33), 3),
        "4 4 6 8 10 12 12 16 19 24 33 47 63 88 145 256 447 807 1521 2817 4944 7792",
    ),
    "full pack, eight seats": (
        setup("michigan", {}, shuffled(8), 8),
        (
            "4 4 5 5 8 12 15 16 18 25 33 40 45 53 62 75 87 104 123 156 "
            "184 183 182 200 244 284 293 270 250 245 236 182 100 42 25 18 15"
        ),
    ),
    "full pack, eight seats, lowest spade leads, colour": (
        setup("newmarket_horses", {"lead.first": "lowest:S", "stakes.amount": 0}, shuffled(88), 8),
        "1 1 1 2 2 2 2 2 2 2 3 3 3 3 4 4 4 4 4 4 4 4 4 4 3 3 3 3 1 1 1 1 1",
    ),
    "full pack, five seats, stops allowed": (
        setup("saratoga", STOP, shuffled(5), 5),
        "4 9 21 47 103 225 495 1061 2309 4929",
    ),
    "full pack, four seats, exchange or auction and stops": (
        setup("michigan_ru", {}, shuffled(4), 4),
        "2 6 12 29 70 167 388 910 2095 4835",
    ),
}


CASES = {
    name: (start, [int(n) for n in counts.split()]) for name, (start, counts) in _CASES.items()
}


def perft(legal_after: Callable[[Sequence[Any]], list[Any]], depth: int) -> list[int]:
    """Count the sequences of actions by length, up to ``depth`` or the end of every hand."""
    counts: list[int] = []
    paths: list[tuple[Any, ...]] = [()]
    while paths and len(counts) < depth:
        paths = [(*path, action) for path in paths for action in legal_after(path)]
        counts.append(len(paths))
    return counts


TO_THE_END = {name for name in CASES if name.startswith(("three", "the same", "full pack, eight"))}


@pytest.mark.parametrize("name", CASES)
def test_engine_counts(name: str) -> None:
    """R5-R9."""
    start, counts = CASES[name]

    def legal_after(path: Sequence[Action]) -> list[Action]:
        return start.hand().replay(path).legal_actions()

    over = [0] if name in TO_THE_END else []
    assert perft(legal_after, len(counts + over)) == counts + over


@pytest.mark.parametrize("name", CASES)
def test_reference_counts_the_same(name: str) -> None:
    start, counts = CASES[name]

    def legal_after(path: Sequence[Written]) -> list[Written]:
        hand = reference(start)
        assert hand is not None
        for action in path:
            hand.do(action)
        legal = hand.legal()
        bids = [action for action in legal if action[0] == "bid"]
        return [action for action in legal if action not in bids[1:]]

    depth = max(n for n in range(len(counts) + 1) if sum(counts[:n]) <= 1500)
    assert perft(legal_after, depth) == counts[:depth]


def test_a_count_by_hand() -> None:
    """R6, R7, with the lead free."""
    start = setup("michigan_pagat", {}, deal_of("2C 9H", "3C 10H", "4C JH 2S"), 3)
    # A leads 2C or 9H: 2 ways. B and C follow suit: still 2. C leads either of his two others,
    # which stops at once: 4. C leads the last one and is out: 4, and nothing after it.
    counts = perft(lambda path: start.hand().replay(path).legal_actions(), 9)
    assert counts == [2, 2, 2, 4, 4, 0]
