"""What an action costs in every game of the family, and on tables with real cards: one unit."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from harness.real_cards import real_hand

from chalicelib.rules import PRESETS, make_rules

from .test_units import Billed


def dealt(night: Billed) -> None:
    """Deal the first hand, with whatever stakes have to be placed."""
    table = night.table
    rules = table.club.get(table.league.path)["rules"]
    if rules["stakes.mode"] != "fixed":
        stakes = {rules["layout"][0]: rules["stakes.amount"]}
        for seat in table.seats:
            path = f"{table.at(1)}/entries/{seat}"
            assert table.club.put(path, {"stakes": stakes}, table.seat(seat)).status == 200
    table.deal(dealer=8)


def to_act(night: Billed) -> tuple[dict[str, Any], str] | None:
    """Return a legal action and whose it is; ``None`` when the hand is over."""
    for token in night.seats:
        page = night.table.view(token)
        if page["phase"] == "over":
            return None
        if page["awaiting"] == "you":
            return page["legal"][0], token
    raise AssertionError("nobody's turn")


@pytest.mark.parametrize("preset", sorted({*PRESETS} - {"chicago", "stops"}))
def test_an_action_costs_one_unit_each_way_in_every_preset(preset: str) -> None:
    night = Billed(**make_rules(preset).options())
    dealt(night)
    costs: list[tuple[int, int]] = []
    while (turn := to_act(night)) and len(costs) < 25:
        night.act(len(costs) + 1, *turn)
        costs.append(night.cost)
    if turn is None:
        costs.pop()  # what ends the hand writes its archive, too
    assert costs
    assert set(costs) == {(1, 1)}


def test_each_card_of_an_observed_hand_costs_one_unit_each_way() -> None:
    """To the last card shown: the longest log that a hand without stops can have."""
    options = {"penalty.missed_play": 1, "penalty.compensation": True, "chips.start": 4000}
    night = Billed("observed", **options)
    dealt(night)
    rules = make_rules("michigan", options)
    _, told = real_hand(rules, [4000] * 8, 7, Random(2), careless=0.6)
    largest = 0
    for number, action in enumerate(told[:-1], 1):
        night.act(number, action, night.scorer)
        assert night.cost == (1, 1), (number, action)
        largest = max(largest, night.bill.largest)
    print(f"largest live record of an observed hand: {largest} bytes after {len(told)} actions")
