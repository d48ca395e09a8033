"""What follows from several groups of options, and the list of all of them."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given

from chalicelib.rules import OPTIONS, Rules, make_rules, overridden
from rules.strategies import any_rules


@given(any_rules())
def test_rules_are_made_again_from_what_they_override(rules: Rules) -> None:
    assert make_rules(rules.preset, overridden(rules)) == rules
    assert make_rules("saratoga", rules.options()).options() == rules.options()


def test_every_field_of_a_group_declares_an_option() -> None:
    groups = [field.name for field in fields(Rules) if field.name not in ("preset", "version")]
    declared = [
        field.metadata["option"] for group in groups for field in fields(getattr(Rules(""), group))
    ]
    assert declared == list(OPTIONS)
    assert len({option.name for option in OPTIONS}) == len(OPTIONS)


@pytest.mark.parametrize(
    ("options", "compensates", "cost"),
    [
        ({}, False, False),
        ({"penalty.missed_play": 1}, False, True),
        ({"penalty.compensation": True}, True, True),
        ({"penalty.compensation": True, "spaces_paid": "held"}, False, False),
    ],
)
def test_a_compensation_needs_wins_by_playing(
    options: dict[str, bool | str], compensates: bool, cost: bool
) -> None:
    """R10, R15."""
    rules = make_rules("saratoga", options)
    assert (rules.compensates, rules.misses_cost) == (compensates, cost)


@pytest.mark.parametrize(
    ("options", "kitty", "pot"),
    [
        ({"lead.pass_fee": 1}, False, False),  # any suit may be led, so nobody passes
        ({"lead.pass_fee": 1, "lead.change": "suit"}, True, False),
        ({"stakes.kitty": 1}, True, False),
        ({"stakes.pot": 1}, False, True),
        ({"pot.won_by": "poker"}, False, True),
    ],
)
def test_where_chips_ever_lie(options: dict[str, int | str], kitty: bool, pot: bool) -> None:
    rules = make_rules("saratoga", {"lead.change": "none", **options})
    assert (rules.has_kitty, rules.has_pot) == (kitty, pot)


def test_what_was_won_is_staked_on_no_more_where_the_game_winds_down() -> None:
    """R13."""
    stakes = {"stakes.kitty": 2, "stakes.pot": 3}
    plain = make_rules("saratoga", stakes)
    assert (plain.open_spaces(0b110001), plain.refilled(0b110001)) == ((0, 1, 2, 3), (2, 3))
    closing = make_rules("saratoga", stakes | {"wind_down": "remove_claimed"})
    assert (closing.open_spaces(0b110001), closing.refilled(0b110001)) == ((1, 2, 3), (2, 3))
    ebbing = make_rules("saratoga", stakes | {"wind_down": "no_refill"})
    assert ebbing.open_spaces(0b110001) == (0, 1, 2, 3)
    assert [ebbing.refilled(won << 4) for won in range(4)] == [(2, 3), (0, 3), (2, 0), (0, 0)]
