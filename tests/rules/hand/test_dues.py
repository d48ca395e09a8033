"""R8 to R10, R12: misses, blocked wins and the order of the dues.

Unless a test says otherwise: three seats, seat 2 deals, 50 chips, 1 on each space, so that 46 are
left to each seat and 3 lie on JS. Seat 0 leads 9S, the run stops at 10S, and seat 0 goes out.
"""

from __future__ import annotations

from typing import Any

import pytest

from chalicelib.rules import TEXT, Hand
from rules.tables import entries, events, leads, play, sit

FINES = {"penalty.missed_play": 1, "lead.change": "none"}
BOTH = {**FINES, "penalty.compensation": True}
OUT = "0:9S, stop, 0:3H, 0:4D"


def table(*hands: str, options: dict[str, Any] | None = None, **more: Any) -> Hand:
    return sit("saratoga", *hands, options=options or BOTH, **more)


def blocked(one: str = "10S 5D", two: str = "JS KC 7H", script: str = OUT, **more: Any) -> Hand:
    """Play the standard case, seats 1 and 2 holding these cards."""
    return play(table("9S 3H 4D", one, two, **more), script)


# R9: misses


def test_each_miss_costs_the_seat_a_chip_to_every_other_seat() -> None:
    hand = blocked(options=FINES)
    assert entries(hand, "missed play") == [(1, 2, 1), (1, 0, 1)]
    assert events(hand, "miss") == [("miss", 1)]
    # 46 + 1 fine + 5 for cards left; 46 - 2 fines - 2 cards; 46 + 1 fine - 3 cards
    assert hand.ledger.stacks == [52, 42, 44]


def test_two_misses_are_paid_in_their_order() -> None:
    hand = table("9S 3H 4D", "10S 4H 8C", "JS KC 7H", options={**FINES, "penalty.missed_play": 2})
    play(hand, "0:9S, stop, 0:3H, stop, 0:4D")
    assert entries(hand, "missed play") == [(1, 2, 2), (1, 0, 2), (1, 2, 2), (1, 0, 2)]
    assert [(miss.seat, TEXT[miss.card]) for miss in hand.misses] == [(1, "10S"), (1, "4H")]


def test_the_missed_card_stays_playable() -> None:
    hand = play(table("9S 2D KS", "10S 3D 5D", "JS KC 7H"), "0:9S, stop, 0:2D, 1:3D")
    assert leads(hand) == "1: 5D 10S"


def test_the_last_player_leads_after_a_stop_by_action() -> None:
    hand = play(table("9S 3H 4D", "10S 5D", "JS KC 7H"), "0:9S, 1:10S, stop")
    assert leads(hand) == "1: 5D"


def test_a_stop_counts_for_the_change_of_suit() -> None:
    """R6."""
    options = {"penalty.missed_play": 1}  # saratoga changes suit
    hand = play(table("9S QS 4D", "10S 5D", "JS KC 7H", options=options), "0:9S, stop")
    assert leads(hand) == "0: 4D"


def test_stopped_at_ones_own_card_and_led_at_once_is_no_miss() -> None:
    hand = play(table("9S 10S", "2C 5D", "KC 7H"), "0:9S, stop, 0:10S")
    assert hand.misses == []
    assert entries(hand, "missed play") == []


def test_stopped_at_ones_own_card_and_not_led_is_a_miss() -> None:
    hand = play(table("9S 10S 4H", "2C 5D", "KC 7H"), "0:9S, stop, 0:4H, 0:10S")
    assert events(hand, "miss") == [("miss", 0)]
    assert entries(hand, "missed play") == [(0, 1, 1), (0, 2, 1)]


def test_stopped_at_ones_own_card_stuck_and_led_when_nobody_can() -> None:
    """R6, R9: all pass, the restriction is lifted, and the card is led: no miss."""
    options = {"penalty.missed_play": 1}
    hand = play(table("9S 10S", "2S", "4S", options=options), "0:9S, stop, 0:10S")
    assert len(events(hand, "pass")) == 3
    assert hand.misses == []


