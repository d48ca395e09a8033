"""R16: the table of presets, copied from the rules page by hand."""

from __future__ import annotations

from typing import Any

import pytest
from harness.messages import says

from chalicelib.rules import OPTIONS, PRESETS, Malformed, make_rules, overridden
from chalicelib.rules.options.leading import Change

DEFAULTS: dict[str, Any] = {
    "ace": "high",
    "layout": ["AH", "KC", "QD", "JS"],
    "first_dealer": "chosen",
    "chips.start": 50,
    "stakes.set_by": "rules",
    "stakes.kitty": 0,
    "stakes.pot": 0,
    "stakes.short": "pay_all",
    "deal.first": "widow",
    "deal.leftover": "deal_all",
    "widow": "dead",
    "auction": "anyone",
    "lead.first": "eldest",
    "lead.change": "none",
    "lead.stuck": "pass_then_same",
    "lead.pass_fee": 0,
    "pot.won_by": "run3",
    "spaces_paid": "played",
    "per_card": 1,
    "penalty.missed_play": 0,
    "penalty.compensation": False,
    "penalty.priority": "compensation_first",
    "penalty.false_lead": "reject",
    "penalty.dues": "confirmed",
    "played_cards": "open",
    "following": "manual",
    "broke": "finish_hand",
    "ending.hands": None,
    "ending.minutes": None,
    "ending.chips": None,
    "ending.basis": "stack",
    "wind_down": "none",
    "unclaimed": "split_equal",
}

MICHIGAN = {
    "stakes.mode": "fixed",
    "stakes.amount": 1,
    "stakes.dealer_factor": 2,
    "deal.first": "widow",
    "deal.leftover": "deal_all",
    "widow": "dead",
    "lead.change": "suit",
    "lead.stuck": "pass_then_same",
    "per_card": 1,
    "first_dealer": "first_jack",
}

TABLE: dict[str, dict[str, Any]] = {
    "michigan": MICHIGAN,
    "michigan_pagat": {
        "stakes.mode": "fixed",
        "stakes.amount": 1,
        "stakes.dealer_factor": 2,
        "deal.leftover": "deal_all",
        "widow": "dead",
        "lead.change": "none",
        "per_card": 1,
        "auction": "dealer",
    },
    "michigan_ru": {
        "stakes.mode": "fixed",
        "stakes.amount": 1,
        "stakes.dealer_factor": 1,
        "deal.first": "widow",
        "deal.leftover": "equal_aside",
        "widow": "exchange_or_auction",
        "auction": "anyone",
        "lead.change": "suit",
        "lead.stuck": "pass_then_same",
        "per_card": 1,
        "first_dealer": "high_card",
        "penalty.missed_play": 1,
        "penalty.compensation": True,
        "played_cards": "covered",
    },
    "boodle": {
        "stakes.mode": "free",
        "stakes.amount": 4,
        "stakes.set_by": "dealer",
        "stakes.dealer_factor": 1,
        "deal.first": "widow",
        "deal.leftover": "deal_all",
        "widow": "dead",
        "lead.change": "suit",
        "lead.stuck": "pass_then_same",
        "per_card": 1,
    },
    "newmarket": {
        "stakes.mode": "single",
        "stakes.amount": 1,
        "stakes.kitty": 1,
        "stakes.pot": 1,
        "deal.leftover": "deal_all",
        "widow": "dead",
        "lead.change": "none",
        "per_card": 0,
    },
    "newmarket_horses": {
        "stakes.mode": "single",
        "stakes.amount": 2,
        "stakes.kitty": 1,
        "deal.leftover": "deal_all",
        "widow": "dead",
        "lead.change": "colour",
        "lead.stuck": "pass_then_same",
        "per_card": 1,
    },
    "saratoga": {
        "stakes.mode": "fixed",
        "stakes.amount": 1,
        "stakes.dealer_factor": 1,
        "deal.first": "widow",
        "deal.leftover": "deal_all",
        "widow": "dead",
        "lead.change": "suit",
        "lead.stuck": "pass_then_same",
        "per_card": 1,
    },
    "three_in_one": {
        "layout": [
            "AH",
            "KH",
            "QH",
            "JH",
            "10H",
            {"name": "K-Q", "cards": ["KH", "QH"]},
            {"name": "8-9-10", "cards": ["8", "9", "10"]},
        ],
        "stakes.mode": "fixed",
        "stakes.amount": 1,
        "stakes.dealer_factor": 1,
        "stakes.kitty": 1,
        "stakes.pot": 1,
        "deal.leftover": "deal_all",
        "widow": "dead",
        "lead.change": "colour",
        "lead.stuck": "pass_then_end",
        "lead.pass_fee": 1,
        "per_card": 1,
        "pot.won_by": "poker",
        "spaces_paid": "held",
    },
    "chicago": MICHIGAN,
    "stops": MICHIGAN,
}


def test_the_presets_are_those_of_the_table() -> None:
    assert set(PRESETS) == set(TABLE)


@pytest.mark.parametrize("preset", TABLE)
def test_each_cell(preset: str) -> None:
    newer = {option.name: option.plain(option.default) for option in OPTIONS}
    expected = {**newer, **DEFAULTS, **TABLE[preset]}
    options = make_rules(preset).options()
    if preset == "newmarket_horses":
        layout = options.pop("layout")
        assert isinstance(layout, list)
        assert sorted(layout) == ["KC", "KD", "KH", "KS"]
        del expected["layout"]
    factor = options.pop("stakes.dealer_factor")
    assert factor == expected.pop("stakes.dealer_factor", 1)
    assert options == expected
    assert overridden(make_rules(preset)) == {}


def test_an_unknown_preset_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(Malformed, match=says("option.preset-unknown", preset="rummy")):
        make_rules("rummy")


def test_options_override_the_preset() -> None:
    rules = make_rules("michigan", {"lead.change": "none", "per_card": 2})
    assert (rules.leading.change, rules.winning.per_card) == (Change.NONE, 2)
    assert rules.stakes.dealer_factor == 2
    assert overridden(rules) == {"lead.change": "none", "per_card": 2}
