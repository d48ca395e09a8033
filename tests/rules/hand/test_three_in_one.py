"""R15: Three in One, with the numbers written out.

Every seat pays 9 chips: one on each of AH KH QH JH 10H K-Q 8-9-10, one to the kitty, one to the
pot. Seat 0 is eldest if the last seat deals.
"""

from __future__ import annotations

from typing import Any

import pytest
from harness.messages import says

from chalicelib.rules import AgainstRules, Hand, Malformed, NotNow, RulesError, Viewer, view
from chalicelib.rules.actions import Bet, Check, Raise
from chalicelib.rules.version import Version
from rules.tables import action, entries, events, leads, play, sit

CHECKS = "0:check, 1:check, 2:check"


def table(*hands: str, script: str = "", **more: Any) -> Hand:
    hand = sit("three_in_one", *hands, **more)
    return play(hand, script) if script else hand


def test_a_whole_hand() -> None:
    hand = table("KH QH 5C 6C 7C", "8S 9S 10S 2D 2C", "JH 9C 4D 4S KS")
    # 50 - 9 + 3 for each space held: KH, QH and K-Q; 8-9-10; JH. Nobody has AH or 10H.
    assert hand.ledger.stacks == [50, 44, 44]
    assert hand.ledger.layout == [3, 0, 0, 0, 3, 0, 0]
    assert entries(hand, "boodle") == [(4, 0, 3), (5, 0, 3), (6, 2, 3), (8, 0, 3), (9, 1, 3)]
    play(hand, "0:check, 1:bet 2, 2:raise 4, 0:fold, 1:call")
    # the pot is 3 + 4 + 4; a pair of fours beats a pair of twos
    assert hand.ledger.stacks == [50, 40, 40 + 11]
    assert events(hand, "best_hand") == [("best_hand", 2)]
    assert leads(hand) == "2: 9C 4D JH 4S"
    # 5D is nowhere, black must follow; 5S is nowhere, red; then AH is nowhere, black
    play(hand, "2:4D, 2:4S, 2:JH, 0:QH, 0:KH, 0:5C, 0:6C, 0:7C")
    assert hand.winner == 0
    # 5 cards left, 2 cards left, the kitty of 3
    assert hand.ledger.stacks == [50 + 5 + 2 + 3, 40 - 5, 51 - 2]
    assert (sum(hand.ledger.layout), sum(hand.ledger.chips)) == (6, 150)


def test_passes_cost_1_and_the_hand_ends_when_nobody_can_change_colour() -> None:
    """R6: the kitty of 3 + 3 and 21 chips on the layout stay."""
    hand = table("2H 4H", "6H 8D", "9D JD", script=f"{CHECKS}, 2:9D")
    assert (hand.over, hand.winner) == (True, None)
    assert events(hand, "pass") == [("pass", 2), ("pass", 0), ("pass", 1)]
    assert hand.ledger.stacks == [40, 40, 41 + 3 - 1]
    assert (sum(hand.ledger.layout), hand.ledger.chips[hand.ledger.kitty]) == (21, 6)


# 1. The layout


def test_holders_of_8_9_10_of_a_suit_share_equally_and_the_rest_stays() -> None:
    """3 chips and two holders, one of them in two suits: 1 each, clockwise from the dealer."""
    hand = table("8S 9S 10S", "8C 9H 10D", "8D 9D 10C 8H 9C 10H", dealer=0)
    assert entries(hand, "boodle") == [(7, 2, 3), (9, 0, 3)]  # 10H; 8-9-10 is not shared
    hand = table("8S 9S 10S", "8C 9H 10D", "8D 9D 10C 8H 9C", chips=50)
    assert entries(hand, "boodle") == [(9, 0, 3)]
    hand = table("8S 9S 10S", "8C 9C 10C 8H 9H 10H", "8D 9D JC", dealer=0)
    assert entries(hand, "boodle") == [(7, 1, 3), (9, 1, 1), (9, 0, 1)]
    assert hand.ledger.layout == [3, 3, 3, 3, 0, 3, 1]


