"""R12: what becomes of a seat without chips, under each value of ``broke``.

In ``saratoga`` every seat stakes 4 chips, one on each of AH KC QD JS, and seat 0 leads if the
last seat deals.
"""

from __future__ import annotations

from typing import Any

import pytest
from harness.messages import says

from chalicelib.rules import AgainstRules, Game, Hand, Malformed, NotNow, make_rules
from chalicelib.rules.deal import DEAD
from rules.strategies import PACK
from rules.tables import deal_of, entries, events, leads, play, sit

DROP = {"broke": "drop_out"}


# finish_hand


def test_finish_hand_a_seat_without_chips_plays_on_and_wins_some() -> None:
    """Seat 0 has 0 chips after its stakes; it takes 3 from JS, and 2 + 2 for cards left."""
    hand = sit("saratoga", "JS", "5H 6H", "7H 8H", chips=[4, 50, 50])
    assert (hand.ledger.stacks, hand.live) == ([0, 46, 46], [0, 1, 2])
    play(hand, "0:JS")
    assert (hand.ledger.stacks, hand.ledger.layout) == ([7, 44, 44], [3, 3, 3, 0])


def test_finish_hand_it_is_out_of_the_game_if_it_has_none_after_the_dues() -> None:
    """It owes 1 for the card it has left, which is forgiven."""
    game = Game(make_rules("saratoga"), [4, 50, 50])
    game.take(play(game.deal(deal_of("2D 9C", "6S", "3D 4D"), dealer=2), "0:2D, 2:3D, 2:4D"))
    assert (game.stacks, game.layout) == ([0, 45, 47], [3, 3, 3, 3])
    assert (game.seats_in, game.next_dealer(), game.ended) == ([1, 2], 1, None)


# drop_out


def test_drop_out_a_seat_that_is_empty_after_the_stakes_is_not_dealt_in() -> None:
    hand = sit("saratoga", "", "5H 6H", "7H 8H", chips=[4, 50, 50], options=DROP)
    assert (hand.live, hand.turn, hand.ledger.stacks) == ([1, 2], 1, [0, 46, 46])
    assert [(e.kind, e.action, e.seat) for e in hand.events] == [("drop", 0, 0)]
    play(hand, "1:5H, 1:6H")
    assert hand.ledger.stacks == [0, 48, 44]  # it pays nothing, and seat 2 pays for two cards


def test_drop_out_a_short_seat_pays_what_it_has_and_is_not_dealt_in() -> None:
    hand = Hand(make_rules("saratoga", DROP), [2, 50, 50], 2, list(PACK))
    assert hand.ledger.layout == [3, 3, 2, 2]
    assert hand.counts == [0, 17, 17]  # and the widow has 18 (R4)
    with pytest.raises(Malformed, match=says("deal.seats-and-hands")):
        sit("saratoga", "2C", "5H", "7H", chips=[2, 50, 50], options=DROP)


def test_drop_out_the_only_seat_left_after_the_stakes_wins() -> None:
    """It takes the 6 chips of the kitty: 50 - 4 + 6."""
    hand = sit("saratoga", "", "", "5H 9H", chips=[4, 3, 50], kitty=6, options=DROP)
    assert (hand.over, hand.winner, hand.ledger.stacks) == (True, 2, [0, 0, 52])
    assert hand.ledger.layout == [3, 3, 3, 2]
    assert hand.legal_actions() == []


def test_drop_out_with_nobody_left_everything_stays() -> None:
    hand = Hand(make_rules("saratoga", DROP), [4, 4, 4], 2, list(PACK), kitty=6)
    assert (hand.over, hand.winner, hand.ledger.layout) == (True, None, [3, 3, 3, 3])
    assert hand.ledger.chips[hand.ledger.kitty] == 6


def test_drop_out_a_dealer_who_has_left_decides_nothing_about_the_widow() -> None:
    """R5: nobody is asked, and there is nobody to be paid for the widow."""
    options = {**DROP, "widow": "exchange_or_auction"}
    hand = sit("saratoga", "5H", "7H", "", widow="2C", chips=[50, 50, 4], options=options)
    assert (hand.dealer, hand.live, leads(hand)) == (2, [0, 1], "0: 5H")


def passing(chips: list[int], *hands: str) -> Hand:
    """Seat 0 leads 5H and has nothing but hearts: it has to pass, for 1 chip."""
    hand = sit("saratoga", *hands, chips=chips, options={**DROP, "lead.pass_fee": 1})
    return play(hand, "0:5H")


