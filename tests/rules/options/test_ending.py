"""When a game ends, and how it winds down (R13)."""

from __future__ import annotations

import pytest

from chalicelib.rules import make_rules
from chalicelib.rules.options.ending import Basis, Ending, Unclaimed, WindDown


def test_a_limit_may_be_left_out() -> None:
    assert make_rules("saratoga", {"ending.hands": None}).ending.hands is None
    assert make_rules("saratoga", {"ending.hands": 7}).ending.hands == 7


def test_a_number_of_hands_is_reached() -> None:
    assert [Ending(hands=7).reached_hands(n) for n in (6, 7, 8)] == [False, True, True]
    assert not Ending().reached_hands(1000)


def test_a_number_of_minutes_is_reached() -> None:
    assert [Ending(minutes=2).reached_minutes(s) for s in (119.9, 120, 500)] == [False, True, True]
    assert not Ending().reached_minutes(1e6)


@pytest.mark.parametrize(
    ("ending", "reached"),
    [
        (Ending(), False),
        (Ending(chips=90), True),
        (Ending(chips=91), False),
        (Ending(chips=40, basis=Basis.NET), True),
        (Ending(chips=41, basis=Basis.NET), False),
    ],
)
def test_a_number_of_chips_is_reached_by_the_stack_or_by_what_was_won(
    ending: Ending, reached: bool
) -> None:
    assert ending.reached_chips([90, 30], [50, 50]) is reached


@pytest.mark.parametrize("wind_down", WindDown)
def test_what_is_won_may_close_spaces_or_stop_stakes(wind_down: WindDown) -> None:
    ending = Ending(wind_down=wind_down)
    assert ending.closes_spaces is (wind_down is WindDown.REMOVE_CLAIMED)
    assert ending.stops_refilling is (wind_down is WindDown.NO_REFILL)
    assert ending.winds_down is (wind_down is not WindDown.NONE)


@pytest.mark.parametrize(
    ("unclaimed", "takers"),
    [
        (Unclaimed.SPLIT_EQUAL, [0, 2, 3]),
        (Unclaimed.LEADER_TAKES, [0, 3]),
        (Unclaimed.VOID, []),
    ],
)
def test_who_shares_what_is_left(unclaimed: Unclaimed, takers: list[int]) -> None:
    assert Ending(unclaimed=unclaimed).takers([8, 0, 5, 8], [0, 2, 3]) == takers
