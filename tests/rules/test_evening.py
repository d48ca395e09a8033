"""R12-R14: leaving, coming back, substitutes and newcomers, against a second account of them."""

from __future__ import annotations

from random import Random

import pytest
from harness.messages import says
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.league.places import Change, ChangeKind
from chalicelib.league.standings import TableResult, standings
from chalicelib.rules import PRESETS, Game, Malformed, NotNow, make_rules
from chalicelib.rules.game import GameEnd

from .reference_evening import Evening
from .strategies import PACK, lawful, placement, streams

LEFT, BACK = ChangeKind.LEFT, ChangeKind.BACK
BOUGHT, SUBSTITUTE = ChangeKind.BOUGHT, ChangeKind.SUBSTITUTE


class Table:
    """A game and its changes by person, as the services keep them; and the other account."""

    def __init__(self, game: Game) -> None:
        seats = len(game.stacks)
        self.game = game
        self.players = list(range(seats))
        self.changes: list[tuple[int, Change]] = []
        self.after: list[list[int]] = []
        self.start = list(game.stacks)
        self.other = Evening(game.rules.table.chips, game.rules.chips.may_owe, seats)
        for seat in range(seats):
            self.other.arrive(seat, seat)

    def result(self) -> TableResult:
        final = self.game.stacks if self.game.ended else None
        return TableResult(self.players, self.start, self.after, final, self.changes)

    def change(self, kind: ChangeKind, seat: int, player: int, chips: int) -> None:
        made = Change(len(self.after) + 1, kind, seat, player, chips)
        self.changes.append((len(self.after), made))
        if kind is not LEFT:
            self.players[seat:] = [player, *self.players[seat + 1 :]]

    def go_home(self, seat: int) -> None:
        (stack,) = self.game.leave(seat)
        self.change(LEFT, seat, self.players[seat], stack)
        self.other.go_home(seat)

    def sit(self, random: Random, seat: int) -> None:
        """Let somebody take a vacant or new seat, in one of the ways there are."""
        books = self.result().books()
        stranger = max(books.entered) + 1
        kept = {who: chips for who in books.kept if (chips := books.kept_by(who)) is not None}
        ways = ["newcomer", *(["back"] if kept else [])]
        if books.left_at(seat):
            ways.append("substitute")
        match random.choice(ways):
            case "newcomer":
                assert self.game.join(seat) == seat
                self.change(BOUGHT, seat, stranger, self.game.stacks[seat])
                self.other.arrive(stranger, seat)
            case "back":
                player = random.choice(sorted(kept))
                stack = kept[player]
                self.game.sit_down(seat, stack, books.entered[player])
                self.change(BACK, seat, player, stack)
                self.other.come_back(player, seat)
            case _:
                left, who = books.left_at(seat), books.lying[seat]
                assert left is not None
                self.game.sit_down(seat, left, left)
                self.change(SUBSTITUTE, seat, stranger, left)
                self.other.stand_in(stranger, who, seat)

    def move_about(self, random: Random) -> None:
        """Let people leave, come back, stand in and join at random, as long as the game goes on."""
        for _ in range(random.randrange(4)):
            game = self.game
            vacant = [seat for seat in range(len(game.stacks)) if game.left >> seat & 1]
            if random.random() < 0.5 and len(game.seats_in) > 2:
                self.go_home(random.choice(game.seats_taken))
            elif len(game.stacks) < 8 or vacant:
                new = [len(game.stacks)] if len(game.stacks) < 8 else []
                self.sit(random, random.choice([*vacant, *new]))
            if game.ended:
                return

    def play(self, random: Random) -> None:
        """Deal a hand and play it anyhow."""
        game = self.game
        seats, first = game.seats_in, game.dealer is None
        assert seats == self.other.dealt_in()
        dealer = random.choice(seats) if first else self.other.next_dealer()
        hand = game.deal(
            random.sample(PACK, 52),
            dealer=dealer if first else None,
            placements={
                seat: placement(game.rules, game.stacks[seat], random, None, game.claimed)
                for seat in seats
            },
        )
        assert (hand.dealer, set(hand.live) <= set(seats)) == (dealer, True)
        while not hand.over:
            hand.apply(lawful(hand, random, 0.2))
        game.take(hand)
        self.after.append(list(game.stacks))
        lying = sum(game.layout) + game.kitty + game.pot + game.bank
        self.other.play(dealer, game.stacks, lying)

    def check(self) -> None:
        game, other = self.game, self.other
        lines = {line.player: line for line in standings([self.result()], Names())}
        assert {player: line.chips for player, line in lines.items()} == {
            name: other.chips_of(name) for name in other.people
        }
        for name, one in other.people.items():
            assert (lines[name].net, lines[name].hands) == (
                other.chips_of(name) - one.paid, one.hands
            )  # fmt: skip
        lying = sum(game.layout) + game.kitty + game.pot + game.bank
        books = self.result().books()
        # R14: stacks + layout + kitty + pot + bank + stacks taken away = bought or brought.
        assert game.chips == sum(game.stacks) + lying
        assert game.chips + sum(books.taken.values()) == sum(books.entered.values())
        assert other.conserved()
        assert sum(line.net for line in lines.values()) == -lying
        assert all(game.stacks[seat] == 0 for seat in range(8) if game.left >> seat & 1)


