"""R17: a fixed public rule leads and decides for a seat that is away, so that no table waits."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from harness.seeds import numbers
from harness.sizes import sized

from chalicelib.rules import OPTIONS, TEXT, Hand, Phase, effects, make_rules
from chalicelib.rules.actions import Action, Away, Back
from chalicelib.rules.hand.absent import absent_placement
from chalicelib.rules.hand.stakes import check_placement
from chalicelib.rules.version import Version
from rules.recordings import deal_out, recorded, some_setup
from rules.strategies import Setup, lawful, snapshot
from rules.tables import play, sit

HANDS = ("2S 5D KH", "3S 6D 8D", "4S 7H 9C")


def done(hand: Hand, number: int) -> list[tuple[str, int | None, str]]:
    """Return the events of an action: kind, seat, card."""
    return [
        (event.kind, event.seat, "" if event.card is None else TEXT[event.card])
        for event in effects(hand, number)[0]
    ]


def test_an_absent_seat_leads_its_lowest_permitted_lead() -> None:
    """By rank, not by suit: the two of spades before the five of diamonds."""
    hand = sit("saratoga", *HANDS)
    play(hand, "0:away")
    assert done(hand, 1)[:1] == [("play", 0, "2S")]
    assert hand.legal_actions()[0] == play(sit("saratoga", *HANDS), "0:2S").legal_actions()[0]


@pytest.mark.parametrize(
    ("held", "led"), [("2S 2H 2D 2C", "2C"), ("2S 2H 3D", "2H"), ("AS 3H", "3H")]
)
def test_of_equal_ranks_clubs_come_first_then_diamonds_hearts_spades(held: str, led: str) -> None:
    hand = play(sit("saratoga", held, "9C 9D", "10H 10S"), "0:away")
    assert done(hand, 1)[0] == ("play", 0, led)


def test_the_ace_is_the_lowest_where_it_ranks_so() -> None:
    hand = play(sit("saratoga", "AS 3H", "9C 9D", "10H 10S", options={"ace": "low"}), "0:away")
    assert done(hand, 1)[0] == ("play", 0, "AS")


def test_what_is_forbidden_after_a_stop_is_not_led() -> None:
    """R6: after the two of spades an absent seat leads a heart, not its four of spades."""
    hand = sit("saratoga", "2S 4S 5H", "6C 7D", "8D 9D")
    play(hand, "0:2S, 0:away")
    assert done(hand, 2)[0] == ("play", 0, "5H")


def test_who_comes_back_is_asked_again() -> None:
    hand = sit("saratoga", "9S 3H KC", "10S 5D 6D", "QS 4H 8H")
    play(hand, "1:away, 0:9S")
    assert ("play", 1, "10S") in done(hand, 2)
    hand = sit("saratoga", "9S 3H KC", "10S 5D 6D", "QS 4H 8H")
    play(hand, "1:away, 1:back, 0:9S")
    assert (hand.phase, hand.where[hand.next_card]) == (Phase.RUN, 1)


def test_if_all_are_away_the_hand_plays_itself_out() -> None:
    hand = play(sit("saratoga", *HANDS), "1:away, 2:away, 0:away")
    assert hand.over
    assert not hand.misses
    again = sit("saratoga", *HANDS, away=0b111)
    assert again.over
    assert again.number == 0
    assert again.ledger.stacks == hand.ledger.stacks


def test_an_absent_dealer_declines_the_widow() -> None:
    hand = sit("saratoga", *HANDS, widow="2D 3D 4D", options={"widow": "exchange"}, away=0b100)
    assert done(hand, 0)[-1:] == [("declined", 2, "")]
    assert hand.phase is Phase.LEAD


def test_an_absent_seat_passes_in_the_auction() -> None:
    options = {"widow": "exchange_or_auction", "auction": "anyone"}
    hand = sit("saratoga", *HANDS, widow="2D 3D 4D", options=options)
    play(hand, "0:away, 2:decline")
    assert done(hand, 2) == [("no_bid", 0, "")]
    assert (hand.phase, hand.turn) == (Phase.AUCTION, 1)


def test_an_absent_seat_checks_and_folds_when_there_is_a_bet() -> None:
    """R15."""
    hand = sit("three_in_one", "2S 3C 9D", "4S 5C 10D", "6S 7C JD")
    play(hand, "0:away, 2:away")
    assert done(hand, 1)[-1] == ("checked", 0, "")
    play(hand, "1:bet 1")
    assert [one for one in done(hand, 3) if one[0] == "folded"] == [
        ("folded", 2, ""),
        ("folded", 0, ""),
    ]


def test_where_the_table_waits_an_absent_seat_is_asked_to_lead() -> None:
    hand = play(sit("saratoga", *HANDS, options={"away": "waits"}), "0:away")
    assert (hand.phase, hand.turn, done(hand, 1)) == (Phase.LEAD, 0, [])


def test_a_hand_of_the_first_version_waits() -> None:
    hand = play(sit("saratoga", *HANDS, version=Version.ONE), "0:away")
    assert (hand.phase, hand.turn, done(hand, 1)) == (Phase.LEAD, 0, [])


@pytest.mark.parametrize(
    ("options", "amount", "stack", "placed"),
    [
        ({"stakes.mode": "free"}, 6, 50, {0: 2, 1: 2, 2: 1, 3: 1}),
        ({"stakes.mode": "free"}, 6, 3, {0: 1, 1: 1, 2: 1, 3: 0}),
        ({"stakes.mode": "single"}, 2, 50, {0: 2}),
        ({"stakes.mode": "single"}, 2, 1, {0: 1}),
    ],
)
def test_the_stakes_of_an_absent_seat(
    options: dict[str, Any], amount: int, stack: int, placed: dict[int, int]
) -> None:
    """R3: ``free`` spread evenly from the first space on, ``single`` on the first."""
    rules = make_rules("boodle", options)
    found = absent_placement(rules, amount, stack, 0)
    assert found == placed
    assert check_placement(rules, found, amount, stack)


def test_closed_spaces_get_no_stakes_of_an_absent_seat() -> None:
    """R13, ``remove_claimed``."""
    rules = make_rules("boodle", {"wind_down": "remove_claimed"})
    assert absent_placement(rules, 4, 50, 0b0001) == {1: 2, 2: 1, 3: 1}
    assert absent_placement(rules, 4, 50, 0b1111) == {}


def test_no_table_ever_waits_for_an_absent_seat_and_a_replay_is_the_same_hand() -> None:
    """Also chips are conserved."""
    seen = Counter[str]()
    for number in numbers(sized(60, 600), sized(40, 600)):
        setup, random = some_setup(number, away="plays", following="manual")
        if deal_out(setup, random, 0.3) is None:
            continue  # too few can stake
        hand, actions = played_with_absences(setup, random)
        assert (
            sum(hand.ledger.chips)
            == sum(setup.stacks) + sum(setup.layout) + setup.kitty + setup.pot
        )
        again: Hand = recorded(Hand, setup)
        for action in actions:
            again.apply(action)
        assert snapshot(again) == snapshot(hand), number
        seen.update(event.kind for event in hand.events)
    assert min(seen[kind] for kind in ("play", "declined", "no_bid", "checked", "folded")) > 0


def played_with_absences(setup: Setup, random: Random) -> tuple[Hand, list[Action]]:
    """Play a hand out in which seats go away and come back often."""
    hand: Hand = recorded(Hand, setup)
    actions: list[Action] = []
    while not hand.over:
        asked = hand.where[hand.next_card] if hand.phase is Phase.RUN else hand.turn
        assert not hand.away >> asked & 1
        if random.random() < 0.2:
            seat = random.choice(hand.live)
            actions.append(Back(seat) if hand.away >> seat & 1 else Away(seat))
        else:
            actions.append(lawful(hand, random))
        hand.apply(actions[-1])
    return hand, actions


def test_the_option_is_one_of_the_rules() -> None:
    assert "away" in [option.name for option in OPTIONS]
    assert make_rules("boodle").options()["away"] == "plays"
