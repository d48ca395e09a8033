"""The house's bots: lawful, each true to its style, and blind to what is hidden (R5-R7, R15)."""

from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Any

import pytest
from harness.sizes import sized
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.strategies import any_rules

from chalicelib.local import bots
from chalicelib.local.playing import Trial, choice, play
from chalicelib.local.strategy import HOUSE, Sight, Style, choose, misses, name_amount, place
from chalicelib.local.trouble import Trouble
from chalicelib.rules import PRESETS, Action, Hand, Phase, Rules, cards, make_rules, parse_card
from chalicelib.rules.actions import (
    Auction,
    Bet,
    Bid,
    Call,
    Check,
    Confirm,
    Decline,
    End,
    Exchange,
    Fold,
    Pass,
    Play,
    Raise,
    SeatAction,
)
from chalicelib.rules.cards import NO_CARD

HUNTER, STEADY, SWEEPER, CAREFREE = HOUSE


def sight(held: str, layout: tuple[int, ...] = (4, 4, 4, 4), preset: str = "michigan") -> Sight:
    return Sight(make_rules(preset), tuple(cards(held)), layout)


def leads(held: str) -> list[Action]:
    rules = make_rules("michigan")
    lowest = rules.table.order.lowest_of_each(sum(1 << card for card in cards(held)))
    return [Play(0, card) for card in lowest]


def decide(style: Style, seen: Sight, legal: Sequence[Action], highest_bid: int = 0) -> Action:
    return choose(style, seen, legal, highest_bid, Random(1))


# -- lawful -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(3, 9))
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_played_lawfully_by_every_table(preset: str, seats: int) -> None:
    results = play(Trial(make_rules(preset), seats, 12, 0.2, seats))
    assert results.hands == 12
    assert results.plays.size == 12


@given(rules=any_rules(), seats=st.integers(3, 8), careless=st.sampled_from((0, 0.2, 1)))
@settings(max_examples=sized(20, 300))
def test_any_rules_are_played_lawfully(rules: Rules, seats: int, careless: float) -> None:
    try:
        results = play(Trial(rules, seats, 6, careless, 1))
    except Trouble as trouble:
        assert "nobody has the chips" in str(trouble)  # noqa: PT017 - most rules have no trouble
    else:
        assert results.hands == 6


def test_actions_that_bots_know_nothing_of_are_chosen_at_random() -> None:
    legal = [Confirm(), End()]
    rng = Random(1)
    chosen = {choose(STEADY, sight("2C"), legal, 0, rng) for _ in range(50)}
    assert chosen == set(legal)


# -- blind --------------------------------------------------------------------------------------


def shuffled_out_of_sight(hand: Hand, seat: int, rng: Random) -> Hand:
    """Return the same hand with all cards that the seat cannot see in other places."""
    other = copy(hand)
    other.where = hand.where[:]
    hidden = [card for card, pile in enumerate(hand.where) if pile > -3 and pile != seat]
    for card, target in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
        other.where[card] = hand.where[target]
    other.sets = [
        sum(1 << card for card, pile in enumerate(other.where) if pile == holder)
        for holder in range(len(hand.sets))
    ]
    assert other.sets[seat] == hand.sets[seat]
    return other


@pytest.mark.parametrize("preset", ["michigan", "michigan_ru", "boodle", "three_in_one"])
@given(seats=st.integers(3, 8), seed=st.integers(0, 2**32))
@settings(max_examples=sized(8, 100))
def test_no_choice_depends_on_hidden_cards(preset: str, seats: int, seed: int) -> None:
    rng = Random(seed)
    rules = make_rules(preset, {"stakes.mode": "fixed", "stakes.amount": 2})
    hand = Hand(rules, [60] * seats, rng.randrange(seats), rng.sample(range(52), 52))
    styles = [HOUSE[seat % len(HOUSE)] for seat in range(seats)]
    while not hand.over:
        legal = hand.legal_actions()
        action = legal[0]
        if hand.phase is not Phase.RUN and len(legal) > 1:
            assert isinstance(action, SeatAction)
            other = shuffled_out_of_sight(hand, action.seat, rng)
            action, again = (
                choice(which, which.legal_actions(), styles, Random(seed))
                for which in (hand, other)
            )
            assert again == action
        hand.apply(action)


# -- leads (R6) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("style", "led"), [(STEADY, "3S"), (SWEEPER, "9C"), (HUNTER, "4D")], ids=str
)
def test_what_is_led(style: Style, led: str) -> None:
    held = "9C 4D QD 3H 5H AH 3S 5S 7S 9S"
    action = decide(style, sight(held, layout=(2, 9, 5, 9)), leads(held))
    assert action == Play(0, parse_card(led))


def test_without_a_boodle_card_the_hunter_leads_its_longest_suit() -> None:
    held = "9C 4D 5D 3H"
    assert decide(HUNTER, sight(held), leads(held)) == Play(0, parse_card("4D"))


# -- widow (R5) ---------------------------------------------------------------------------------

DEALERS = [Exchange(0), Decline(0), Auction(0)]


def test_a_poor_hand_is_exchanged() -> None:
    assert decide(STEADY, sight("2C 3C 4D 5D 6H 7H 8S"), DEALERS).verb == "exchange"


def test_beside_a_good_hand_the_widow_is_sold_if_it_may_be() -> None:
    good = sight("AH KC QD 5D 6H 7H AS")
    assert decide(STEADY, good, DEALERS).verb == "auction"
    assert decide(STEADY, good, DEALERS[:2]).verb == "decline"