class Names(dict[int, str]):
    """A name for every number."""

    def __missing__(self, number: int) -> str:
        return f"player {number}"


@given(st.sampled_from(sorted(PRESETS)), st.sampled_from(["finish_hand", "debt"]), streams())
def test_an_evening_of_comings_and_goings_agrees_with_another_account(
    preset: str, broke: str, random: Random
) -> None:
    game = Game.start(make_rules(preset, {"broke": broke}), random.randint(3, 6))
    table = Table(game)
    for _ in range(random.randint(1, 4)):
        table.play(random)
        table.check()
        if game.ended:
            break
        table.move_about(random)
        table.check()
        assert bool(game.ended) == table.other.over()
        if game.ended:
            break
    before = {seat: game.stacks[seat] for seat in range(len(game.stacks)) if game.left >> seat & 1}
    game.close()
    game.share_unclaimed()
    assert {seat: game.stacks[seat] for seat in before} == before  # they share nothing


def new(seats: int = 3, **options: int | str) -> Game:
    given = {name.replace("__", "."): value for name, value in options.items()}
    game = Game.start(make_rules("saratoga", given), seats)
    game.dealer = 0
    return game


def test_a_seat_that_leaves_takes_its_stack_and_is_passed_over() -> None:
    game = new(4)
    game.layout = [3, 0, 0, 0]
    game.stacks[1] = 47
    assert game.leave(1) == [47]
    assert (game.stacks, game.layout, game.chips) == ([50, 0, 50, 50], [3, 0, 0, 0], 153)
    assert (game.seats_in, game.next_dealer()) == ([0, 2, 3], 2)
    assert game.deal(PACK).live == [0, 2, 3]


def test_with_fewer_than_two_seats_left_the_game_is_over() -> None:
    game = new(3)
    ends = [(game.leave(seat), game.ended) for seat in (0, 2)]
    assert ends == [([50], None), ([50], GameEnd.SEATS)]
    with pytest.raises(NotNow, match=says("game.over")):
        game.sit_down(0, 50, 50)


def test_seats_may_buy_as_long_as_two_are_left() -> None:
    game = new(3, broke="rebuy")
    game.stacks = [50, 0, 0]
    ends = [(game.leave(seat), game.ended) for seat in (1, 0)]
    assert ends == [([0], None), ([50], GameEnd.SEATS)]  # at first seat 3 may buy


def test_all_may_leave_at_once_and_the_bank_takes_the_rest() -> None:
    game = new(3)
    game.layout = [3, 0, 0, 0]
    assert game.leave(0, 1, 2) == [50, 50, 50]
    assert game.ended is GameEnd.SEATS
    game.share_unclaimed()
    assert (game.bank, game.chips) == (3, 3)


def test_before_the_first_deal_places_are_given_up_and_taken() -> None:
    game = Game.start(make_rules("saratoga"), 4, left=0b0110)
    assert (game.stacks, game.bought) == ([50, 0, 0, 50], [50, 0, 0, 50])
    with pytest.raises(NotNow, match=says("game.too-few-to-start", least=3, seats=2)):
        game.deal(PACK, dealer=0)
    assert game.join(2) == 2
    assert game.deal(PACK, dealer=0).live == [0, 2, 3]


def test_a_substitute_goes_on_with_the_stack() -> None:
    game = new(3)
    game.stacks[1] = 31
    assert game.hand_over(1) == 31
    assert (game.stacks, game.bought) == ([50, 31, 50], [50, 31, 50])


def test_who_takes_a_place_is_there_though_the_one_before_was_away() -> None:
    """R17: a place is away only as long as its player is."""
    game = new(4)
    game.away = 0b0111
    game.leave(0)
    game.join(0)
    game.hand_over(1)
    assert game.away == 0b0100


def test_seats_that_cannot_leave_or_be_taken() -> None:
    game = new(3)
    game.leave(1)
    for wrong in (game.leave, game.hand_over, game.buy):
        with pytest.raises(NotNow, match=says("seat.vacant", seat=2)):
            wrong(1)
        with pytest.raises(Malformed, match=says("seat.unknown", seat=4)):
            wrong(3)
    with pytest.raises(NotNow, match=says("seat.taken", seat=1)):
        game.join(0)
    with pytest.raises(Malformed, match=says("seat.unknown", seat=5)):
        game.join(4)


def test_of_leaders_in_debt_one_at_the_table_takes_all() -> None:
    """Who has left has no chips there, which are more than a debt."""
    game = new(3, broke="debt", unclaimed="leader_takes")
    game.stacks, game.layout = [-5, 50, -7], [3, 0, 0, 0]
    game.leave(1)
    game.close()
    game.share_unclaimed()
    assert game.stacks == [-2, 0, -7]
