"""What an action costs in every game of the family, and on tables with real cards: one unit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from harness.real_cards import real_hand

from chalicelib.rules import PRESETS, make_rules

from .test_units import Night

HAND = "/v1/tables/{table}/hands/{hand}"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[list[Night]]:
    nights: list[Night] = []
    yield nights
    for night in nights:
        night.meter.close()


def dealt(night: Night) -> None:
    """Deal the first hand, with whatever stakes have to be placed."""
    at = {"table": night.table, "hand": "1"}
    rules = night.call("GET", "/v1/leagues/{league}", {"league": night.league})["rules"]
    if rules["stakes.mode"] != "fixed":
        first = rules["layout"][0]
        for seat in range(8):
            body = {"stakes": {first: rules["stakes.amount"]}}
            path = HAND + "/entries/{seat}"
            night.call("PUT", path, {**at, "seat": str(seat + 1)}, body, night.seats[seat])
    night.call("PUT", HAND, at, {"dealer": 8}, night.scorer)


def to_act(night: Night) -> tuple[dict[str, Any], str] | None:
    """Return a legal action and whose it is; ``None`` when the hand is over."""
    at = {"table": night.table, "hand": "1"}
    for token in night.seats:
        page = night.call("GET", HAND, at, token=token)
        if page["phase"] == "over":
            return None
        if page["awaiting"] == "you":
            return page["legal"][0], token
    raise AssertionError("nobody's turn")


@pytest.mark.parametrize("preset", sorted({*PRESETS} - {"chicago", "stops"}))
def test_an_action_costs_one_unit_each_way_in_every_preset(
    tmp_path: Path, opened: list[Night], preset: str
) -> None:
    night = Night(tmp_path, make_rules(preset).options())
    opened.append(night)
    dealt(night)
    costs = []
    while (turn := to_act(night)) and len(costs) < 25:
        night.meter.reset()
        night.act(len(costs) + 1, *turn)
        costs.append((night.meter.read, night.meter.written))
    if turn is None:
        costs.pop()  # what ends the hand writes its archive, too
    assert costs
    assert set(costs) == {(1, 1)}


def test_each_card_of_an_observed_hand_costs_one_unit_each_way(
    tmp_path: Path, opened: list[Night]
) -> None:
    """To the last card shown: the longest log that a hand without stops can have."""
    options = {"penalty.missed_play": 1, "penalty.compensation": True, "chips.start": 4000}
    night = Night(tmp_path, options, "observed")
    opened.append(night)
    dealt(night)
    rules = make_rules("michigan", options)
    _, told = real_hand(rules, [4000] * 8, 7, Random(2), careless=0.6)
    largest = 0
    for number, action in enumerate(told[:-1], 1):
        night.meter.reset()
        night.act(number, action, night.scorer)
        assert (night.meter.read, night.meter.written) == (1, 1), (number, action)
        largest = max(largest, night.meter.largest)
    print(f"largest live record of an observed hand: {largest} bytes after {len(told)} actions")