def test_drop_out_a_seat_that_pays_its_last_chip_for_passing_leaves_at_once() -> None:
    hand = passing([5, 50, 50], "5H 9H", "2S 7S 8S", "3S 9C")
    assert (hand.live, hand.counts, hand.ledger.stacks) == ([1, 2], [0, 3, 2], [0, 46, 46])
    assert hand.where[33] == DEAD  # 9H
    assert events(hand, "pass", "drop", "lifted") == [("pass", 0), ("drop", 0)]
    assert leads(hand) == "1: 2S"
    play(hand, "1:2S, 2:3S, 2:9C")
    # 46 - 2 for cards left; 46 + 2 + the kitty
    assert (hand.winner, hand.ledger.stacks) == (2, [0, 44, 49])


def test_drop_out_was_it_to_lead_the_next_live_seat_to_the_left_does() -> None:
    """Nobody can change the suit, so all pay 1 and the restriction is lifted (R6)."""
    hand = passing([5, 50, 50], "5H 9H", "2H", "3H")
    assert events(hand, "pass", "drop", "lifted") == [
        ("pass", 0),
        ("drop", 0),
        ("pass", 1),
        ("pass", 2),
        ("lifted", 1),
    ]
    assert leads(hand) == "1: 2H"
    play(hand, "1:2H")
    # 50 - 4 - 1 + 1 card left + 3 in the kitty; 50 - 4 - 1 - 1
    assert hand.ledger.stacks == [0, 49, 44]


def test_drop_out_the_last_seat_in_the_hand_wins_it() -> None:
    hand = passing([5, 50], "5H 9H", "2H 4H")
    assert (hand.over, hand.winner, hand.counts) == (True, 1, [0, 2])
    assert (hand.ledger.stacks, hand.ledger.layout) == ([0, 47], [2, 2, 2, 2])


def test_drop_out_who_bids_all_its_chips_for_the_widow_leaves_with_it() -> None:
    """R5: 7 - 4 = 3 chips bid and paid to the dealer; both hands and widow are dead."""
    options = {**DROP, "widow": "exchange_or_auction"}
    hand = sit("saratoga", "2C", "5H", "7H", widow="2D", chips=[7, 50, 50], options=options)
    play(hand, "2:decline, 0:bid 3, 1:pass")
    assert (hand.ledger.stacks, hand.live, leads(hand)) == ([0, 46, 49], [1, 2], "1: 5H")
    assert hand.where[0] == hand.where[13] == DEAD
    assert events(hand, "sold", "drop") == [("sold", 0), ("drop", 0)]


def test_drop_out_who_buys_the_widow_from_the_only_other_seat_has_lost() -> None:
    options = {**DROP, "widow": "exchange_or_auction"}
    hand = sit("saratoga", "2C", "7H", widow="2D", chips=[7, 50], options=options)
    play(hand, "1:decline, 0:bid 3")
    assert (hand.over, hand.winner, hand.ledger.stacks) == (True, 1, [0, 49])


def test_drop_out_who_bets_all_its_chips_leaves_without_the_pot() -> None:
    """R15: 12 - 9 = 3 chips; the pot is 3 + 3 + 3."""
    hands = ("2C 2D 2S AC AD", "3C 4D 6S 7C 8D", "3D 4S 6C 9D JC")
    hand = sit("three_in_one", *hands, chips=[12, 50, 50], options=DROP)
    play(hand, "0:bet 3, 1:call, 2:fold")
    assert (hand.live, hand.ledger.stacks) == ([1, 2], [0, 41 - 3 + 9, 41])
    assert events(hand, "drop", "best_hand") == [("drop", 0), ("best_hand", 1)]
    assert hand.turn == 1


def test_drop_out_the_last_seat_in_the_betting_takes_the_pot_unasked() -> None:
    """R15: seat 0 folded, seats 1 and 2 bet all they have; the pot is 4 + 2 + 2."""
    hands = ("2C 2D", "3C 4D", "6S 7C", "9D JC")
    hand = sit("three_in_one", *hands, chips=[50, 11, 11, 50], options=DROP)
    play(hand, "0:fold, 1:bet 2, 2:call")
    assert (hand.live, hand.ledger.stacks, hand.turn) == ([0, 3], [41, 0, 0, 49], 3)


FAULTS: dict[str, Any] = {"penalty.missed_play": 1}
THREE_HANDS = ("6H 9C 4S", "5H 2C 8D", "KS 3C")


