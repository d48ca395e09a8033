"""Every scenario file, replayed through the public engine; `SCENARIOS` names another folder."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from chalicelib.rules import (
    Action,
    Hand,
    RulesError,
    deal_hands,
    make_rules,
    parse_card,
)
from chalicelib.rules.actions import make_action
from chalicelib.rules.deal import DEAD

FOLDER = Path(os.environ.get("SCENARIOS") or Path(__file__).parent / "scenarios")
SCENARIOS = [
    pytest.param(scenario, id=scenario["name"])
    for file in sorted(FOLDER.glob("*.json"))
    for scenario in json.loads(file.read_text("utf-8"))
]


def start(scenario: dict[str, Any]) -> Hand:
    rules = make_rules(scenario["rules"]["preset"], scenario["rules"].get("options"))
    seats = scenario["seats"]
    placements = {
        seats.index(seat): {rules.table.space_names.index(space): n for space, n in spaces.items()}
        for seat, spaces in scenario.get("stakes", {}).items()
    }
    amount = None
    if rules.stakes.dealer_names_amount and placements:
        amount = max(sum(placed.values()) for placed in placements.values())
    if "deck" in scenario:
        deal: Any = [parse_card(card) for card in scenario["deck"]]
    else:
        deal = deal_hands(
            {
                seats.index(seat): [parse_card(card) for card in cards]
                for seat, cards in scenario["hands"].items()
                if cards
            },
            [parse_card(card) for card in scenario.get("widow", [])],
        )
    layout = scenario.get("layout", {})
    return Hand(
        rules,
        [scenario["chips"][seat] for seat in seats],
        seats.index(scenario["dealer"]),
        deal,
        layout=[layout.get(space, 0) for space in rules.table.space_names],
        kitty=scenario.get("kitty", 0),
        pot=scenario.get("pot", 0),
        amount=amount,
        placements=placements,
    )


def to_action(written: list[Any], seats: list[str]) -> Action:
    verb, *rest = written
    seat = seats.index(rest[0]) if rest else None
    if verb == "play":
        return make_action(verb, seat, parse_card(rest[1]))
    return make_action(verb, seat, None, rest[1] if verb in ("bid", "bet", "raise") else None)


def state(hand: Hand) -> tuple[Any, ...]:
    return (
        hand.phase,
        hand.turn,
        hand.next_card,
        list(hand.ledger.chips),
        list(hand.where),
        list(hand.counts),
        list(hand.ledger.entries),
        list(hand.events),
        list(hand.misses),
        hand.legal_actions(),
    )


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenario(scenario: dict[str, Any]) -> None:
    seats = scenario["seats"]
    hand = start(scenario)
    expect = scenario["expect"]
    if "sizes" in expect:
        assert {s: hand.counts[seats.index(s)] for s in expect["sizes"] if s in seats} == {
            s: n for s, n in expect["sizes"].items() if s in seats
        }
        assert len(hand.deal.cards(DEAD)) == expect["aside"]
        if "widow" in expect["sizes"]:
            assert len(hand.deal.cards(-1)) == expect["sizes"]["widow"]
    refused: dict[int, list[Action]] = {}
    for entry in scenario.get("refused", []):
        refused.setdefault(entry["after"], []).append(to_action(entry["action"], seats))
    for done in range(len(scenario["script"]) + 1):
        for action in refused.get(done, []):
            before = state(hand)
            with pytest.raises(RulesError):
                hand.apply(action)
            assert state(hand) == before
        if done < len(scenario["script"]):
            hand.apply(to_action(scenario["script"][done], seats))
    ledger = hand.ledger
    assert {
        "chips": dict(zip(seats, ledger.stacks, strict=True)),
        "layout": dict(zip(hand.rules.table.space_names, ledger.layout, strict=True)),
        "kitty": ledger.chips[ledger.kitty],
        "pot": ledger.chips[ledger.pot],
        "winner": None if hand.winner is None else seats[hand.winner],
        "cards_left": {seat: hand.counts[i] for i, seat in enumerate(seats)},
    } == {key: value for key, value in expect.items() if key not in ("sizes", "aside")}
    assert hand.over


def test_there_are_scenarios() -> None:
    assert SCENARIOS
