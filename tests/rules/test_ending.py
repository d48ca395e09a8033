"""R13: when a game ends, the wind-down, and what becomes of the chips on the table."""

from __future__ import annotations

from typing import Any

import pytest
from harness.messages import says

from chalicelib.rules import AgainstRules, Entry, Game, Hand, NotNow, make_rules
from chalicelib.rules.game import GameEnd
from chalicelib.rules.hand.stakes import check_placement
from chalicelib.rules.version import Version

from .tables import deal_of, entries, play, sit


def new(
    preset: str = "saratoga", seats: int = 3, version: Version = Version.CURRENT, **options: Any
) -> Game:
    given = {name.replace("__", "."): value for name, value in options.items()}
    return Game.start(make_rules(preset, given, version), seats)


def hand_of(game: Game, script: str, *hands: str, **more: Any) -> Hand:
    """Deal these hands, play them and give the hand to the game; the last seat deals first."""
    if game.dealer is None:
        more["dealer"] = len(hands) - 1
    hand = play(game.deal(deal_of(*hands), **more), script)
    game.take(hand)
    return hand


# Minutes


def test_no_hand_is_dealt_when_the_minutes_are_over() -> None:
    game = new(ending__minutes=60)
    assert not game.time_up(0)
    assert not game.time_up(3599.9)
    assert game.time_up(3600)
    game.close(GameEnd.MINUTES)
    assert game.ended == "minutes"


def test_without_a_limit_time_is_never_up() -> None:
    assert not new().time_up(10**9)


# Chips


@pytest.mark.parametrize(("chips", "ended"), [(50, "chips"), (51, "chips"), (52, None)])
def test_the_game_ends_when_a_stack_holds_so_many_chips_after_the_dues(
    chips: int, ended: str | None
) -> None:
    """Seat 0: 50 - 4 stakes + 3 from JS + 2 for cards left = 51."""
    game = new(ending__chips=chips)
    hand_of(game, "0:JS", "JS", "5H", "7H")
    assert (game.stacks, game.ended) == ([51, 45, 45], ended)


def test_chips_are_counted_after_the_dues_only() -> None:
    """Seat 0 holds 46 + 3 from JS = 49 in the hand, and pays 3 of them for cards left."""
    game = new(ending__chips=49)
    game.stacks = [50, 20, 50]
    hand = game.deal(deal_of("JS 5C 6D 8D", "QS", "7H 9H"), dealer=2)
    play(hand, "0:JS")
    assert hand.ledger.stacks == [49, 16, 46]
    game.take(play(hand, "1:QS"))
    assert (game.stacks, game.ended) == ([46, 16 + 2 + 3, 44], None)


@pytest.mark.parametrize(
    ("basis", "chips", "ended"),
    [("stack", 51, "chips"), ("net", 1, "chips"), ("net", 2, None), ("net", 51, None)],
)
def test_net_is_the_stack_less_all_chips_bought(basis: str, chips: int, ended: str | None) -> None:
    """51 - 50 = 1."""
    game = new(ending__chips=chips, ending__basis=basis)
    hand_of(game, "0:JS", "JS", "5H", "7H")
    assert game.ended == ended


def test_a_stack_bought_again_does_not_count_as_won() -> None:
    """R12: seat 0 has bought 100 chips and holds 51: net -49; seat 2 has 82 - 50 = 32."""
    game = new(ending__chips=33, ending__basis="net", broke="rebuy")
    game.stacks, game.dealer = [0, 13, 87], 2
    game.buy(0)
    game.dealer = 1
    hand_of(game, "0:JS", "JS", "5H", "7H")
    assert (game.stacks, game.bought, game.ended) == ([51, 8, 82], [100, 50, 50], None)


def test_an_abandoned_hand_ends_no_game() -> None:
    game = new(ending__chips=50)
    hand = game.deal(deal_of("JS", "5H", "7H"), dealer=2)
    hand.abandon()
    game.take(hand)
    assert (game.stacks, game.ended) == ([50, 50, 50], None)