@pytest.mark.parametrize(
    ("broke", "fines", "stacks"),
    [
        # 0 -> 1 and it is gone; 2 -> 1; for cards left 2 pays 2
        ("drop_out", [(0, 1, 1), (2, 1, 1)], [0, 50, 43]),
        # 0 -> 1; 2 -> 0 and 1; for cards left 2 pays 2 and 0 the chip it got
        ("finish_hand", [(0, 1, 1), (2, 0, 1), (2, 1, 1)], [0, 51, 42]),
        # 0 -> 1 and 2; 2 -> 0 and 1; for cards left 2 pays 2 and 0 pays 3
        ("debt", [(0, 1, 1), (0, 2, 1), (2, 0, 1), (2, 1, 1)], [-3, 53, 43]),
    ],
)
def test_a_seat_that_runs_out_of_chips_while_the_dues_are_paid(
    broke: str, fines: list[tuple[int, int, int]], stacks: list[int]
) -> None:
    """R8, R9: seat 0 has 1 chip and misses 6H, then seat 2 misses 3C; seat 1 goes out."""
    options = {**FAULTS, "broke": broke}
    hand = sit("saratoga", *THREE_HANDS, chips=[5, 50, 50], dealer=0, options=options)
    play(hand, "1:5H, stop, 1:2C, stop, 1:8D")
    assert hand.winner == 1
    assert entries(hand, "missed play") == fines
    assert hand.ledger.stacks == stacks


def test_drop_out_a_winner_who_pays_its_last_chip_as_a_fine_takes_no_more() -> None:
    """R8: neither for cards left nor the kitty, which stays."""
    options = {**FAULTS, **DROP}
    hand = sit("saratoga", "5H 9C 4S", "6H 10C", "KS", chips=[50, 5, 50], kitty=4, options=options)
    play(hand, "0:5H, stop, 0:9C, 1:10C, 1:6H")
    assert (hand.winner, hand.ledger.stacks) == (1, [46, 0, 47])
    assert hand.ledger.chips[hand.ledger.kitty] == 4


# debt


def test_debt_stakes_and_dues_are_paid_in_full() -> None:
    """2 - 4 = -2, and 2 more for the cards left."""
    hand = sit(
        "saratoga", "5H 9C", "2S", "KD", chips=[2, 50, 50], dealer=0, options={"broke": "debt"}
    )
    assert (hand.ledger.stacks, hand.ledger.layout) == ([-2, 46, 46], [3, 3, 3, 3])
    play(hand, "1:2S")
    assert hand.ledger.stacks == [-4, 49, 45]


def test_debt_everyone_is_dealt_in_also_with_less_than_nothing() -> None:
    """R3: sit_out is for seats that cannot pay; here all can."""
    rules = make_rules("saratoga", {"broke": "debt", "stakes.short": "sit_out"})
    game = Game(rules, [-10, 0, 160])
    hand = game.deal(deal_of("2C", "4C", "6C"), dealer=2)
    assert (hand.live, hand.ledger.stacks) == ([0, 1, 2], [-14, -4, 156])
    game.take(play(hand, "0:2C"))
    assert (game.seats_in, game.ended, game.stacks) == ([0, 1, 2], None, [-12, -5, 155])


def test_debt_a_stake_to_be_spread_is_the_whole_stake() -> None:
    """R3, free."""
    placed = {0: {0: 4}, 1: {1: 4}, 2: {2: 4}}
    options = {"broke": "debt"}
    hand = sit("boodle", "2C", "4C", "6C", chips=[1, 50, 50], placements=placed, options=options)
    assert hand.ledger.stacks == [-3, 46, 46]
    with pytest.raises(AgainstRules, match=says("stakes.total", due=4, total=1)):
        sit("boodle", "2C", "4C", "6C", chips=[1, 50, 50], placements={**placed, 0: {0: 1}},
            options=options)  # fmt: skip


def test_debt_nobody_bids_or_bets_what_he_has_not_got() -> None:
    """R5, R15: a bid never exceeds the chips held."""
    options = {"broke": "debt", "widow": "exchange_or_auction"}
    hand = sit("saratoga", "2C", "5H", "7H", widow="2D", chips=[2, 50, 50], options=options)
    play(hand, "2:decline")
    assert [action.verb for action in hand.legal_actions()] == ["pass"]
    hand = sit("three_in_one", "2C", "5D", "7D", chips=[2, 50, 50], options={"broke": "debt"})
    assert (hand.ledger.stacks, hand.turn) == ([-7, 41, 41], 1)


# rebuy


def test_rebuy_a_seat_without_chips_may_buy_a_stack_before_the_next_deal() -> None:
    game = Game(make_rules("saratoga", {"broke": "rebuy", "chips.start": 20}), [0, 8, 52], dealer=1)
    assert (game.seats_in, game.bought) == ([1, 2], [20, 20, 20])
    assert game.buy(0) == 20
    assert (game.stacks, game.bought, game.seats_in) == ([20, 8, 52], [40, 20, 20], [0, 1, 2])
    hand = game.deal(deal_of("2C", "4C", "6C"))
    assert (hand.dealer, hand.live, hand.ledger.stacks) == (2, [0, 1, 2], [16, 4, 48])


