"""R6 to R8: leading, runs and stops, boodle and pot, the end of a hand."""

from __future__ import annotations

from typing import Any

import pytest
from harness.messages import says

from chalicelib.rules import (
    TEXT,
    AgainstRules,
    Game,
    Hand,
    Malformed,
    Phase,
    deal_hands,
    make_rules,
)
from chalicelib.rules.actions import Play, Stop
from rules.tables import entries, events, leads, play, sit


def lead(change: str, stuck: str = "pass_then_same", fee: int = 0) -> dict[str, Any]:
    return {"lead.change": change, "lead.stuck": stuck, "lead.pass_fee": fee}


# R6: leading


def test_what_may_be_led_is_verified_without_being_done() -> None:
    hand = sit("saratoga", "9S 3H 5H", "2S", "4S")
    hand.verify(Play(0, TEXT.index("3H")))
    assert hand.plays == []
    with pytest.raises(AgainstRules, match=says("lead.not-lowest")):
        hand.verify(Play(0, TEXT.index("5H")))


def test_eldest_leads_first_the_lowest_of_any_suit() -> None:
    hand = sit("saratoga", "9S 3H 5H AC 10S", "2S", "4S")
    assert leads(hand) == "0: AC 3H 9S"


def test_ace_low_is_the_lowest() -> None:
    """R1."""
    hand = sit("saratoga", "9S 3H AH 2C", "2S", "4S", options={"ace": "low"})
    assert leads(hand) == "0: 2C AH 9S"


def test_the_dealer_leads_first() -> None:
    hand = sit("saratoga", "9S", "2S", "4S 3H", options={"lead.first": "dealer"})
    assert leads(hand) == "2: 3H 4S"


@pytest.mark.parametrize(
    ("suit", "ace", "expected"),
    [("H", "high", "2: 3H"), ("S", "high", "1: 2S"), ("H", "low", "1: AH"), ("C", "high", "0: 9C")],
)
def test_the_holder_of_the_lowest_card_of_a_suit_must_lead_it(
    suit: str, ace: str, expected: str
) -> None:
    options = {"lead.first": f"lowest:{suit}", "ace": ace}
    hand = sit("saratoga", "9C 4H", "AH 2S", "3H 4S", widow="2H", options=options)
    assert leads(hand) == expected


def test_nobody_holds_the_suit_and_eldest_leads_freely() -> None:
    hand = sit("saratoga", "9C 4H", "AH 2S", "3H", options={"lead.first": "lowest:D"})
    assert leads(hand) == "0: 9C 4H"


def test_after_the_forced_lead_leads_are_as_ever() -> None:
    options = {"lead.first": "lowest:H"}
    hand = play(sit("saratoga", "9C 4C 6S", "3H 2S 5D", "9H", options=options), "1:3H")
    assert leads(hand) == "1: 5D 2S"


@pytest.mark.parametrize(
    ("change", "expected"),
    [("none", "0: 4C 3D 2H 9S"), ("suit", "0: 4C 3D 2H"), ("colour", "0: 3D 2H")],
)
def test_the_lead_after_a_stop(change: str, expected: str) -> None:
    hand = sit("saratoga", "5S 9S 4C 3D 2H", "2S", "3S", options=lead(change))
    assert leads(play(hand, "0:5S")) == expected


def test_stuck_the_turn_passes_left_to_the_first_who_can() -> None:
    hand = sit("saratoga", "5S 9S", "2S 7S", "3S 8H", "4S KC", options=lead("suit", fee=2))
    play(hand, "0:5S")
    assert leads(hand) == "2: 8H"
    assert events(hand, "pass", "lifted") == [("pass", 0), ("pass", 1)]
    assert entries(hand, "pass fee") == [(0, 8, 2), (1, 8, 2)]


def test_stuck_seats_that_are_out_are_passed_over() -> None:
    hand = sit("saratoga", "5S 9S", "", "3S 8S", "4S KC", options=lead("suit"), seats=[0, 2, 3])
    play(hand, "0:5S")
    assert events(hand, "pass") == [("pass", 0), ("pass", 2)]
    assert hand.turn == 3


