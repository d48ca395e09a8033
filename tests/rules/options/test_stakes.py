"""What is staked before a deal (R3)."""

from __future__ import annotations

import pytest

from chalicelib.rules.options.stakes import Mode, SetBy, Short, Stakes


@pytest.mark.parametrize("mode", Mode)
def test_a_stake_goes_where_the_mode_says(mode: Mode) -> None:
    stakes = Stakes(mode=mode)
    asked = (stakes.are_fixed, stakes.are_spread, stakes.on_one_space)
    assert asked == (mode is Mode.FIXED, mode is Mode.FREE, mode is Mode.SINGLE)


def test_the_dealer_may_name_the_amount_and_pays_more_of_a_fixed_one() -> None:
    assert not Stakes().dealer_names_amount
    assert Stakes(set_by=SetBy.DEALER).dealer_names_amount
    stakes = Stakes(dealer_factor=3)
    assert (stakes.on_each_space(2, is_dealer=True), stakes.on_each_space(2, is_dealer=False)) == (
        6,
        2,
    )


def test_a_short_seat_pays_what_it_has_or_sits_out() -> None:
    assert not Stakes().short_sit_out
    assert Stakes(short=Short.SIT_OUT).short_sit_out


@pytest.mark.parametrize(
    ("stakes", "exist"),
    [
        (Stakes(amount=0), False),
        (Stakes(amount=1), True),
        (Stakes(amount=0, kitty=1), True),
        (Stakes(amount=0, pot=1), True),
        (Stakes(amount=0, set_by=SetBy.DEALER), True),
    ],
)
def test_there_are_stakes_where_anything_may_be_staked(stakes: Stakes, exist: bool) -> None:
    assert stakes.exist is exist