def test_without_a_winner_fines_and_compensations_are_due_all_the_same() -> None:
    """R8."""
    options = {**BOTH, "lead.change": "suit", "lead.stuck": "pass_then_end"}
    hand = table("9S KS", "10S 3S", "JS 5S", options=options, kitty=2, pot=1)
    play(hand, "0:9S, stop")
    assert hand.over
    assert hand.winner is None
    assert entries(hand, "compensation") == [(1, 2, 3)]
    assert entries(hand, "missed play") == [(1, 2, 1), (1, 0, 1)]
    assert entries(hand, "cards left", "kitty", "pot") == []
    assert hand.ledger.stacks == [47, 41, 50]


# R10: blocked wins, each condition by itself


def test_a_blocked_win_is_made_good_and_the_chips_stay() -> None:
    hand = blocked()
    assert entries(hand, "compensation") == [(1, 2, 3)]
    assert hand.ledger.layout == [3, 3, 3, 3]
    assert hand.ledger.stacks == [52, 39, 47]


def test_no_compensation_where_it_is_not_played() -> None:
    assert entries(blocked(options=FINES), "compensation") == []


def test_compensation_without_fines() -> None:
    hand = blocked(options={**BOTH, "penalty.missed_play": 0})
    assert entries(hand, "compensation") == [(1, 2, 3)]
    assert entries(hand, "missed play") == []


def test_condition_1_a_card_of_the_chain_was_dead() -> None:
    hand = play(table("8S 3H 4D", "9S 5D", "JS KC 7H", widow="10S"), "0:8S, stop, 0:3H, 0:4D")
    assert entries(hand, "compensation") == []
    assert hand.ledger.stacks == [52, 42, 44]


def test_condition_1_the_boodle_card_itself_was_dead() -> None:
    assert entries(blocked(two="2C KC 7H", widow="JS"), "compensation") == []


def test_condition_2_the_hand_would_have_ended_before() -> None:
    hand = blocked(one="10S")
    assert entries(hand, "compensation") == []
    assert hand.ledger.stacks == [51, 43, 44]


def test_condition_2_with_the_boodle_card_itself_the_hand_may_end() -> None:
    assert entries(blocked(two="JS"), "compensation") == [(1, 2, 3)]


def test_condition_3_the_offenders_own_win() -> None:
    assert entries(blocked(one="10S JS 5D", two="KC 7H"), "compensation") == []


def test_condition_4_the_card_was_played_after_all() -> None:
    hand = table("9S 3H 4D 6D", "10S 5C", "JS 4H 7C")
    play(hand, "0:9S, stop, 0:3H, 2:4H, 2:JS, 2:7C")
    assert entries(hand, "compensation") == []
    assert hand.ledger.stacks == [45, 42, 54]
    assert hand.ledger.layout == [3, 3, 3, 0]


def test_condition_4_no_chips_on_the_space() -> None:
    hand = blocked(options={**BOTH, "stakes.amount": 0})
    assert entries(hand, "compensation") == []
    assert hand.ledger.stacks == [56, 46, 48]


FOUR = "0:8S, stop, 0:2H, 1:3H, 1:9S, stop, 1:6D"


def test_of_two_misses_that_blocked_a_win_the_last_pays() -> None:
    hand = play(table("8S 2H 5C", "9S 3H 6D", "JS 9C KD", "10S 4C 2D"), FOUR)
    assert entries(hand, "compensation") == [(3, 2, 4)]
    assert entries(hand, "missed play") == [
        (1, 2, 1),
        (1, 3, 1),
        (1, 0, 1),
        (3, 0, 1),
        (3, 1, 1),
        (3, 2, 1),
    ]
    assert hand.ledger.stacks == [47, 51, 49, 37]


