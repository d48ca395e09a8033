"""R1, R2, R12, R13: a sequence of hands."""

from __future__ import annotations

from typing import Any

import pytest
from harness.messages import says

from chalicelib.rules import Entry, Game, Hand, Malformed, NotNow, make_rules
from chalicelib.rules.game import GameEnd

from .strategies import PACK
from .tables import deal_of, play

TWOS = ("2C", "4C", "6C", "8C", "10C", "QC", "2H", "4H")


def new(seats: int = 3, preset: str = "saratoga", **options: Any) -> Game:
    given = {name.replace("__", "."): value for name, value in options.items()}
    return Game.start(make_rules(preset, given), seats)


def quick(game: Game, dealer: int | None = None) -> Hand:
    """Deal and play a hand: everyone has one card, and who leads is out at once."""
    seats = range(len(game.stacks))
    hands = [TWOS[seat] if game.stacks[seat] else "" for seat in seats]
    hand = game.deal(deal_of(*hands), dealer=dealer)
    leader = hand.turn
    play(hand, f"{leader}:{TWOS[leader]}")
    game.take(hand)
    return hand


@pytest.mark.parametrize("seats", [2, 9, 0, -1])
def test_a_game_starts_with_three_to_eight_seats(seats: int) -> None:
    """R1."""
    with pytest.raises(Malformed, match=says("game.seats", least=3, most=8, seats=seats)):
        new(seats)


@pytest.mark.parametrize("seats", [3, 8])
def test_everyone_starts_with_the_same_chips(seats: int) -> None:
    game = new(seats, chips__start=20)
    assert game.stacks == [20] * seats
    assert (game.layout, game.kitty, game.pot, game.bank) == ([0, 0, 0, 0], 0, 0, 0)
    assert game.chips == 20 * seats


def test_the_first_dealer_is_named_and_no_later_one() -> None:
    """R2."""
    game = new()
    assert game.next_dealer() is None
    with pytest.raises(Malformed, match=says("deal.first-names-dealer")):
        game.deal(PACK)
    assert quick(game, dealer=1).dealer == 1
    with pytest.raises(Malformed, match=says("deal.first-names-dealer")):
        game.deal(PACK, dealer=1)


def test_the_deal_goes_round_clockwise() -> None:
    """R2."""
    game = new(4)
    assert [quick(game, dealer=2).dealer, *(quick(game).dealer for _ in range(5))] == [
        2,
        3,
        0,
        1,
        2,
        3,
    ]


def test_the_deal_skips_seats_that_are_out() -> None:
    """R2, R12."""
    game = new(5)
    game.dealer = 1
    game.stacks[2] = game.stacks[3] = 0
    assert game.next_dealer() == 4
    assert game.seats_in == [0, 1, 4]
    assert quick(game).live == [0, 1, 4]


def test_the_deal_moves_on_after_a_hand_without_a_winner() -> None:
    """R2, R6."""
    game = new(lead__stuck="pass_then_end")
    hand = game.deal(deal_of("5S 9S", "2S 7S", "3S 8S"), dealer=2)
    game.take(play(hand, "0:5S"))
    assert hand.winner is None
    assert (game.next_dealer(), game.hands, game.layout) == (0, 1, [3, 3, 3, 3])


def test_chips_on_the_layout_carry_over() -> None:
    """R8."""
    game = new()
    quick(game, dealer=0)
    quick(game)
    assert game.layout == [6, 6, 6, 6]
    assert game.chips == 150


def test_an_abandoned_hand_gives_all_back_moves_the_deal_on_and_does_not_count() -> None:
    game = new(ending__hands=1)
    hand = game.deal(deal_of("5S 2D", "6S", "7S 2H"), dealer=1)
    play(hand, "2:7S" if hand.turn == 2 else "0:5S")
    hand.abandon()
    game.take(hand)
    assert game.stacks == [50, 50, 50]
    assert (game.layout, game.hands, game.ended) == ([0, 0, 0, 0], 0, None)
    assert game.next_dealer() == 2
    assert [entry.reason for entry in hand.ledger.entries].count("abandoned") == 12


def test_a_hand_under_way_cannot_be_taken_nor_an_ended_one_abandoned() -> None:
    game = new()
    hand = game.deal(deal_of(*TWOS[:3]), dealer=2)
    with pytest.raises(NotNow, match=says("hand.not-over")):
        game.take(hand)
    play(hand, "0:2C")
    with pytest.raises(NotNow, match=says("hand.over")):
        hand.abandon()


def test_the_game_ends_after_the_set_number_of_hands() -> None:
    """R13."""
    game = new(ending__hands=2)
    quick(game, dealer=0)
    assert (game.ended, game.hands) == (None, 1)
    quick(game)
    assert (game.ended, game.hands) == (GameEnd.HANDS, 2)
    with pytest.raises(NotNow, match=says("game.over")):
        game.deal(PACK)