def test_fewer_chips_than_holders_all_stay() -> None:
    options = {"stakes.amount": 0}
    layout = [0, 0, 0, 0, 0, 0, 1]
    hand = table("8S 9S 10S", "8C 9C 10C", "2D", options=options, layout=layout)
    assert (entries(hand, "boodle"), hand.ledger.layout) == ([], layout)


def test_the_spare_hand_holds_no_space() -> None:
    hand = table("2S", "3S", "4S", widow="KH QH 8S 9S 10S")
    assert (entries(hand, "boodle"), hand.ledger.layout) == ([], [3] * 7)


def test_spaces_paid_at_the_deal_are_not_won_by_playing() -> None:
    """What is left on 8-9-10 and on AH stays for the next hand."""
    script = "0:check, 1:check, 1:QH, 1:KH, 1:AH"
    hand = table("2C 3C 4C", "QH KH AH", layout=[0, 0, 0, 0, 0, 0, 0], script=script)
    assert entries(hand, "boodle") == [(2, 1, 2), (3, 1, 2), (4, 1, 2), (7, 1, 2)]
    assert hand.winner == 1


def test_a_stop_does_not_block_a_space_that_is_won_by_holding_it() -> None:
    """R10: 1 chip stays on 8-9-10, which no play can win."""
    options = {"penalty.compensation": True, "pot.won_by": "run3"}
    hands = ("7S 2D 4D", "8S 9S 10S 3D", "8C 9C 10C")
    hand = table(*hands, options=options)
    assert hand.ledger.layout[-1] == 1
    play(hand, "0:7S, stop, 0:2D, 1:3D, 0:4D")
    assert (hand.winner, entries(hand, "compensation")) == (0, [])


PLAYED = {"spaces_paid": "played", "pot.won_by": "run3"}


@pytest.mark.parametrize("suit", "CDHS")
def test_played_8_9_10_goes_to_who_plays_all_three_of_any_one_suit(suit: str) -> None:
    """R8."""
    hand = table(f"8{suit} 9{suit} 10{suit} KC", "4C", "6C", options=PLAYED)
    assert hand.ledger.layout == [3] * 7
    play(hand, f"0:8{suit}, 0:9{suit}")
    assert entries(hand, "boodle") == []
    play(hand, f"0:10{suit}")
    assert (9, 0, 3) in entries(hand, "boodle")


def test_played_8_9_10_is_not_won_by_two_seats_nor_in_two_suits() -> None:
    hand = table("8S 10S 9C 4C", "9S 3C", "6C", options=PLAYED, script="0:8S, 1:9S, 0:10S")
    assert entries(hand, "boodle") == []
    options = {**PLAYED, "lead.change": "none"}
    hand = table("8S 9S 10C 4C", "3C", "6C", options=options, script="0:8S, 0:9S, 0:4C, 0:10C")
    assert entries(hand, "boodle") == []


def test_played_8_9_10_blocked_in_two_suits_are_two_wins() -> None:
    """R10: each miss makes good what it prevented; 3 chips lie on the space."""
    options = {**PLAYED, "penalty.compensation": True, "lead.change": "none", "stakes.kitty": 0}
    hands = ("6C 6D 2S 2H", "7C 7D 4H", "8C 9C 10C 5S", "8D 9D 10D 6S")
    hand = table(*hands, options=options)
    play(hand, "0:6C, stop, 0:6D, stop, 0:2H, 0:2S")
    assert hand.winner == 0
    assert entries(hand, "compensation") == [(1, 2, 4), (1, 3, 4)]


# 2. Poker

HANDS = ("2C 2D 5S 7S 9S", "3C 4D 6S 8C JC", "KS KC 5D 7D 9D")


def test_the_best_hand_takes_the_pot_and_leads() -> None:
    hand = table(*HANDS, script=CHECKS)
    assert entries(hand, "pot") == [(11, 2, 3)]
    assert leads(hand) == "2: KC 5D KS"


def test_a_folded_hand_does_not_win() -> None:
    hand = table(*HANDS, script="0:check, 1:check, 2:fold")
    assert (entries(hand, "pot"), hand.turn) == ([(11, 0, 3)], 0)


