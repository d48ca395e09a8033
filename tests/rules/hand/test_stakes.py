"""R3: stakes before the deal."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any

import pytest
from harness.messages import says

from chalicelib.rules import (
    AgainstRules,
    Hand,
    Malformed,
    NotNow,
    lawful_placements,
    make_rules,
)
from chalicelib.rules.hand.stakes import check_placement
from chalicelib.rules.version import Version
from rules.strategies import named_moves
from rules.tables import entries, sit

HANDS = ("2C", "3C", "4C")
FREE: dict[str, Any] = {"stakes.mode": "free", "stakes.amount": 4}
SINGLE: dict[str, Any] = {"stakes.mode": "single", "stakes.amount": 2}
SIT_OUT = {"stakes.short": "sit_out"}


def table(
    options: dict[str, Any],
    chips: int | list[int] = 50,
    preset: str = "saratoga",
    hands: tuple[str, ...] = HANDS,
    **more: Any,
) -> Hand:
    return sit(preset, *hands, options=options, chips=chips, **more)


def test_fixed_the_dealer_pays_twice() -> None:
    hand = table({}, preset="michigan")
    assert hand.ledger.stacks == [46, 46, 42]
    assert hand.ledger.layout == [4, 4, 4, 4]


def test_fixed_any_factor_and_amount() -> None:
    hand = table({"stakes.amount": 2, "stakes.dealer_factor": 3})
    assert hand.ledger.stacks == [42, 42, 26]


def test_stakes_are_added_to_what_lies_there() -> None:
    hand = table({"stakes.kitty": 2, "stakes.pot": 1}, layout=[5, 0, 1, 0], kitty=7, pot=9, bank=3)
    assert hand.ledger.layout == [8, 3, 4, 3]
    assert hand.ledger.chips[hand.ledger.kitty :] == [13, 12, 3]


def test_order_of_payment_is_clockwise_space_by_space_kitty_pot() -> None:
    hand = table(
        {"layout": ["AH", "KC"], "stakes.kitty": 2, "stakes.pot": 3, "stakes.dealer_factor": 2},
        dealer=1,
    )
    assert named_moves(hand) == [
        ("seat 3", "space AH", 1),
        ("seat 3", "space KC", 1),
        ("seat 3", "kitty", 2),
        ("seat 3", "pot", 3),
        ("seat 1", "space AH", 1),
        ("seat 1", "space KC", 1),
        ("seat 1", "kitty", 2),
        ("seat 1", "pot", 3),
        ("seat 2", "space AH", 2),
        ("seat 2", "space KC", 2),
        ("seat 2", "kitty", 2),
        ("seat 2", "pot", 3),
    ]
    assert [entry.action for entry in hand.ledger.entries] == [0] * 12


def test_a_short_seat_pays_in_that_order_and_plays_on() -> None:
    hand = table({"stakes.kitty": 5}, chips=[2, 6, 50])
    assert hand.ledger.stacks == [0, 0, 41]
    assert hand.ledger.layout == [3, 3, 2, 2]
    assert hand.ledger.chips[hand.ledger.kitty] == 2 + 5
    assert hand.live == [0, 1, 2]


def test_free_stakes_lie_as_placed() -> None:
    hand = table(FREE, placements={0: {0: 4}, 1: {1: 1, 2: 3}, 2: {0: 1, 1: 1, 2: 1, 3: 1}})
    assert hand.ledger.layout == [5, 2, 4, 1]
    assert hand.ledger.stacks == [46, 46, 46]


def test_free_zeros_are_fine() -> None:
    hand = table(FREE, placements={seat: {0: 0, 3: 4} for seat in range(3)})
    assert hand.ledger.layout == [0, 0, 0, 12]


def test_free_the_dealer_names_the_amount_and_pays_no_more_than_the_others() -> None:
    hand = table(
        {"stakes.dealer_factor": 2},
        preset="boodle",
        amount=6,
        placements={seat: {seat: 6} for seat in range(3)},
    )
    assert hand.ledger.layout == [6, 6, 6, 0]
    assert hand.amount == 6


def test_free_the_dealer_names_nothing() -> None:
    hand = table({}, preset="boodle", placements={seat: {seat: 4} for seat in range(3)})
    assert hand.amount == 4


def test_free_a_short_seat_spreads_what_it_has() -> None:
    hand = table(FREE, chips=[3, 50, 50], placements={0: {1: 2, 2: 1}, 1: {0: 4}, 2: {0: 4}})
    assert hand.ledger.stacks == [0, 46, 46]
    assert hand.ledger.layout == [8, 2, 1, 0]


def test_single_puts_all_on_one_space() -> None:
    hand = table(SINGLE, preset="newmarket_horses", placements={0: {3: 2}, 1: {3: 2}, 2: {0: 2}})
    assert hand.ledger.layout == [2, 0, 0, 4]
    assert hand.ledger.chips[hand.ledger.kitty] == 3
    assert hand.ledger.stacks == [47, 47, 47]


def test_single_a_short_seat_puts_what_it_has_on_its_space() -> None:
    for named in (1, 2):
        hand = table(SINGLE, chips=[1, 9, 9], placements={0: {1: named}, 1: {1: 2}, 2: {1: 2}})
        assert hand.ledger.layout == [0, 5, 0, 0]


@pytest.mark.parametrize(
    ("options", "placed", "error", "message"),
    [
        (FREE, {0: 3}, AgainstRules, says("stakes.total", due=4, total=3)),
        (FREE, {0: 3, 1: 2}, AgainstRules, says("stakes.total", due=4, total=5)),
        (FREE, {}, AgainstRules, says("stakes.total", due=4, total=0)),
        (FREE, {0: 5, 1: -1}, Malformed, says("stakes.negative")),
        (FREE, {4: 4}, Malformed, says("stakes.no-space")),
        (FREE, {-1: 4}, Malformed, says("stakes.no-space")),
        (SINGLE, {0: 1, 1: 1}, AgainstRules, says("stakes.one-space", due=2)),
        (SINGLE, {0: 1}, AgainstRules, says("stakes.total", due=2, total=1)),
        (SINGLE, {0: 3}, AgainstRules, says("stakes.total", due=2, total=3)),
    ],
)
def test_a_wrong_stake_is_refused(
    options: dict[str, Any], placed: dict[int, int], error: type[Exception], message: str
) -> None:
    right = {0: options["stakes.amount"]}
    with pytest.raises(error, match=message) as refused:
        table(options, placements={0: right, 1: placed, 2: right})
    assert getattr(refused.value, "section", "R3") == "R3"


def test_a_stake_not_placed_holds_up_the_deal() -> None:
    with pytest.raises(NotNow, match=says("stakes.not-placed")):
        table(FREE, placements={0: {0: 4}})


def test_a_stake_of_nothing_need_not_be_placed() -> None:
    assert entries(table({"stakes.mode": "free", "stakes.amount": 0}), "stake") == []


def test_sit_out_a_seat_that_cannot_pay_all_is_not_dealt_in() -> None:
    hand = table(SIT_OUT, chips=[50, 3, 4, 50], hands=("2C", "", "3C", "4C"))
    assert hand.live == [0, 2, 3]
    assert hand.ledger.stacks == [46, 3, 0, 46]


def test_sit_out_counts_kitty_and_pot() -> None:
    options = {**SIT_OUT, "stakes.kitty": 1, "stakes.pot": 1}
    hand = table(options, chips=[5, 6, 6], hands=("", "2C", "3C"))
    assert hand.live == [1, 2]


def test_sit_out_is_skipped_as_eldest() -> None:
    hand = table(SIT_OUT, chips=[3, 50, 50], hands=("", "2C", "3C"))
    assert hand.turn == 1


def test_sit_out_is_skipped_as_dealer() -> None:
    """Who could not pay what the dealer owes sits out, though he could pay as another seat."""
    hands = ("", "2C", "3C", "")
    hand = table(SIT_OUT, chips=[7, 50, 50, 7], preset="michigan", hands=hands, dealer=3)
    assert (hand.dealer, hand.live) == (1, [1, 2])
    assert hand.ledger.stacks == [7, 42, 46, 7]


def test_sit_out_a_seat_needs_no_more_than_it_owes() -> None:
    hand = table(SIT_OUT, chips=[4, 4, 8], preset="michigan")
    assert hand.ledger.stacks == [0, 0, 0]


@pytest.mark.parametrize("chips", [[3, 3, 3], [50, 3, 3], [3, 50, 3]])
def test_sit_out_fewer_than_two_able_and_the_game_is_over(chips: list[int]) -> None:
    with pytest.raises(NotNow, match=says("stakes.too-few-seats")):
        table(SIT_OUT, chips=chips)


def test_only_seats_in_the_game_deal_and_hold_cards() -> None:
    with pytest.raises(Malformed, match=says("deal.seat-not-in-game", seat=3)):
        table({}, seats=[0, 1])
    with pytest.raises(Malformed, match=says("deal.seats-and-hands")):
        table({}, seats=[0, 2])
    with pytest.raises(Malformed, match=says("deal.seats-and-hands")):
        table({}, hands=("2C", "", "3C"))


def test_the_dealer_names_at_most_his_own_chips() -> None:
    """R3; version 1 took any amount."""
    hands = ("9S 3H", "10S 5D", "JS KC")
    stakes = {seat: {0: 7} for seat in range(3)}
    chips = [50, 50, 6]
    with pytest.raises(AgainstRules, match=says("stakes.amount-beyond-stack", most=6)):
        sit("boodle", *hands, chips=chips, amount=7, placements=stakes)
    hand = sit(
        "boodle",
        *hands,
        chips=chips,
        amount=7,
        placements=stakes | {2: {0: 6}},
        version=Version.ONE,
    )
    assert hand.amount == 7
    stakes = {seat: {0: 6} for seat in range(3)}
    assert sit("boodle", *hands, chips=chips, amount=6, placements=stakes).amount == 6


@pytest.mark.parametrize(("amount", "stack", "claimed"), [(4, 50, 0), (4, 3, 0), (4, 50, 0b0101)])
def test_the_lawful_placements_are_those_that_are_accepted(
    amount: int, stack: int, claimed: int
) -> None:
    """R3, R13: every way to spread the chips due on the open spaces, each once."""
    rules = make_rules("saratoga", FREE)
    listed = [
        dict(sorted(placed.items())) for placed in lawful_placements(rules, amount, stack, claimed)
    ]
    spaces, due = len(rules.open_spaces(claimed)), min(amount, stack)
    assert len(listed) == comb(due + spaces - 1, spaces - 1)
    accepted = []
    for chips in product(range(due + 1), repeat=4):
        placed = {space: n for space, n in enumerate(chips) if n}
        try:
            check_placement(rules, placed, amount, stack, claimed)
        except AgainstRules:
            continue
        accepted.append(placed)
    assert sorted(map(str, listed)) == sorted(map(str, accepted))


def test_placements_where_there_is_one_space_or_no_choice() -> None:
    assert [*lawful_placements(make_rules("saratoga", SINGLE), 2, 1)] == [{n: 1} for n in range(4)]
    assert [*lawful_placements(make_rules("saratoga"), 1, 50)] == [{}]
    assert [*lawful_placements(make_rules("saratoga", FREE), 4, 0)] == [{}]
