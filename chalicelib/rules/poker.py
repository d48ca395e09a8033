"""Poker hands, which decide the pot of Three in One (R15).

The ace ranks above the king, and also below the two in A-2-3-4-5, the lowest straight. That is
poker's own order, which the option ``ace`` does not change. Suits do not rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Final, TypeAlias

from .cards import Card, cards_of

PokerValue: TypeAlias = tuple[int, ...]
"""The value of a poker hand: the number of its category, then the ranks that decide within it."""


class Category(IntEnum):
    """The categories of poker hands, lowest first (R15)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


_WHEEL: Final = 1 << 12 | 0b1111
_TOP_OF_STRAIGHT: Final = {0b11111 << top - 4: top for top in range(12, 3, -1)} | {_WHEEL: 3}
"""The ten straights as sets of ranks, best first, each with its highest rank."""

_SHAPES: Final = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
}
"""The category by the counts of equal ranks among five cards, best first."""


def rank_five(cards: Iterable[Card]) -> PokerValue:
    """Return the value of a poker hand: the higher one wins, equal ones share the pot (R15).

    The ace is high, and low in A-2-3-4-5 alone, whatever the option ``ace`` says. Only five cards
    can be a straight or a flush. Of two hands that agree in every card of the shorter one, the one
    with more cards is higher.

    Parameters
    ----------
    cards
        Up to five different cards, in any order.

    Examples
    --------
    >>> from chalicelib.rules.cards import cards
    >>> rank_five(cards("9C 9D 4H 4S KC")) > rank_five(cards("9H 9S 4C 4D QC"))
    True
    """
    held = list(cards)
    times = Counter(card % 13 for card in held)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    if len(ranks) == 5:
        flush = len({card // 13 for card in held}) == 1
        top = _TOP_OF_STRAIGHT.get(sum(1 << rank for rank in ranks))
        if top is not None:
            return (Category.STRAIGHT_FLUSH if flush else Category.STRAIGHT, top)
        if flush:
            return (Category.FLUSH, *ranks)
    missing = [1] * (5 - len(held))  # a missing card matches no other
    return (_SHAPES[*(times[rank] for rank in ranks), *missing], *ranks)


def best_five(held: int) -> tuple[PokerValue, tuple[Card, ...]]:
    """Return the value of a seat's best poker hand, and its cards in ascending number (R15).

    Of several choices of the same value it is the one with the lowest card numbers, so clubs come
    before diamonds, hearts, spades. If there are fewer than five cards, all are chosen.

    Parameters
    ----------
    held
        A seat's cards, a bit a card.

    Examples
    --------
    >>> from chalicelib.rules.cards import TEXT, cards
    >>> value, five = best_five(sum(1 << card for card in cards("AC 2D 3H 4S 5C 5D 9H")))
    >>> category(value), [TEXT[card] for card in five]
    ('straight', ['5C', 'AC', '2D', '3H', '4S'])
    """
    return max(
        ((rank_five(five), tuple(sorted(five))) for five in _candidates(held)),
        key=lambda valued: valued[0],
    )


def best_hands(sets: Sequence[int], seats: Sequence[int]) -> list[int]:
    """Return those of ``seats`` with the best poker hand among their cards, in their order (R15).

    Each seat picks its best five. Another choice never helps it, since the cards go back into its
    hand.

    Parameters
    ----------
    sets
        The cards of every seat, a bit a card.
    """
    values = {seat: best_five(sets[seat])[0] for seat in seats}
    best = max(values.values())
    return [seat for seat in seats if values[seat] == best]


def category(value: PokerValue) -> str:
    """Return the code of a poker hand's category, such as ``full_house`` (R15)."""
    return Category(value[0]).name.lower()


def _candidates(held: int) -> Iterator[list[Card]]:
    """Yield the few choices that can be best; of equal ones, first that with the lowest cards.

    They are the best straight flush and flush of each suit, the best straight, and the best hand by
    equal ranks, with the lowest cards of each rank.
    """
    if held.bit_count() <= 5:
        yield cards_of(held)
        return
    for suit in range(4):
        of_suit = held >> 13 * suit & 0x1FFF
        if of_suit.bit_count() >= 5:
            yield [13 * suit + rank for rank in _best_straight(of_suit)]
            yield [13 * suit + rank for rank in cards_of(of_suit)[-5:]]
    by_rank: list[list[Card]] = [[] for _ in range(13)]
    for card in cards_of(held):
        by_rank[card % 13].append(card)
    ranks = sum(1 << rank for rank, of_rank in enumerate(by_rank) if of_rank)
    yield [by_rank[rank][0] for rank in _best_straight(ranks)]
    yield next(five for shape in _SHAPES if len(five := _of_shape(by_rank, shape)) == 5)


def _best_straight(ranks: int) -> list[int]:
    """Return the ranks of the best straight in ``ranks``, a bit a rank; empty if there is none."""
    return next((cards_of(five) for five in _TOP_OF_STRAIGHT if ranks & five == five), [])


def _of_shape(by_rank: list[list[Card]], shape: tuple[int, ...]) -> list[Card]:
    """Return the highest hand of ``shape``; it has fewer than five cards if there is none."""
    five: list[Card] = []
    free = list(range(12, -1, -1))
    for size in shape:
        rank = next((rank for rank in free if len(by_rank[rank]) >= size), None)
        if rank is not None:
            free.remove(rank)
            five += by_rank[rank][:size]
    return five