def test_if_the_last_miss_was_his_own_nobody_pays() -> None:
    hand = play(table("8S 2H 5C", "9S 3H 6D", "10S JS KD", "4C 2D 7C"), FOUR)
    assert entries(hand, "compensation") == []
    assert hand.ledger.stacks == [47, 51, 41, 45]


def test_one_miss_can_block_two_wins_paid_up_the_chain() -> None:
    options = {**BOTH, "layout": ["QS", "JS"]}
    hand = blocked(two="JS QS 7H", options=options, layout=[4, 1])
    assert entries(hand, "compensation") == [(1, 2, 4), (1, 2, 7)]


def test_compensations_go_in_the_order_of_the_misses() -> None:
    options = {**BOTH, "layout": ["JS", "4H"]}
    hand = table("9S 2H 4D", "10S 3H 8C", "JS KC 4H", options=options, layout=[1, 2])
    play(hand, "0:9S, stop, 0:2H, stop, 0:4D")
    assert entries(hand, "compensation") == [(1, 2, 4), (1, 2, 5)]


PAIR = {**BOTH, "layout": [{"name": "pair", "cards": ["JS", "QS"]}]}


@pytest.mark.parametrize(
    ("one", "two", "paid"),
    [
        ("10S 5D", "JS QS 7H", [(1, 2, 3)]),
        ("10S QS 5D", "JS 7H", []),
        ("10S JS 5D", "QS 7H", []),
        ("10S 5D", "JS 7H", []),
    ],
)
def test_a_space_of_several_cards_counts_if_one_seat_held_them_all(
    one: str, two: str, paid: list[tuple[int, int, int]]
) -> None:
    assert entries(blocked(one, two, options=PAIR), "compensation") == paid


def test_a_space_half_played_counts_if_the_same_seat_played_and_held_the_rest() -> None:
    options = {**BOTH, "layout": [{"name": "pair", "cards": ["9H", "JS"]}]}
    hand = table("8C 9S 4D", "10S 5H", "9H JS 7C", options=options, dealer=1)
    play(hand, "2:9H, 2:7C, 0:8C, 0:9S, stop, 0:4D")
    assert entries(hand, "compensation") == [(1, 2, 3)]
    hand = table("8C 9S 4D 9H", "10S 5H", "8H JS 7C", options=options, dealer=1)
    play(hand, "2:8H, 0:9H, 0:9S, stop, 0:4D, 0:8C")
    assert hand.over
    assert entries(hand, "compensation") == []


# R8, R12: order and short payers


@pytest.mark.parametrize(
    ("priority", "moves"),
    [
        ("compensation_first", [(1, 2, 2)]),
        ("fine_first", [(1, 2, 1), (1, 0, 1)]),
    ],
)
def test_a_short_offender_pays_first_what_goes_first(
    priority: str, moves: list[tuple[int, int, int]]
) -> None:
    hand = blocked(options={**BOTH, "penalty.priority": priority}, chips=[50, 6, 50])
    assert entries(hand, "compensation", "missed play") == moves
    assert hand.ledger.stacks[1] == 0


def test_several_payees_are_paid_clockwise_from_the_payer() -> None:
    hand = blocked(options=FINES, chips=[50, 5, 50])
    assert entries(hand, "missed play") == [(1, 2, 1)]


def test_fines_received_can_be_paid_on() -> None:
    options = {**FINES, "stakes.amount": 0}
    hand = table("9S 3H 4D", "10S 8C", "4H KC", options=options, chips=[5, 5, 0])
    play(hand, "0:9S, stop, 0:3H, stop, 0:4D")
    assert entries(hand, "missed play") == [(1, 2, 1), (1, 0, 1), (2, 0, 1)]


def test_the_kitty_comes_last() -> None:
    hand = blocked(options={**BOTH, "stakes.kitty": 1})
    reasons = [entry.reason for entry in hand.ledger.entries if entry.action]
    assert reasons == [
        "compensation",
        "missed play",
        "missed play",
        "cards left",
        "cards left",
        "kitty",
    ]
