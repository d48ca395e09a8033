"""The engine against a second implementation of the rules page, hand by hand and step by step."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from harness.chance import EXAMPLES
from hypothesis import given, reject, settings

from chalicelib.rules import TEXT, Action, Deal, Hand, NotNow, make_rules, most_chips
from chalicelib.rules.actions import ChipsAction, Play
from chalicelib.rules.deal import WIDOW

from .reference import GameOver, ReferenceHand, Written
from .strategies import Setup, any_rules, lawful, named_moves, setups, streams

more = settings(max_examples=2 * EXAMPLES)
"""Twice as many hands as other properties are tried with: nothing else is found as surely."""


def reference(setup: Setup) -> ReferenceHand | None:
    cards: dict[str, Any] = {}
    if isinstance(setup.deal, Deal):
        cards["hands"] = {
            seat: [TEXT[card] for card in setup.deal.cards(seat)] for seat in setup.seats
        }
        cards["widow"] = [TEXT[card] for card in setup.deal.cards(WIDOW)]
    else:
        cards["pack"] = [TEXT[card] for card in setup.deal]
    names = [*(f"space {name}" for name in setup.rules.table.space_names), "kitty", "pot"]
    try:
        return ReferenceHand(
            setup.rules.options(),
            setup.stacks,
            setup.dealer,
            **cards,
            layout=setup.layout,
            kitty=setup.kitty,
            pot=setup.pot,
            seats=setup.seats,
            amount=setup.amount,
            placements=setup.placements,
            claimed={name for n, name in enumerate(names) if setup.claimed >> n & 1},
            away={seat for seat in range(8) if setup.away >> seat & 1},
        )
    except GameOver:
        return None


def written(action: Action) -> Written:
    match action:
        case Play(seat, card):
            return (action.verb, seat, TEXT[card])
        case _:
            return (action.verb, *action.values())


def written_legal(hand: Hand) -> set[Written]:
    """Return the legal actions, with the highest bid, bet or raise beside the lowest."""
    listed = hand.legal_actions()
    amounts = [replace(a, chips=most_chips(hand)) for a in listed if isinstance(a, ChipsAction)]
    return {written(action) for action in [*listed, *amounts]}


def event_seats(hand: Hand, kind: str) -> list[int | None]:
    return [event.seat for event in hand.events if event.kind == kind]


def assert_same(hand: Hand, other: ReferenceHand) -> None:
    ledger = hand.ledger
    assert written_legal(hand) == set(other.legal())
    assert named_moves(hand) == other.moves
    names = [*(f"seat {seat + 1}" for seat in range(ledger.seats))]
    names += [f"space {name}" for name in hand.rules.table.space_names] + ["kitty", "pot"]
    assert dict(zip(names, ledger.chips, strict=False)) == other.chips
    assert hand.over == (other.waiting_for == "nothing")
    assert hand.winner == other.winner
    assert hand.live == other.live
    assert event_seats(hand, "drop") == other.dropped
    assert event_seats(hand, "best_hand") == other.best
    assert [(e.seat, TEXT[e.card or 0]) for e in hand.events if e.kind == "play"] == other.followed
    assert {names[len(hand.counts) + n] for n in range(16) if hand.claimed >> n & 1} == (
        other.claimed_now()
    )
    assert [hand.counts[seat] for seat in hand.live] == [
        len(other.hands[seat]) for seat in hand.live
    ]


def play_both(setup: Setup, random: Random, stops: float, absences: float = 0.06) -> None:
    other = reference(setup)
    if other is None:
        with pytest.raises(NotNow):
            setup.hand()
        reject()
    hand = setup.hand()
    assert hand.dealer == other.dealer
    while True:
        assert_same(hand, other)
        if hand.over:
            break
        action = lawful(hand, random, stops, absences)
        hand.apply(action)
        other.do(written(action))
    assert [(miss.seat, TEXT[miss.card]) for miss in hand.misses] == [
        (miss["offender"], miss["card"]) for miss in other.misses
    ]


@more
@given(setups(), streams())
def test_engine_and_reference_agree_under_any_rules(setup: Setup, random: Random) -> None:
    play_both(setup, random, stops=0.3)


@more
@given(setups(), streams())
def test_engine_and_reference_agree_where_seats_come_and_go(setup: Setup, random: Random) -> None:
    """R17: under every preset and option; what is done for absent seats, and when they are back."""
    play_both(setup, random, stops=0.3, absences=0.3)


@more
@given(setups(any_rules(penalty_compensation=True), small=True), streams())
def test_engine_and_reference_agree_on_misses_and_blocked_wins(
    setup: Setup, random: Random
) -> None:
    """R9, R10: short hands with many stops, where chains reach the boodle cards."""
    play_both(setup, random, stops=0.5)


SPACES = [
    {"name": "8-9-10", "cards": ["8S", "9S", "10S"]},
    {"name": "10-J", "cards": ["10H", "JH"]},
    {"name": "far", "cards": ["9D", "QD"]},
    {"name": "two suits", "cards": ["JC", "JS"]},
    "QC",
    {"name": "shared", "cards": ["JC", "QC"]},
    {"name": "any suit", "cards": ["9", "10"]},
]


@more
@given(setups(any_rules(penalty_compensation=True, layout=SPACES), small=True), streams())
def test_engine_and_reference_agree_on_spaces_of_several_cards(
    setup: Setup, random: Random
) -> None:
    """R8, R10."""
    play_both(setup, random, stops=0.4)


@more
@given(setups(any_rules(broke="drop_out")), streams())
def test_engine_and_reference_agree_on_who_drops_out(setup: Setup, random: Random) -> None:
    """R12."""
    play_both(setup, random, stops=0.3)


THREE_IN_ONE = make_rules("three_in_one").options()["layout"]


@more
@given(setups(any_rules(pot_won_by="poker", spaces_paid="held", layout=THREE_IN_ONE)), streams())
def test_engine_and_reference_agree_on_three_in_one(setup: Setup, random: Random) -> None:
    """R15."""
    play_both(setup, random, stops=0.3)