@pytest.mark.parametrize(("version", "ended"), [(Version.ONE, None), (Version.TWO, "seats")])
def test_a_game_is_over_if_too_few_can_stake_after_an_abandoned_hand(
    version: Version, ended: str | None
) -> None:
    """R3, sit_out: seat 0 can pay the 8 of a dealer; seat 1 only the 4 of another seat.

    When seat 1 has the deal, it sits out, and seat 0 is alone. Version 1 waited for ever.
    """
    game = new("michigan", version=version, stakes__short="sit_out")
    game.stacks, game.dealer = [8, 5, 3], 2
    hand = game.deal(list(range(52)))
    assert (hand.dealer, hand.live) == (0, [0, 1])
    hand.abandon()
    game.take(hand)
    assert (game.stacks, game.hands, game.ended) == ([8, 5, 3], 0, ended)
    with pytest.raises(NotNow, match=says("game.over" if ended else "stakes.too-few-seats")):
        game.deal(list(range(52)))


# Wind-down


@pytest.mark.parametrize("version", Version)
def test_no_refill_kitty_and_pot_once_won_are_not_staked_again(version: Version) -> None:
    """newmarket: 1 on a space, 1 to the kitty, 1 to the pot; nothing for cards left.

    The game ends with the hand in which the last of them is won; in version 1 it went on.
    """
    game = new("newmarket", version=version, wind_down="no_refill")
    placed = {seat: {0: 1} for seat in range(3)}
    hand_of(game, "0:2C", "2C", "4C", "6C", placements=placed)
    # seat 0 took the kitty of 3; the pot of 3 stays
    assert (game.stacks, game.layout, game.kitty, game.pot) == ([50, 47, 47], [3, 0, 0, 0], 0, 3)
    hand = hand_of(game, "1:2C, 1:3C, 1:4C", "6C", "2C 3C 4C", "8C", placements=placed)
    assert entries(hand, "kitty stake") == []
    assert entries(hand, "pot stake") == [(1, 8, 1), (2, 8, 1), (0, 8, 1)]
    # 2 each; seat 1 took the pot of 3 + 3
    assert (game.stacks, game.layout, game.pot) == ([48, 45 + 6, 45], [6, 0, 0, 0], 0)
    if version is not Version.ONE:
        assert game.ended is GameEnd.CLAIMED
        return
    hand = hand_of(game, "2:2C", "4C", "6C", "2C", placements=placed)
    assert {entry.reason for entry in hand.ledger.entries} == {"stake"}
    assert (game.stacks, game.layout, game.ended) == ([47, 50, 44], [9, 0, 0, 0], None)


def test_without_a_wind_down_they_are() -> None:
    game = new("newmarket")
    placed = {seat: {0: 1} for seat in range(3)}
    hand_of(game, "0:2C", "2C", "4C", "6C", placements=placed)
    hand = game.deal(deal_of("2C", "4C", "6C"), placements=placed)
    assert entries(hand, "kitty stake") == [(1, 7, 1), (2, 7, 1), (0, 7, 1)]
    assert game.claimed == 0


TWO: dict[str, Any] = {"layout": ["AH", "KC"]}


def test_remove_claimed_a_space_once_won_is_closed_and_the_game_ends_when_all_are() -> None:
    game = new(wind_down="remove_claimed", **TWO)
    hand_of(game, "0:AH", "AH", "5H", "7H")
    # 50 - 2 + 3 from AH + 2 cards left
    assert (game.stacks, game.layout, game.claimed) == ([53, 47, 47], [0, 3], 0b0001)
    hand = hand_of(game, "1:5H", "2C", "5H", "7H")
    assert entries(hand, "stake") == [(1, 4, 1), (2, 4, 1), (0, 4, 1)]
    # 1 each on KC alone; seat 1 gets 1 + 1
    assert (game.stacks, game.layout, game.ended) == ([51, 48, 45], [0, 6], None)
    hand_of(game, "2:KC", "5H", "7H", "KC")
    # KC has 6 + 3
    assert (game.stacks, game.layout) == ([49, 46, 44 + 9 + 2], [0, 0])
    assert (game.claimed, game.ended) == (0b0011, "claimed")


def test_remove_claimed_the_dealer_pays_double_on_the_open_spaces_alone() -> None:
    """R3: and with sit_out that is all a seat must be able to pay."""
    options = {"wind_down": "remove_claimed", "stakes.short": "sit_out", **TWO}
    hand = sit("michigan", "2C", "4C", "6C", chips=[1, 1, 2], claimed=0b01, options=options)
    assert entries(hand, "stake") == [(0, 4, 1), (1, 4, 1), (2, 4, 2)]