def test_with_two_seats_left_the_game_goes_on_and_with_one_it_is_over() -> None:
    """R12."""
    game = new(4, chips__start=5)
    game.stacks = [5, 5, 0, 0]
    game.dealer = 3
    assert game.deal(deal_of("2C", "4C", "", "")).live == [0, 1]
    quick(game)
    # both paid 4; seat 1 led and was out, and seat 0 paid him his last chip
    assert game.stacks == [0, 2, 0, 0]
    assert game.ended == "seats"


def test_a_seat_without_chips_plays_on_and_is_back_if_it_wins_some() -> None:
    """R12, finish_hand."""
    game = new(chips__start=4)
    hand = game.deal(deal_of("JS", "3D", "4H"), dealer=2)
    assert hand.ledger.stacks == [0, 0, 0]
    game.take(play(hand, "0:JS"))
    assert game.stacks == [3, 0, 0]
    assert game.ended == "seats"


def test_sit_out_fewer_than_two_able_to_stake_ends_the_game() -> None:
    """R3."""
    game = new(chips__start=6, stakes__short="sit_out")
    quick(game, dealer=2)
    assert game.stacks == [4, 1, 1]
    assert game.ended == "seats"


def test_sit_out_the_dealer_may_yet_name_a_small_stake() -> None:
    """R3, set_by dealer."""
    game = new(preset="boodle", chips__start=6, stakes__short="sit_out")
    placed = {seat: {1: 4} for seat in range(3)}
    game.take(play(game.deal(deal_of(*TWOS[:3]), dealer=2, placements=placed), "0:2C"))
    assert game.stacks == [4, 1, 1]
    assert game.ended is None
    assert game.deal(PACK, amount=1, placements={s: {0: 1} for s in range(3)}).live == [0, 1, 2]
    with pytest.raises(NotNow, match=says("stakes.too-few-seats")):
        game.deal(PACK, amount=4, placements=placed)


def test_a_round_closed_ends_the_game_once() -> None:
    """R13."""
    game = new()
    game.close()
    assert game.ended == "closed"
    game.ended = GameEnd.HANDS
    game.close()
    assert game.ended == "hands"


def finished(unclaimed: str, stacks: list[int], layout: list[int], kitty: int, pot: int) -> Game:
    game = Game(make_rules("saratoga", {"unclaimed": unclaimed}), stacks, layout, kitty, pot)
    game.close()
    return game


def test_unclaimed_chips_are_split_equally_the_rest_to_the_bank() -> None:
    """R13: 5 + 0 + 6 + 0 + 7 + 2 = 20 chips for three seats, 6 each; seat 1 is out."""
    game = finished("split_equal", [10, 0, 3, 8], [5, 0, 6, 0], 7, 2)
    assert game.share_unclaimed() == [
        Entry(4, 0, 5, "unclaimed", 0),
        Entry(6, 0, 1, "unclaimed", 0),
        Entry(6, 2, 5, "unclaimed", 0),
        Entry(8, 2, 1, "unclaimed", 0),
        Entry(8, 3, 6, "unclaimed", 0),
        Entry(9, 10, 2, "unclaimed", 0),
    ]
    assert game.stacks == [16, 0, 9, 14]
    assert (game.layout, game.kitty, game.pot, game.bank) == ([0, 0, 0, 0], 0, 0, 2)
    assert game.share_unclaimed() == []


def test_unclaimed_chips_may_go_to_the_bank() -> None:
    game = finished("void", [10, 0, 3], [5, 0, 6, 0], 7, 2)
    game.share_unclaimed()
    assert (game.stacks, game.bank) == ([10, 0, 3], 20)


def test_unclaimed_chips_may_go_to_the_leaders() -> None:
    game = finished("leader_takes", [10, 0, 3, 10], [5, 0, 6, 0], 7, 3)
    game.share_unclaimed()
    assert (game.stacks, game.bank) == ([20, 0, 3, 20], 1)
    game = finished("leader_takes", [10, 0, 3, 9], [5, 0, 6, 0], 7, 3)
    game.share_unclaimed()
    assert (game.stacks, game.bank) == ([31, 0, 3, 9], 0)


def test_unclaimed_chips_with_nobody_left_go_to_the_bank() -> None:
    for unclaimed in ("split_equal", "leader_takes", "void"):
        game = finished(unclaimed, [0, 0, 0], [5, 0, 6, 0], 7, 2)
        game.share_unclaimed()
        assert (game.stacks, game.bank) == ([0, 0, 0], 20)


def test_nothing_is_shared_while_the_game_goes_on() -> None:
    with pytest.raises(NotNow, match=says("game.not-over")):
        new().share_unclaimed()
