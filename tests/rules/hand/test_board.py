"""A hand as text: all it knows on the board, and no hidden card in its repr."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given

from chalicelib.rules import Hand, board, make_rules
from chalicelib.rules.actions import parse_action
from chalicelib.rules.cards import PACK, TEXT
from chalicelib.rules.deal import WIDOW
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.hand.scored import ScoredHand
from rules.strategies import Setup, begin, play_on, setups, streams
from rules.tables import play, sit

CARD = re.compile(r"\b(?:10|[2-9JQKA])[CDHS]\b")


def check(hand: Hand) -> None:
    """The board shows each seat's cards, the widow and the plays; the repr what a run waits for."""
    lines = board(hand).splitlines()
    seats = [line for line in lines if re.match(r"[> ] seat", line)]
    for seat, line in enumerate(seats):
        assert f"seat {seat + 1} " in line
        assert f" {hand.ledger.stacks[seat]} chips" in line
        held = {TEXT[card] for card in PACK if hand.where[card] == seat}
        assert set(CARD.findall(line)) == held
        assert ("deals" in line) == (seat == hand.dealer)
        assert ("not in the hand" in line) == (seat not in hand.live)
    assert len(seats) == len(hand.ledger.stacks)
    widow = [line for line in lines if line.startswith("widow")]
    assert set(CARD.findall("".join(widow))) == {TEXT[c] for c in PACK if hand.where[c] == WIDOW}
    played = " ".join(line for line in lines if line.startswith("played"))
    assert CARD.findall(played) == [TEXT[card] for _, card, _ in hand.plays]
    assert lines[0] in repr(hand)
    waited = [TEXT[hand.next_card]] if hand.phase.value == "run" else []
    assert CARD.findall(repr(hand)) == waited


@given(setups(), streams())
def test_the_board_shows_all_that_a_hand_knows(setup: Setup, random: Random) -> None:
    hand = begin(setup)
    check(hand)
    for _ in play_on(hand, random):
        check(hand)


def marked(hand: Hand) -> list[str]:
    return re.findall(r"^> (seat \d)", board(hand), re.M)


def test_whose_turn_it_is_is_marked() -> None:
    hand = sit("saratoga", "5S 9S 3H", "6S 2D", "7S 4C")
    assert marked(hand) == ["seat 1"]
    assert repr(hand) == "<Hand saratoga, 0 actions, lead: seat 1>"
    play(hand, "0:5S")
    assert marked(hand) == ["seat 2"]
    assert repr(hand) == "<Hand saratoga, 1 action, run: 6S>"


def test_the_end_says_who_is_out() -> None:
    hand = play(sit("saratoga", "5S", "6H", "7H"), "0:5S")
    assert repr(hand) == "<Hand saratoga, 1 action, over: seat 1 is out>"
    assert marked(hand) == []


def test_a_hand_that_was_given_up_says_so() -> None:
    hand = sit("saratoga", "5S", "6H", "7H")
    hand.abandon()
    assert repr(hand) == "<Hand saratoga, 1 action, abandoned>"


def test_bids_and_bets_are_shown() -> None:
    options = {"widow": "exchange_or_auction", "auction": "dealer"}
    hand = sit("saratoga", "5S 9S", "6S 2D", "7S 4C", widow="KC", options=options)
    play(hand, "2:auction, 0:bid 3")
    assert "bid: 3 by seat 1" in board(hand)


def test_of_real_cards_only_numbers_are_known() -> None:
    hand = ObservedHand(make_rules("saratoga"), [50, 50, 50], 2)
    hand.apply(parse_action("1 plays 5S"))
    assert "seat 1" in board(hand)
    assert re.search(r"seat 1 +\d+ chips  \+\d+\n", board(hand))
    assert board(hand).endswith("\nplayed: 1 5S")
    assert repr(hand) == "<ObservedHand saratoga, 1 action, run: 6S>"


@pytest.mark.parametrize("preset", ["michigan", "three_in_one"])
def test_a_score_sheet_has_a_board_too(preset: str) -> None:
    hand = ScoredHand(make_rules(preset), [50, 50, 50], 2)
    assert re.search(r"seat 1 +\d+ chips  \+\d+\n", board(hand))
    assert repr(hand) == f"<ScoredHand {preset}, 0 actions, sheet>"
