"""Who leads, and what (R6)."""

from __future__ import annotations

import pytest

from chalicelib.rules import parse_card
from chalicelib.rules.cards import SUIT_MASKS
from chalicelib.rules.options.leading import Change, First, Leading, Stuck

CLUBS, DIAMONDS, HEARTS, SPADES = SUIT_MASKS


def test_the_first_lead_may_be_the_lowest_card_of_a_suit() -> None:
    suits = {first: Leading(first=first).first_suit for first in First}
    assert list(suits.values()) == [None, None, 0, 1, 2, 3]
    assert [Leading(first=first).dealer_first for first in First] == [
        first is First.DEALER for first in First
    ]


@pytest.mark.parametrize(
    ("change", "permitted"),
    [
        (Change.NONE, CLUBS | DIAMONDS | HEARTS | SPADES),
        (Change.SUIT, CLUBS | DIAMONDS | SPADES),
        (Change.COLOUR, CLUBS | SPADES),
    ],
)
def test_what_may_be_led_after_a_stop_in_hearts(change: Change, permitted: int) -> None:
    leading = Leading(change=change)
    assert leading.permitted_after(parse_card("9H")) == permitted
    assert leading.is_restricted is (change is not Change.NONE)


@pytest.mark.parametrize("change", Change)
@pytest.mark.parametrize("stuck", Stuck)
def test_a_leader_is_stuck_only_where_a_lead_must_change_something(
    change: Change, stuck: Stuck
) -> None:
    leading = Leading(change=change, stuck=stuck, pass_fee=1)
    restricted = change is not Change.NONE
    assert leading.passes is (restricted and stuck is not Stuck.PLAY_SAME)
    assert leading.lifts_after_circle is (restricted and stuck is Stuck.PASS_THEN_SAME)
    assert leading.ends_after_circle is (restricted and stuck is Stuck.PASS_THEN_END)
    assert leading.costs_chips is leading.passes
    assert not Leading(change=change, stuck=stuck).costs_chips