def test_rebuy_who_buys_none_is_not_dealt_in_and_may_buy_one_later() -> None:
    game = Game(make_rules("saratoga", {"broke": "rebuy"}), [0, 8, 142], dealer=1)
    game.take(play(game.deal(deal_of("", "4C", "6C")), "1:4C"))
    assert (game.stacks, game.ended) == ([0, 5, 137], None)
    assert game.buy(0) == 50


def test_rebuy_only_without_chips_and_only_where_it_is_allowed() -> None:
    game = Game(make_rules("saratoga", {"broke": "rebuy"}), [1, 8, 141])
    with pytest.raises(AgainstRules, match=says("seat.has-chips", seat=1)):
        game.buy(0)
    with pytest.raises(Malformed, match=says("seat.unknown", seat=4)):
        game.buy(3)
    for broke in ("finish_hand", "drop_out", "debt"):
        with pytest.raises(AgainstRules, match=says("seat.no-rebuy")) as refused:
            Game(make_rules("saratoga", {"broke": broke}), [0, 8, 142]).buy(0)
        assert refused.value.section == "R12"


def test_rebuy_the_game_waits_for_a_seat_to_buy() -> None:
    game = Game(make_rules("saratoga", {"broke": "rebuy"}), [0, 4, 4], dealer=0)
    game.take(play(game.deal(deal_of("", "4C", "6C")), "2:6C"))
    assert (game.stacks, game.ended, game.next_dealer()) == ([0, 0, 0], None, None)
    with pytest.raises(NotNow, match=says("stakes.too-few-with-chips")):
        game.deal(PACK, dealer=0)
    game.buy(0)
    with pytest.raises(NotNow, match=says("stakes.too-few-with-chips")):
        game.deal(PACK)
    game.buy(2)
    assert game.deal(PACK).live == [0, 2]


def test_rebuy_the_game_is_over_when_none_is_broke_and_too_few_can_stake() -> None:
    """R3, sit_out: each has chips, so none may buy, and only one can stake 4."""
    rules = make_rules("saratoga", {"broke": "rebuy", "stakes.short": "sit_out"})
    game = Game(rules, [7, 5, 5], dealer=1)
    game.take(play(game.deal(deal_of("2C", "4C", "6C")), "0:2C"))
    assert (game.stacks, game.ended) == ([5, 0, 0], None)
    game = Game(rules, [7, 6, 6], dealer=1)
    game.take(play(game.deal(deal_of("2C", "4C", "6C")), "0:2C"))
    assert (game.stacks, game.ended) == ([5, 1, 1], "seats")


# The game


def test_with_fewer_than_two_seats_left_the_game_is_over() -> None:
    """Seat 1 stakes its last 4 chips; it leaves at once, or owes 1 it has not got."""
    game = Game(make_rules("saratoga", DROP), [50, 4, 0], dealer=0)
    game.take(game.deal(deal_of("2C", "", "")))
    assert (game.stacks, game.ended) == ([46, 0, 0], "seats")
    game = Game(make_rules("saratoga"), [50, 4, 0], dealer=0)
    game.take(play(game.deal(deal_of("2C", "4C 6C", "")), "0:2C"))
    assert (game.stacks, game.ended) == ([46, 0, 0], "seats")


def test_a_seat_may_join_between_two_hands_by_buying_a_stack() -> None:
    """It sits between the last seat and the first, and deals in its turn (R2)."""
    game = Game(make_rules("saratoga"), [46, 50, 54], dealer=2)
    assert game.join() == 3
    assert (game.stacks, game.bought, game.chips) == ([46, 50, 54, 50], [50] * 4, 200)
    hand = game.deal(deal_of("2C", "4C", "6C", "8C"))
    assert (hand.dealer, hand.live) == (3, [0, 1, 2, 3])


def test_nobody_joins_a_full_table_or_a_game_that_is_over() -> None:
    game = Game(make_rules("saratoga"), [50] * 8)
    with pytest.raises(NotNow, match=says("seat.table-full", most=8)):
        game.join()
    game = Game(make_rules("saratoga", {"broke": "rebuy"}), [50, 50, 0])
    game.close()
    with pytest.raises(NotNow, match=says("game.over")):
        game.join()
    with pytest.raises(NotNow, match=says("game.over")):
        game.buy(2)