def test_the_last_one_left_takes_the_pot_whatever_he_holds() -> None:
    hand = table(*HANDS, script="0:fold, 1:bet 5, 2:fold")
    assert (entries(hand, "pot"), hand.turn) == ([(11, 1, 8)], 1)
    hand = table(*HANDS, script="0:fold, 1:fold")
    assert (entries(hand, "pot"), hand.turn) == ([(11, 2, 3)], 2)


@pytest.mark.parametrize(
    ("hands", "dealer", "paid"),
    [
        # 3 chips, two equal pairs: 2 to the first clockwise from the dealer, who leads
        (("2C 2D KS", "3C 5D 7S", "2H 2S KC"), 2, [(0, 2), (2, 1)]),
        (("2C 2D KS", "3C 5D 7S", "2H 2S KC"), 0, [(2, 2), (0, 1)]),
        (("2C 2D KS", "3C 5D 7S", "2H 2S KC"), 1, [(2, 2), (0, 1)]),
        # 5 + 3 chips and three equal hands: 2 + 2, 2, 2
        (("2C 4D KS", "2D 4S KC", "2S 4C KD"), 0, [(1, 4), (2, 2), (0, 2)]),
    ],
)
def test_equal_hands_share_the_pot(
    hands: tuple[str, ...], dealer: int, paid: list[tuple[int, int]]
) -> None:
    pot = 5 if len(paid) == 3 else 0
    hand = table(*hands, dealer=dealer, pot=pot)
    for _ in hands:
        hand.apply(Check(hand.turn))
    assert [(to, chips) for _, to, chips in entries(hand, "pot")] == paid
    assert events(hand, "best_hand") == [("best_hand", to) for to, _ in paid]
    assert hand.turn == paid[0][0]


def test_who_cannot_pay_it_all_calls_with_what_he_has() -> None:
    """R12: 10 - 9 = 1 chip; the pot is 3 + 5 + 5 + 1, and there are no side pots."""
    hands = ("KS KC 5D 7D 9D", "3C 4D 6S 8C JC", "2C 2D 5S 7S 9S")
    hand = table(*hands, chips=[10, 50, 50], script="0:check, 1:bet 5, 2:call, 0:call")
    assert hand.ledger.stacks == [14, 36, 36]


def test_who_has_no_chips_stays_in_and_is_not_asked() -> None:
    hand = table(*HANDS, chips=[50, 50, 9], script="0:bet 2")
    assert hand.turn == 1
    play(hand, "1:call")
    assert entries(hand, "pot") == [(11, 2, 3 + 2 + 2)]


def test_with_no_chips_at_all_the_hands_are_shown_at_once() -> None:
    hand = table(*HANDS, chips=9)
    assert (entries(hand, "pot"), leads(hand)) == ([(11, 2, 3)], "2: KC 5D KS")


def test_a_raise_is_answered_by_everyone_else() -> None:
    hand = table(*HANDS, script="0:bet 1, 1:call, 2:raise 3, 0:raise 7")
    assert hand.turn == 1
    play(hand, "1:fold, 2:call")
    # 3 + 7 + 1 + 7
    assert entries(hand, "bet") == [(0, 11, 1), (1, 11, 1), (2, 11, 3), (0, 11, 6), (2, 11, 4)]
    assert entries(hand, "pot") == [(11, 2, 18)]