def test_remove_claimed_kitty_and_pot_are_staked_on() -> None:
    options = {"wind_down": "remove_claimed", "stakes.kitty": 1, "stakes.pot": 2}
    hand = sit("saratoga", "2C", "4C", "6C", claimed=0b11_1111, options=options)
    assert hand.ledger.stacks == [47, 47, 47]
    assert (hand.ledger.layout, hand.ledger.chips[7:9]) == ([0] * 4, [3, 6])


def test_remove_claimed_no_stake_goes_on_a_closed_space() -> None:
    options = {"wind_down": "remove_claimed"}
    for preset in ("boodle", "newmarket"):
        rules = make_rules(preset, options)
        amount = rules.stakes.amount
        assert check_placement(rules, {1: amount}, amount, 50, 0b0001) == {1: amount}
        with pytest.raises(AgainstRules, match=says("stakes.space-closed", space="AH")) as refused:
            check_placement(rules, {0: amount}, amount, 50, 0b0001)
        assert refused.value.section == "R13"
        assert check_placement(rules, {}, amount, 50, 0b1111) == {}


def test_a_space_without_chips_is_not_won() -> None:
    """newmarket: all bet on KC, and AH is played."""
    game = new("newmarket", wind_down="remove_claimed")
    placed = {seat: {1: 1} for seat in range(3)}
    hand_of(game, "0:AH", "AH", "4C", "6C", placements=placed)
    assert game.claimed == 0b01_0000  # the kitty


def test_an_abandoned_hand_closes_nothing() -> None:
    game = new(wind_down="remove_claimed")
    hand = game.deal(deal_of("AH 2C", "4C", "6C"), dealer=2)
    play(hand, "0:AH")
    assert hand.claimed == 0b0001
    hand.abandon()
    assert hand.claimed == 0
    game.take(hand)
    assert game.claimed == 0


# Unclaimed chips


def ended(unclaimed: str, **options: Any) -> Game:
    """A game that one hand has ended: 51, 45, 45 chips, and 9 on the layout."""
    game = new(ending__hands=1, unclaimed=unclaimed, **options)
    hand_of(game, "0:JS", "JS", "5H", "7H")
    assert (game.stacks, game.layout, game.ended) == ([51, 45, 45], [3, 3, 3, 0], "hands")
    return game


@pytest.mark.parametrize(
    ("unclaimed", "stacks", "bank"),
    [
        ("split_equal", [54, 48, 48], 0),
        ("void", [51, 45, 45], 9),
        ("leader_takes", [60, 45, 45], 0),
    ],
)
def test_what_lies_on_the_table_when_the_game_ends(
    unclaimed: str, stacks: list[int], bank: int
) -> None:
    game = ended(unclaimed)
    game.share_unclaimed()
    assert (game.stacks, game.bank, game.chips) == (stacks, bank, 150)
    assert (game.layout, game.kitty, game.pot) == ([0, 0, 0, 0], 0, 0)


def test_shares_are_taken_from_layout_kitty_and_pot_in_this_order() -> None:
    """3 + 3 + 2 chips for three seats: 2 each, and 2 to the bank."""
    game = Game(make_rules("saratoga"), [50, 50, 50], [0, 3, 0, 0], 3, 2)
    game.close()
    assert game.share_unclaimed() == [
        Entry(4, 0, 2, "unclaimed", 0),
        Entry(4, 1, 1, "unclaimed", 0),
        Entry(7, 1, 1, "unclaimed", 0),
        Entry(7, 2, 2, "unclaimed", 0),
        Entry(8, 9, 2, "unclaimed", 0),
    ]


def test_under_debt_everyone_is_still_in_and_shares() -> None:
    """R12: 8 chips for three seats, 2 each."""
    game = Game(make_rules("saratoga", {"broke": "debt"}), [-20, 0, 162], [8, 0, 0, 0])
    game.close()
    game.share_unclaimed()
    assert (game.stacks, game.bank) == ([-18, 2, 164], 2)


def test_leaders_who_are_tied_share_and_the_rest_goes_to_the_bank() -> None:
    game = Game(make_rules("saratoga", {"unclaimed": "leader_takes"}), [70, 70, 1], [9, 0, 0, 0])
    game.close()
    game.share_unclaimed()
    assert (game.stacks, game.bank) == ([74, 74, 1], 1)
