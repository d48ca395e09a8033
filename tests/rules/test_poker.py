"""R15: the ranking of poker hands in Three in One, and the choice of the best five cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from typing import TypeVar

import pytest
from harness.sizes import SLOW, sized
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import StandardHighHand

from chalicelib.rules import TEXT, cards
from chalicelib.rules.poker import Category, PokerValue, best_five, category, rank_five

from .strategies import PACK

RANKING = [
    ("straight_flush", "10H JH QH KH AH"),
    ("straight_flush", "9C 10C JC QC KC"),
    ("straight_flush", "AS 2S 3S 4S 5S"),
    ("four_of_a_kind", "AC AD AH AS 2C"),
    ("four_of_a_kind", "2C 2D 2H 2S AC"),
    ("four_of_a_kind", "2C 2D 2H 2S KC"),
    ("four_of_a_kind", "2C 2D 2H 2S"),
    ("full_house", "AC AD AH 2C 2D"),
    ("full_house", "3C 3D 3H KC KD"),
    ("full_house", "3C 3D 3H QC QD"),
    ("full_house", "2C 2D 2H AC AD"),
    ("flush", "AD KD QD JD 9D"),
    ("flush", "AC KC QC JC 8C"),
    ("flush", "AH 6H 4H 3H 2H"),
    ("flush", "2S 3S 4S 5S 7S"),
    ("straight", "10C JD QH KS AC"),
    ("straight", "9C 10D JH QS KC"),
    ("straight", "2D 3D 4D 5D 6C"),
    ("straight", "AC 2D 3H 4S 5C"),
    ("three_of_a_kind", "AC AD AH 3C 2D"),
    ("three_of_a_kind", "5C 5D 5H KC 4D"),
    ("three_of_a_kind", "5C 5D 5H KC 3D"),
    ("three_of_a_kind", "5C 5D 5H QC JD"),
    ("three_of_a_kind", "5C 5D 5H QC"),
    ("three_of_a_kind", "5C 5D 5H"),
    ("two_pair", "AC AD 2C 2D 3H"),
    ("two_pair", "KC KD QC QD 2H"),
    ("two_pair", "KC KD JC JD AH"),
    ("two_pair", "KC KD JC JD QH"),
    ("two_pair", "KC KD JC JD"),
    ("pair", "AC AD 4H 3C 2D"),
    ("pair", "8C 8D AH 7C 3D"),
    ("pair", "8C 8D AH 6C 5D"),
    ("pair", "8C 8D AH 6C 4D"),
    ("pair", "8C 8D KH QC JD"),
    ("pair", "8C 8D"),
    ("high_card", "AC KD QH JS 9C"),
    ("high_card", "AC KD QH JS"),
    ("high_card", "AH 6H 4H 3H 2C"),
    ("high_card", "2C 3D 4H 5S 7C"),
    ("high_card", "6C 5C 4C 3C"),
    ("high_card", "2C"),
]
"""Hands with the category of each, the best first; every one beats the next."""

FREQUENCIES = {
    "straight_flush": 40,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
"""How many of the 2,598,960 hands of five cards are in each category."""

DIFFERENT_HANDS = 7_462
"""How many values a hand of five cards can have."""


def held(chosen: Iterable[int]) -> int:
    return sum(1 << card for card in chosen)


def hands(least: int, most: int) -> st.SearchStrategy[list[int]]:
    """Hands from the whole pack, or from so few ranks or suits that most hands are good ones."""

    def some(pack: Sequence[int]) -> st.SearchStrategy[list[int]]:
        return st.lists(st.sampled_from(pack), min_size=least, max_size=most, unique=True)

    few_ranks = st.sets(st.integers(0, 12), min_size=-(-most // 4), max_size=6)
    few_suits = st.sets(st.integers(0, 3), min_size=-(-most // 13), max_size=2)
    return st.one_of(
        some(PACK),
        few_ranks.map(lambda ranks: [card for card in PACK if card % 13 in ranks]).flatmap(some),
        few_suits.map(lambda suits: [card for card in PACK if card // 13 in suits]).flatmap(some),
    )


def all_different_hands() -> list[list[int]]:
    """One hand of five cards for each value there can be: ranks in one suit, and in several."""
    flushes = [list(ranks) for ranks in combinations(range(13), 5)]
    others = []
    for ranks in combinations_with_replacement(range(13), 5):
        if max(Counter(ranks).values()) <= 4:
            suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
            if not any(suits):
                suits[0] = 1
            others.append([13 * suit + rank for suit, rank in zip(suits, ranks, strict=True)])
    return flushes + others


def pokerkit_rank(chosen: Iterable[int]) -> int:
    """The place of the best hand in the order of another library, pokerkit."""
    text = "".join(TEXT[card].replace("10", "T")[0] + TEXT[card][-1].lower() for card in chosen)
    return int(StandardHighHand.from_game(text).entry.index)


V = TypeVar("V", PokerValue, int)


def sign(left: V, right: V) -> int:
    """1 if ``left`` wins, -1 if ``right`` does, 0 if they share."""
    return (left > right) - (left < right)


# The ranking


@pytest.mark.parametrize(("name", "text"), RANKING)
def test_a_hand_is_in_its_category(name: str, text: str) -> None:
    assert category(rank_five(cards(text))) == name


@pytest.mark.parametrize(("better", "worse"), list(pairwise(text for _, text in RANKING)))
def test_a_hand_beats_the_next_of_the_ranking(better: str, worse: str) -> None:
    assert rank_five(cards(better)) > rank_five(cards(worse))


def test_the_ranking_has_every_category() -> None:
    assert {name for name, _ in RANKING} == {member.name.lower() for member in Category}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AC KC QC JC 9C", "AS KS QS JS 9S"),
        ("10H JH QH KH AH", "10D JD QD KD AD"),
        ("AC 2D 3H 4S 5C", "AD 2H 3S 4C 5D"),
        ("KC KD JC JD QH", "KH KS JH JS QC"),
        ("8C 8D AH 6C 5D", "8H 8S AC 6D 5C"),
        ("2C 3D 4H 5S 7C", "2D 3H 4S 5C 7D"),
    ],
)
def test_suits_do_not_rank_so_equal_hands_share(one: str, other: str) -> None:
    assert rank_five(cards(one)) == rank_five(cards(other))


def test_a_straight_does_not_run_round_the_ace() -> None:
    assert category(rank_five(cards("JC QD KH AS 2C"))) == "high_card"
    assert category(rank_five(cards("KC AC 2C 3C 4C"))) == "flush"


def test_four_cards_are_no_straight_and_no_flush() -> None:
    assert category(rank_five(cards("5C 6D 7H 8S"))) == "high_card"
    assert category(rank_five(cards("5C 7C 9C JC"))) == "high_card"


@given(hands(1, 5))
def test_the_order_of_the_cards_does_not_matter(hand: list[int]) -> None:
    assert rank_five(hand) == rank_five(sorted(hand)) == rank_five(hand[::-1])


@given(hands(1, 5), st.permutations(range(4)))
def test_the_names_of_the_suits_do_not_matter(hand: list[int], suits: list[int]) -> None:
    renamed = [13 * suits[card // 13] + card % 13 for card in hand]
    assert rank_five(renamed) == rank_five(hand)


# The best five


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        # the flush, not the straight or the three aces
        ("AC KC 9C 4C 2C AD AH QS JS 10S", "AC KC 9C 4C 2C"),
        # two three of a kind make a full house
        ("7C 7D 7H 9C 9D 9H 2C", "9C 9D 9H 7C 7D"),
        # the kicker of a four of a kind may come from a pair
        ("4C 4D 4H 4S KH KD QC QD", "4C 4D 4H 4S KD"),
        # a third pair gives its rank to the kicker
        ("5C 5D 8C 8D JC JD 2H", "JC JD 8C 8D 5C"),
        # the higher of two flushes, though its suit comes later
        ("2C 4C 6C 8C KC 2S 4S 6S 8S AS", "2S 4S 6S 8S AS"),
        # the straight flush, not the higher flush of its suit
        ("3H 4H 5H 6H 7H AH KD", "3H 4H 5H 6H 7H"),
        # the ace is low only where no higher straight is held
        ("AC 2D 3H 4S 5C 6D", "2D 3H 4S 5C 6D"),
        # a whole suit
        ("2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD AS AH AC KC", "10D JD QD KD AD"),
    ],
)
def test_the_best_five_of_a_hand(hand: str, best: str) -> None:
    assert best_five(held(cards(hand)))[1] == tuple(sorted(cards(best)))


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("2S 4S 6S 8S KS 2D 4D 6D 8D KD", "2D 4D 6D 8D KD"),
        ("5S 6S 7S 8S 9S 5H 6H 7H 8H 9H", "5H 6H 7H 8H 9H"),
        ("5S 5H 6H 7D 8C 9S 9D", "5H 6H 7D 8C 9D"),
        ("QC QS QH 2D 3C 7D 7S 7H", "QC QH QS 7D 7H"),
        ("AS AH AC KD KS 9H 9C 3D", "AC AH AS KD KS"),
    ],
)
def test_of_equal_choices_the_lowest_cards_are_taken(hand: str, best: str) -> None:
    assert best_five(held(cards(hand)))[1] == tuple(sorted(cards(best)))


def best_of_all_choices(hand: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    choices = [(rank_five(five), five) for five in combinations(sorted(hand), 5)]
    most = max(value for value, _ in choices)
    return most, min(five for value, five in choices if value == most)


@given(hands(5, 10))
def test_the_best_five_are_those_of_all_choices(hand: list[int]) -> None:
    assert best_five(held(hand)) == best_of_all_choices(hand)


@settings(max_examples=sized(5, 50))
@given(hands(11, 17))
def test_the_best_five_of_a_large_hand_are_those_of_all_choices(hand: list[int]) -> None:
    assert best_five(held(hand)) == best_of_all_choices(hand)


@given(hands(1, 4))
def test_a_hand_of_fewer_than_five_cards_is_chosen_whole(hand: list[int]) -> None:
    assert best_five(held(hand)) == (rank_five(hand), tuple(sorted(hand)))


# Proofs


def test_every_possible_value_stands_where_pokerkit_puts_it() -> None:
    ordered = sorted(all_different_hands(), key=rank_five)
    assert len({rank_five(hand) for hand in ordered}) == DIFFERENT_HANDS == len(ordered)
    places = [pokerkit_rank(hand) for hand in ordered]
    assert places == sorted(set(places))


@given(hands(5, 5), hands(5, 5))
def test_five_cards_are_ordered_as_pokerkit_orders_them(one: list[int], other: list[int]) -> None:
    assert sign(rank_five(one), rank_five(other)) == sign(pokerkit_rank(one), pokerkit_rank(other))


@given(hands(7, 7), hands(7, 7))
def test_seven_cards_are_ordered_as_pokerkit_orders_them(one: list[int], other: list[int]) -> None:
    ours = sign(best_five(held(one))[0], best_five(held(other))[0])
    assert ours == sign(pokerkit_rank(one), pokerkit_rank(other))


@pytest.mark.skipif(not SLOW, reason="all hands: BOODLE_SLOW=1")
def test_every_category_has_as_many_hands_as_is_known() -> None:
    values = Counter(map(rank_five, combinations(PACK, 5)))
    found: Counter[str] = Counter()
    for value, times in values.items():
        found[category(value)] += times
    assert found == FREQUENCIES
    assert len(values) == DIFFERENT_HANDS