def test_stuck_nobody_can_and_the_first_leads_the_old_suit() -> None:
    hand = sit("saratoga", "5S 9S JS", "2S 7S", "3S 8S", options=lead("suit", fee=1))
    play(hand, "0:5S")
    assert leads(hand) == "0: 9S"
    assert events(hand, "pass", "lifted") == [("pass", 0), ("pass", 1), ("pass", 2), ("lifted", 0)]
    assert entries(hand, "pass fee") == [(0, 7, 1), (1, 7, 1), (2, 7, 1)]


def test_stuck_under_colour_the_first_then_leads_any_suit() -> None:
    hand = sit("saratoga", "5S 9S 4C", "2S 7S", "3C 8S", options=lead("colour"))
    assert leads(play(hand, "0:5S")) == "0: 4C 9S"


def test_stuck_the_same_suit_at_once_and_without_a_fee() -> None:
    hand = sit("saratoga", "5S 9S", "2S 7H", "3H 8S", options=lead("suit", "play_same", 3))
    play(hand, "0:5S")
    assert leads(hand) == "0: 9S"
    assert events(hand, "pass", "lifted") == [("lifted", 0)]
    assert entries(hand, "pass fee") == []


def test_stuck_nobody_can_and_the_hand_ends_without_a_winner() -> None:
    hand = sit(
        "saratoga",
        "5S 9S",
        "2S 7S",
        "3S 8S",
        options=lead("suit", "pass_then_end", 1),
        layout=[1, 1, 1, 1],
        kitty=6,
        pot=9,
    )
    play(hand, "0:5S")
    assert hand.over
    assert hand.winner is None
    assert hand.ledger.stacks == [45, 45, 45]
    assert hand.ledger.layout == [4, 4, 4, 4]
    assert hand.ledger.chips[hand.ledger.kitty :] == [9, 9, 0]
    assert events(hand, "pass", "end") == [("pass", 0), ("pass", 1), ("pass", 2), ("end", None)]


def test_stuck_with_pass_then_end_somebody_can() -> None:
    hand = sit("saratoga", "5S 9S", "2S 7S", "3S 8D", options=lead("suit", "pass_then_end"))
    assert leads(play(hand, "0:5S")) == "2: 8D"


def test_a_pass_fee_is_no_more_than_the_chips_held() -> None:
    """R12."""
    hand = sit("saratoga", "5S 9S", "2S 7S", "3S 8D", chips=[5, 4, 9], options=lead("suit", fee=3))
    play(hand, "0:5S")
    assert entries(hand, "pass fee") == [(0, 7, 1)]


def test_after_passes_the_seat_that_plays_last_leads() -> None:
    hand = sit("saratoga", "5S 9S 9H", "2S 7S", "3S 8H", options=lead("suit"))
    assert leads(play(hand, "0:5S, 0:9H")) == "0: 9S"


# R7: runs and stops


def test_the_holder_of_the_next_card_plays_it_whoever_he_is() -> None:
    hand = sit("saratoga", "9S 10S 2D", "QS 2C", "JS 2H")
    play(hand, "0:9S")
    assert hand.phase is Phase.RUN
    assert hand.turn == -1
    assert hand.legal_actions() == [Play(0, TEXT.index("10S"))]
    play(hand, "0:10S, 2:JS")
    assert hand.legal_actions() == [Play(1, TEXT.index("QS"))]


@pytest.mark.parametrize(("ace", "card"), [("high", "AS"), ("low", "KS")])
def test_a_run_stops_at_the_top(ace: str, card: str) -> None:
    hand = sit("saratoga", f"{card} 2D 3D", "2C 2S", "2H", options={"ace": ace})
    play(hand, f"0:{card}")
    assert leads(hand) == "0: 2D"
    assert events(hand, "stop") == [("stop", 0)]


def test_ace_low_a_run_goes_from_the_ace_to_the_two() -> None:
    hand = sit("saratoga", "AS 3D", "2S 5C", "5H", options={"ace": "low"})
    assert play(hand, "0:AS").next_card == TEXT.index("2S")