@pytest.mark.parametrize(
    ("script", "refused", "error", "words"),
    [
        ("", "1:check", AgainstRules, says("bet.another-seat", seat=1)),
        (
            "",
            "0:call",
            AgainstRules,
            says("bet.not-possible", verb="call", verbs="[check, bet, fold]"),
        ),
        ("", "0:raise 2", AgainstRules, says("bet.not-possible", verb="raise")),
        ("", "0:bet 0", Malformed, says("action.number-form")),
        ("", "0:bet 42", AgainstRules, says("bet.amount", verb="bet", low=1, high=41)),
        ("", "0:bet", Malformed, says("action.number-form", verb="bet")),
        (
            "0:bet 3",
            "1:check",
            AgainstRules,
            says("bet.not-possible", verb="check", verbs="[call, raise, fold]"),
        ),
        ("0:bet 3", "1:raise 3", AgainstRules, says("bet.amount", verb="raise", low=4, high=41)),
        (
            "0:bet 3, 1:raise 9, 2:call",
            "0:raise 42",
            AgainstRules,
            says("bet.amount", verb="raise", low=10, high=41),
        ),
        (
            "0:bet 41",
            "1:raise 42",
            AgainstRules,
            says("bet.not-possible", verb="raise", verbs="[call, fold]"),
        ),
        ("", "0:2C", NotNow, says("play.before-pot")),
        (CHECKS, "2:fold", NotNow, says("bet.none-open")),
    ],
)
def test_refusals(script: str, refused: str, error: type[RulesError], words: str) -> None:
    hand = table(*HANDS, script=script)
    before = hand.ledger.chips[:]
    with pytest.raises(error, match=words) as caught:
        hand.apply(action(refused))
    assert hand.ledger.chips == before
    if isinstance(caught.value, AgainstRules):
        assert caught.value.section == "R15"
        assert set(caught.value.legal) <= set(hand.legal_actions())


def test_no_betting_where_a_run_wins_the_pot() -> None:
    hand = sit("newmarket", "2C", "4C", placements={0: {0: 1}, 1: {0: 1}})
    with pytest.raises(NotNow, match=says("bet.none-open")):
        hand.apply(Check(0))


def test_the_pot_is_not_won_by_a_run_as_well() -> None:
    """R8: pot.won_by poker; chips bet are the only ones that reach it."""
    hand = table("2C 3C 4C 9H", "7D 7S", "5D 6S", script=f"{CHECKS}, 1:7D")
    play(hand, "1:7S")
    assert entries(hand, "pot") == [(11, 1, 3)]


def test_what_each_has_put_in_is_public_and_the_cards_are_not() -> None:
    hand = table(*HANDS, script="0:bet 2, 1:raise 5")
    for viewer in (Viewer(), Viewer(0), Viewer(2)):
        seen = view(hand, viewer)
        assert (seen.awaiting, seen.turn, seen.put) == ("bet", 2, (2, 5, 0))
        assert set(seen.holdings) == ({viewer.seat} if viewer.seat is not None else set())
    assert view(hand, Viewer(2)).highest == 41
    assert view(hand, Viewer(0)).legal == ()


def test_the_highest_raise_counts_what_the_seat_has_put_in() -> None:
    """R15: a raise is to so many chips in all."""
    hand = table(*HANDS, script="0:bet 2, 1:raise 5, 2:call")
    seen = view(hand, Viewer(0))
    raises = [action for action in seen.legal if isinstance(action, Raise)]
    assert raises == [Raise(0, 6)]
    assert seen.highest == hand.ledger.chips[0] + 2
    assert hand.can(Raise(0, seen.highest))
    assert not hand.can(Raise(0, seen.highest + 1))


# 3. Stops


def test_the_winner_of_the_pot_leads_also_where_another_would() -> None:
    """R6: lead.first has no say."""
    for first in ("eldest", "dealer", "lowest:C"):
        hand = table(*HANDS, dealer=1, options={"lead.first": first})
        play(hand, "2:check, 0:check, 1:check")
        assert leads(hand) == "2: KC 5D KS"


@pytest.mark.parametrize(
    ("version", "verbs"),
    [(Version.ONE, ["check", "bet", "fold"]), (Version.TWO, ["check", "fold"])],
)
def test_nobody_is_offered_a_bet_that_nobody_can_call(version: Version, verbs: list[str]) -> None:
    """R15: only seat 0 has chips left; version 1 let it bet."""
    hand = sit(
        "three_in_one", "2S 3C 9D", "4S 5C 10D", "6S 7C JD", chips=[18, 9, 9], version=version
    )
    assert hand.ledger.stacks == [9, 0, 0]
    assert [action.verb for action in hand.legal_actions()] == verbs
    if version is not Version.ONE:
        with pytest.raises(AgainstRules):
            hand.apply(Bet(0, 1))
