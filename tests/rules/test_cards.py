"""R1: cards, their names and their order."""

from __future__ import annotations

import pytest
from harness.messages import says
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.rules import RANKS, SUITS, TEXT, Malformed, cards, parse_card
from chalicelib.rules.cards import ACE_HIGH, ACE_LOW, NO_CARD, cards_of

from .strategies import PACK


def named(text: str) -> int:
    return TEXT.index(text)


def test_the_pack_has_52_cards_written_rank_and_suit() -> None:
    assert len(set(TEXT)) == 52
    assert [TEXT[card] for card in (0, 8, 12, 13, 51)] == ["2C", "10C", "AC", "2D", "AS"]


@pytest.mark.parametrize("text", ["10S", "TS", "10♠", "T♠", "10s", "ts", "10S "])
def test_other_ways_to_write_a_card_are_accepted(text: str) -> None:
    assert parse_card(text) == named("10S")


@given(st.sampled_from(PACK), st.booleans(), st.booleans(), st.booleans())
def test_a_card_survives_being_written(card: int, lower: bool, ten: bool, sign: bool) -> None:
    text = TEXT[card]
    if ten:
        text = text.replace("10", "T")
    if sign:
        text = text[:-1] + dict(zip(SUITS, "♣♦♥♠", strict=True))[text[-1]]
    assert parse_card(text.lower() if lower else text) == card


@given(st.text(max_size=5) | st.integers() | st.none() | st.binary(max_size=3))
def test_anything_else_is_no_card(text: object) -> None:
    written = str(text).strip().upper().replace("T", "10", 1)
    if isinstance(text, str) and written.translate(str.maketrans("♣♦♥♠", "CDHS")) in TEXT:
        assert TEXT[parse_card(text)][0] == written[0]
    else:
        with pytest.raises(Malformed, match=says("card.unreadable")):
            parse_card(text)


@pytest.mark.parametrize("text", ["", "1S", "11S", "10", "S", "S10", "10SS", "TTS", "10X", 7, None])
def test_no_card(text: object) -> None:
    with pytest.raises(Malformed, match=says("card.unreadable")):
        parse_card(text)


def test_a_text_of_cards() -> None:
    assert cards("9S 3H") == [named("9S"), named("3H")]
    assert cards("") == []


def test_ace_high_stands_above_the_king() -> None:
    assert ACE_HIGH.next[named("KH")] == named("AH")
    assert ACE_HIGH.next[named("AH")] == NO_CARD
    assert ACE_HIGH.lowest(1 << named("AH") | 1 << named("9H"), 2) == named("9H")


def test_ace_low_stands_below_the_two() -> None:
    assert ACE_LOW.next[named("AH")] == named("2H")
    assert ACE_LOW.next[named("KH")] == NO_CARD
    assert ACE_LOW.lowest(1 << named("AH") | 1 << named("2H"), 2) == named("AH")


@pytest.mark.parametrize(("order", "ranks"), [(ACE_HIGH, RANKS), (ACE_LOW, ("A", *RANKS[:-1]))])
def test_each_suit_is_one_chain(order: object, ranks: tuple[str, ...]) -> None:
    assert isinstance(order, type(ACE_HIGH))
    for suit in SUITS:
        chain = [named(rank + suit) for rank in ranks]
        assert [order.next[card] for card in chain] == [*chain[1:], NO_CARD]
        assert sorted(chain, key=order.sort_key) == chain
        assert order.lowest(0, SUITS.index(suit)) == NO_CARD


@given(st.sets(st.sampled_from(PACK)))
def test_a_set_of_cards_lists_them(held: set[int]) -> None:
    assert cards_of(sum(1 << card for card in held)) == sorted(held)