@pytest.mark.parametrize("widow", ["6S", ""])
def test_a_run_stops_where_no_seat_holds_the_next_card(widow: str) -> None:
    hand = sit("saratoga", "5S 2D", "2C 7S", "2H", widow=widow)
    assert leads(play(hand, "0:5S")) == "0: 2D"


def test_a_run_stops_at_a_card_already_played() -> None:
    hand = sit("michigan_pagat", "6S 2D", "2C 5S 9D", "7S 7H", options={})
    play(hand, "0:6S, 2:7S, 2:7H")
    assert hand.winner == 2
    hand = sit("michigan_pagat", "6S 2D 8D", "3D 5S 9C", "7C 7H")
    play(hand, "0:6S, 0:2D, 1:3D, 1:5S")
    assert leads(hand) == "1: 9C"


def test_plays_tell_which_were_led() -> None:
    hand = play(sit("saratoga", "9S 2D 5C", "10S 2C", "JS 2H"), "0:9S, 1:10S, 2:JS")
    assert [(seat, TEXT[card], led) for seat, card, led in hand.plays] == [
        (0, "9S", True),
        (1, "10S", False),
        (2, "JS", False),
    ]


# R8: boodle, pot and the end


def test_a_boodle_card_takes_its_space_at_once() -> None:
    hand = play(sit("saratoga", "9S 2D", "10S 2C", "JS 2H"), "0:9S, 1:10S, 2:JS")
    assert hand.ledger.stacks == [46, 46, 49]
    assert entries(hand, "boodle") == [(6, 2, 3)]


PAIR = {"layout": ["QS", {"name": "pair", "cards": ["QS", "JS"]}]}


def test_a_space_of_several_cards_goes_to_who_plays_them_all() -> None:
    hand = play(sit("saratoga", "JS QS 2D", "10S 2C", "2H", options=PAIR), "0:JS, 0:QS")
    assert entries(hand, "boodle") == [(3, 0, 3), (4, 0, 3)]


def test_a_space_of_several_cards_played_by_two_seats_stays() -> None:
    hand = play(sit("saratoga", "JS 2D", "QS 2C", "2H", options=PAIR), "0:JS, 1:QS")
    assert hand.ledger.layout == [0, 3]


def test_a_space_of_several_cards_need_not_fall_in_one_run() -> None:
    pair = {"layout": [{"name": "pair", "cards": ["2D", "9S"]}]}
    hand = play(sit("saratoga", "9S 2D 5C", "2C", "2H", options=pair), "0:9S, 0:2D")
    assert hand.ledger.layout == [0]


POT = {"stakes.pot": 1, "lead.change": "none"}


def test_the_pot_goes_to_the_first_three_in_a_row_at_the_third() -> None:
    hand = sit("saratoga", "5C 6C 7C 8C 9C 10C KD", "2H 4S", "3H 4D", options=POT)
    play(hand, "0:5C, 0:6C")
    assert entries(hand, "pot") == []
    play(hand, "0:7C")
    assert entries(hand, "pot") == [(8, 0, 3)]
    play(hand, "0:8C, 0:9C, 0:10C")
    assert entries(hand, "pot") == [(8, 0, 3)]


def test_the_pot_is_not_won_across_a_stop() -> None:
    options = {**POT, "penalty.missed_play": 1}
    hand = sit("saratoga", "5C 6C 7C KD", "2H 4S", "3H 4D", options=options)
    play(hand, "0:5C, 0:6C, stop, 0:7C")
    assert entries(hand, "pot") == []


def test_the_pot_is_not_won_with_another_seat_in_between() -> None:
    hand = sit("saratoga", "5C 6C 8C KD", "2H 7C 4S", "3H 4D", options=POT)
    play(hand, "0:5C, 0:6C, 1:7C, 0:8C")
    assert entries(hand, "pot") == []


