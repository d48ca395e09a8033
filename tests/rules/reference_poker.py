"""The value of a poker hand the simplest way: look at every five of the cards (R15)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SHAPES = [[1], [2], [2, 2], [3], None, None, [3, 2], [4], None]
"""What the equal ranks of each category are, lowest first; straights and flushes have none."""
STRAIGHT, FLUSH, STRAIGHT_FLUSH = 4, 5, 8


def value(hand: list[str]) -> tuple[int, ...]:
    """Return the value of the best five cards of ``hand``; the higher value wins."""
    held = [(RANKS.index(card[:-1]), card[-1]) for card in sorted(hand)]
    return max(value_of_five(five) for five in combinations(held, min(5, len(held))))


def value_of_five(five: tuple[tuple[int, str], ...]) -> tuple[int, ...]:
    ranks = by_ranks(tuple([rank for rank, _ in five]))
    if len(five) == 5 and len({suit for _, suit in five}) == 1:
        return (STRAIGHT_FLUSH if ranks[0] == STRAIGHT else FLUSH, *ranks[1:])
    return ranks


@cache
def by_ranks(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the value of cards whose suits do not matter: category, then ranks that decide."""
    times = Counter(ranks)
    order = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    if sorted(ranks) == [0, 1, 2, 3, 12]:
        return (STRAIGHT, 3)  # five high: the ace is the lowest card
    if len(order) == 5 and order[0] - order[4] == 4:
        return (STRAIGHT, order[0])
    equal = [times[rank] for rank in order if times[rank] > 1] or [1]
    return (SHAPES.index(equal), *order)