@given(
    held=st.sets(st.integers(0, 51), min_size=5, max_size=17),
    chips=st.integers(0, 60),
    lowest=st.integers(1, 9),
    highest=st.integers(0, 60),
    style=st.sampled_from(HOUSE),
)
def test_a_bid_is_worth_it_and_can_be_paid(
    held: set[int], chips: int, lowest: int, highest: int, style: Style
) -> None:
    seen = Sight(make_rules("michigan_ru"), tuple(held), (chips,) * 4)
    legal = [Bid(1, lowest)] if lowest <= highest else []
    called = choose(style, seen, [*legal, Pass(1)], highest, Random(1))
    if isinstance(called, Bid):
        assert lowest <= called.chips <= min(highest, 4 * chips + 4)
    else:
        assert called == Pass(1)


def test_who_holds_what_pays_does_not_bid() -> None:
    legal = [Bid(1, 1), Pass(1)]
    assert decide(CAREFREE, sight("AH KC QD JS"), legal, 50).verb == "pass"
    assert decide(CAREFREE, sight("2C 3C 4D 5D 6H 7H", (9, 9, 9, 9)), legal, 50).verb == "bid"


# -- stakes (R3) --------------------------------------------------------------------------------


@given(
    mode=st.sampled_from(("free", "single")),
    style=st.sampled_from(HOUSE),
    due=st.integers(0, 20),
    layout=st.tuples(*[st.integers(0, 9)] * 4),
    spaces=st.sets(st.integers(0, 3), min_size=1),
)
def test_stakes_come_to_what_is_due(
    mode: str, style: Style, due: int, layout: tuple[int, ...], spaces: set[int]
) -> None:
    rules = make_rules("boodle", {"stakes.mode": mode})
    placed = place(style, rules, layout, sorted(spaces), due, Random(1))
    assert sum(placed.values()) == due
    assert set(placed) <= spaces
    if mode == "single":
        assert len(placed) <= 1
    if style.stakes == "fullest" and due:
        assert [layout[space] for space in placed] == [max(layout[space] for space in spaces)]
    if style.stakes == "even" and mode == "free" and due >= len(spaces):
        assert max(placed.values()) - min(placed.values()) <= 1
        assert len(placed) == len(spaces)


def test_the_dealer_names_an_amount_near_the_usual_one() -> None:
    rules = make_rules("boodle")
    rng = Random(1)
    assert {name_amount(rules, 50, rng) for _ in range(99)} == {2, 4, 6}


def test_the_dealer_names_at_most_his_own_chips() -> None:
    """R3; a dealer without chips, or in debt, leaves the usual amount."""
    rules = make_rules("boodle")
    rng = Random(1)
    assert {name_amount(rules, 5, rng) for _ in range(99)} == {2, 4, 5}
    assert {name_amount(rules, 1, rng) for _ in range(99)} == {1}
    assert {name_amount(rules, stack, rng) for stack in (0, -7) for _ in range(99)} == {4}


# -- carelessness (R9) --------------------------------------------------------------------------


def test_plays_are_missed_only_where_that_is_fined() -> None:
    fined, not_fined = make_rules("michigan_ru"), make_rules("michigan")
    assert misses(1, fined, Random(1))
    assert not misses(0, fined, Random(1))
    assert not misses(1, not_fined, Random(1))


# -- poker (R15) --------------------------------------------------------------------------------

OPENED = [Call(0), Raise(0, 2), Fold(0)]
UNOPENED = [Check(0), Bet(0, 1)]


@pytest.mark.parametrize(
    ("held", "verbs"),
    [
        ("AC KC QC JC 10C 2D 3D", {"bet", "raise", "call"}),
        ("9C 9D 2H 4S 6H JD AC", {"check", "call"}),
        ("2C 4D 6H 8S 10C QD AC", {"check", "fold"}),
    ],
)
def test_in_poker_bots_bet_by_the_strength_of_their_cards(held: str, verbs: set[str]) -> None:
    rng = Random(1)
    seen = sight(held)
    done = {
        choose(style, seen, legal, 0, rng).verb
        for style in HOUSE
        for legal in (OPENED, UNOPENED)
        for _ in range(40)
    }
    assert done == verbs


# -- on the demonstration's phones --------------------------------------------------------------


def seen_by_phone(legal: list[dict[str, Any]]) -> Any:
    return {
        "me": 2,
        "seats": [{"cards": None}, {"cards": ["2C", "3C", "4D"]}],
        "layout": {"AH": 9, "KC": 9, "QD": 9, "JS": 9},
        "highest": 12,
        "legal": legal,
    }


@pytest.mark.parametrize(
    ("legal", "bodies"),
    [
        ([{"play": "2C", "seat": 2}, {"play": "4D", "seat": 2}], [{"play": "2C"}]),
        ([{"exchange": True, "seat": 2}, {"decline": True, "seat": 2}], [{"exchange": True}]),
        ([{"pass": True, "seat": 2}], [{"pass": True}]),
        ([{"bid": 1, "seat": 2}, {"pass": True, "seat": 2}], [{"bid": 1}, {"pass": True}]),
        ([{"check": True, "seat": 2}, {"bet": 1, "seat": 2}], [{"check": True}, {"bet": 1}]),
    ],
)
def test_a_phone_posts_what_the_bot_chose(
    legal: list[dict[str, Any]], bodies: list[dict[str, Any]]
) -> None:
    body = bots.choose(Random(1), make_rules("michigan_ru"), seen_by_phone(legal))
    if "bid" in body:
        assert body["bid"] in range(1, 13)
        body = {"bid": 1}
    assert body in bodies


def test_a_phone_queues_the_cards_that_follow_each_other() -> None:
    order = make_rules("michigan").table.order
    assert bots.following(order, "9C", ["10C", "JC", "KC"]) == ["9C", "10C", "JC"]
    assert order.next[parse_card("AC")] == NO_CARD
    assert bots.following(order, "AC", ["2C"]) == ["AC"]