def test_boodle_and_pot_of_the_last_card_come_before_the_dues() -> None:
    hand = sit("saratoga", "9S 10S JS", "2H 4S", "3H", options=POT, kitty=5)
    play(hand, "0:9S, 0:10S, 0:JS")
    assert [(e.reason, e.amount) for e in hand.ledger.entries if e.target == 0] == [
        ("boodle", 3),
        ("pot", 3),
        ("cards left", 2),
        ("cards left", 1),
        ("kitty", 5),
    ]
    assert hand.winner == 0
    assert hand.ledger.stacks == [45 + 3 + 3 + 3 + 5, 43, 44]


def test_cards_left_are_paid_clockwise_from_the_winner() -> None:
    hand = sit("saratoga", "2H 4S", "9D", "3H 4H 5D", "6C", options={"per_card": 2}, dealer=0)
    play(hand, "1:9D")
    assert entries(hand, "cards left") == [(2, 1, 6), (3, 1, 2), (0, 1, 4)]


def test_nothing_per_card_in_newmarket() -> None:
    placed = {seat: {0: 1} for seat in range(3)}
    hand = play(sit("newmarket", "9D", "2H 4S", "3H", placements=placed), "0:9D")
    assert entries(hand, "cards left") == []
    assert entries(hand, "kitty") == [(7, 0, 3)]
    assert hand.ledger.chips[hand.ledger.pot] == 3  # not won: it stays for the next hand
    assert hand.ledger.layout == [3, 0, 0, 0]


def test_who_cannot_pay_for_his_cards_pays_what_he_has() -> None:
    """R12."""
    hand = play(sit("saratoga", "9D", "2H 4S 7D", "3H", chips=[4, 6, 9]), "0:9D")
    assert entries(hand, "cards left") == [(1, 0, 2), (2, 0, 1)]
    assert hand.ledger.stacks == [3, 0, 4]


def test_actions_are_numbered_from_one() -> None:
    hand = play(sit("saratoga", "9S 2D", "10S 2C", "JS 2H"), "0:9S, 1:10S, 2:JS")
    assert hand.number == 3
    assert [e.action for e in hand.ledger.entries if e.reason == "boodle"] == [3]


def test_a_hand_over_has_no_turn() -> None:
    hand: Hand = play(sit("saratoga", "9D", "2H", "3H"), "0:9D")
    assert (hand.phase, hand.turn, hand.legal_actions()) == (Phase.OVER, -1, [])
    assert not hand.can(Stop())


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"amount": -1}, says("stakes.amount-negative")),
        ({"layout": [1]}, says("layout.spaces", spaces=4)),
        ({"layout": [-1, 0, 0, 0]}, says("chips.negative")),
        ({"seats": [1]}, says("hand.seats", least=2, most=8)),
        ({"seats": [0, 1, 5]}, says("hand.seats", least=2, most=8)),
        ({"stacks": [50] * 9}, says("hand.seats", least=2, most=8)),
        ({"stacks": [50, -1, 50]}, says("chips.negative")),
        ({"dealer": 3}, says("deal.seat-not-in-game")),
        ({"deal": deal_hands({0: [0], 1: [1], 3: [2]})}, says("deal.no-seat", seat=4)),
    ],
)
def test_a_senseless_setup_is_refused(changed: dict[str, Any], reason: str) -> None:
    """R1, R3, R12."""
    setup: dict[str, Any] = {
        "stacks": [50, 50, 50],
        "dealer": 0,
        "deal": deal_hands({0: [0], 1: [1], 2: [2]}),
    }
    setup |= {"rules": make_rules("saratoga", {"stakes.set_by": "dealer"})} | changed
    with pytest.raises(Malformed, match=reason):
        Hand(**setup)


def test_where_the_rules_set_the_amount_nobody_names_another() -> None:
    """R3."""
    deal = deal_hands({0: [0], 1: [1], 2: [2]})
    with pytest.raises(AgainstRules, match=says("stakes.set-by-rules")):
        Hand(make_rules("saratoga"), [50] * 3, 0, deal, amount=7)


def test_a_game_in_which_nobody_has_chips_has_no_next_dealer() -> None:
    """R12."""
    assert Game(make_rules("saratoga"), [0, 0, 0], dealer=1).next_dealer() is None
