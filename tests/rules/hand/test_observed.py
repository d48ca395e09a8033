"""Hands of real cards, recorded as they fall (R9-R11), against the same hands dealt."""

from __future__ import annotations

import copy
from random import Random
from typing import Any, ClassVar

import pytest
from harness.messages import says
from harness.seeds import numbers
from harness.sizes import sized

from chalicelib.rules import (
    Action,
    AgainstRules,
    Fold,
    Malformed,
    NotNow,
    Phase,
    RulesError,
    actions,
    make_rules,
    parse_card,
)
from chalicelib.rules.actions import (
    TABLE,
    Bet,
    Call,
    Check,
    Confirm,
    End,
    Exchange,
    Part,
    Play,
    Pot,
    Stop,
    Take,
    Verb,
    Waive,
    make_action,
)
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.hand.scored import ScoredHand
from chalicelib.rules.version import Version
from rules.real_table import RealTable
from rules.recordings import confirmed, deal_out, observe, outcome, recorded, score, some_setup
from rules.strategies import snapshot

SHARED = ["AH", {"name": "7-8", "cards": ["7", "8"]}, "KH", {"name": "K-Q", "cards": ["KH", "QH"]}]

SERIES: dict[str, dict[str, Any]] = {
    "any rules": {},
    "drop out": {"broke": "drop_out", "lead_pass_fee": 3, "lead_change": "colour"},
    "no winner": {"lead_stuck": "pass_then_end", "lead_change": "colour", "lead_pass_fee": 1},
    "Three in One": {"pot_won_by": "poker", "spaces_paid": "held", "layout": SHARED},
    "all in": {"pot_won_by": "poker", "broke": "drop_out"},
    "wind-down": {"wind_down": "remove_claimed", "stakes_mode": "fixed"},
}


@pytest.mark.parametrize("name", SERIES)
def test_a_hand_comes_to_the_same_however_it_is_recorded(name: str) -> None:
    """R8-R12, R15: dealt, observed and by its score sheet, with and without missed plays."""
    recorded_alike = 0
    for number in numbers(sized(20, 225), sized(12, 225)):
        setup, random = some_setup(number, **SERIES[name])
        closed = random.randrange(1 << len(setup.rules.table.layout)) if name == "wind-down" else 0
        dealt = deal_out(setup, random, random.choice((0, 0.1, 0.5)), closed)
        if dealt is None:
            continue
        hand, actions = dealt
        seen = recorded(ObservedHand, setup, closed)
        observe(hand, actions, seen, random)
        assert outcome(confirmed(seen)) == outcome(hand), setup
        assert [(miss.seat, miss.card) for miss in seen.misses] == [
            (miss.seat, miss.card) for miss in hand.misses
        ], setup
        sheet = recorded(ScoredHand, setup, closed)
        score(hand, sheet, random)
        assert outcome(sheet) == outcome(hand), setup
        recorded_alike += 1
    assert recorded_alike > sized(20, 300)


# -- what cannot have happened ------------------------------------------------------------------


def refuse(
    hand: ObservedHand, action: Action, kind: type[RulesError], match: str, section: str = ""
) -> None:
    """Have it refused with this reason, and see that nothing has changed."""
    before = snapshot(hand)
    with pytest.raises(kind, match=match) as refused:
        hand.apply(action)
    assert getattr(refused.value, "section", "") == section
    assert snapshot(hand) == before


def card(text: str, verb: str = "play") -> Action:
    """Return an action of a text such as ``7:JS``."""
    seat, _, name = text.partition(":")
    return make_action(verb, int(seat), parse_card(name))


WHOLE = {7: "2S JS AC AD AH", 0: "3H 4H 5H 6H 7H 8H"}


def test_a_card_falls_once() -> None:
    """R7: and not from another hand once it is shown."""
    table = RealTable(WHOLE)
    hand = table.say("7:2S")
    refuse(hand, card("3:2S"), AgainstRules, says("play.card-played", card="2S", seat=8), "R7")
    refuse(
        hand, card("7:2S", "lead"), AgainstRules, says("play.card-played", card="2S", seat=8), "R7"
    )
    table.say("7:JS, 7:AC, 7:AD, 7:AH, 0:show 3H")
    refuse(
        hand, card("1:3H", "show"), AgainstRules, says("play.card-shown", card="3H", seat=1), "R7"
    )
    refuse(
        hand, card("1:AH", "show"), AgainstRules, says("play.card-played", card="AH", seat=8), "R7"
    )


def test_nobody_shows_more_cards_than_he_has_left() -> None:
    """R4: six were dealt to the first seat, five to the seventh."""
    table = RealTable(WHOLE)
    hand = table.say("7:2S, 7:JS, 7:AC, 7:AD, 7:AH")
    assert hand.unshown == {0: 6, 1: 6, 2: 6, 3: 6, 4: 6, 5: 6, 6: 5}
    refuse(hand, card("7:9S", "show"), AgainstRules, says("show.all-shown", seat=8), "R4")
    table.say("0:show 3H, 0:show 4H, 0:show 5H, 0:show 6H, 0:show 7H, 0:show 8H")
    refuse(hand, card("0:9S", "show"), AgainstRules, says("show.all-shown", seat=1), "R4")
    refuse(hand, card("0:9S"), NotNow, says("play.played-out"))
    refuse(hand, End(), NotNow, says("play.played-out"))
    refuse(hand, Confirm(), NotNow, says("dues.none"))


def test_a_run_goes_on_with_the_next_card() -> None:
    """R7: another seat cannot lead here; if it did all the same, ``lead`` records that."""
    hand = RealTable(WHOLE).say("7:2S")
    refuse(
        hand, card("0:3H"), AgainstRules, says("play.run-waits-if-led", due="3S", card="3H"), "R7"
    )
    hand.apply(card("0:3H", "lead"))
    assert hand.plays[-1] == (0, parse_card("3H"), True)


def test_who_leads_first_is_known() -> None:
    """R6."""
    hand = RealTable(WHOLE).hand
    refuse(hand, card("0:3H"), AgainstRules, says("lead.another-seat-if-led", seat=8), "R6")


def test_after_a_top_card_the_last_player_leads() -> None:
    """R6, R7: no run waits for a card then."""
    hand = RealTable(WHOLE).say("7:AC")
    refuse(hand, card("0:3H"), AgainstRules, says("lead.another-seat-if-led", seat=8), "R6")
    with pytest.raises(NotNow, match=says("play.run-unnamed")):
        hand.implied()


@pytest.mark.parametrize(("version", "passed"), [(Version.ONE, [7, 0]), (Version.TWO, [])])
def test_a_stuck_leader_lets_others_lead_a_permitted_suit_only(
    version: Version, passed: list[int]
) -> None:
    """R6, R11: hearts may follow clubs, clubs may not; whether the others had to pass shows later.

    Version 1 takes it for granted.
    """
    hand = RealTable(WHOLE, options={"lead.change": "suit"}, version=version).say("7:AC")
    refuse(hand, card("1:3C"), AgainstRules, says("lead.another-seat-if-led", seat=8), "R6")
    hand.apply(card("1:9D"))
    assert [event.seat for event in hand.events if event.kind == "pass"] == passed


def test_passes_that_the_cards_disprove_never_were() -> None:
    """R6, R11: the dealer leads spades after spades, holding hearts: nobody passed, nobody pays.

    Under ``drop_out`` a seat with one chip stays in the hand.
    """
    options = {"lead.change": "suit", "lead.pass_fee": 1, "broke": "drop_out", "per_card": 0}
    chips = [50, 5, 50, 50, 50, 50, 50, 50]  # four of them are staked
    table = RealTable({7: "2S 5S 3H 9C KD"}, "3S 6S 4H AD", options, chips=chips)
    table.say("7:2S, 7:5S, 7:3H, 7:9C")
    hand = table.say("7:lead KD" if table.hand.phase is Phase.RUN else "7:KD")
    hand = table.show().settled()
    assert hand.over
    assert hand.forced_passes == []
    assert not [entry for entry in hand.ledger.entries if entry.reason == "pass fee"]
    assert hand.live == [*range(8)]
    assert hand.ledger.stacks[1] == 1


def test_passes_that_the_cards_prove_are_paid_with_what_the_seat_had_then() -> None:
    """R6, R11, R12: two seats are stuck after the dealer's ace; the third leads a heart.

    Nobody pays before the cards are shown.
    """
    options = {"lead.change": "colour", "lead.pass_fee": 2, "stakes.amount": 0, "per_card": 0}
    hands = {7: "AC 2S 3S 4S 5S", 0: "2C 3C 4C 5C 6C 7C", 1: "2H 3H 4H 5H 6H 8H"}
    table = RealTable(hands, "7H", options, chips=[1, 50, 50, 50, 50, 50, 50, 50])
    hand = table.say("7:AC, 1:2H, 1:3H, 1:4H, 1:5H, 1:6H")
    assert (hand.ledger.stacks[7], hand.ledger.stacks[0]) == (50, 1)
    while hand.phase is not Phase.SHOW:
        hand = table.say("1:8H")
    hand = table.show().settled()
    assert hand.forced_passes[:2] == [(7, 2, 2), (0, 2, 1)]
    assert hand.ledger.stacks[7] == 48
    assert hand.ledger.stacks[0] == 0


def test_a_hand_ends_without_a_winner_only_where_it_may() -> None:
    """R6, R8."""
    hand = RealTable(WHOLE).say("7:AC")
    refuse(hand, End(), AgainstRules, says("hand.goes-on"), "R6")
    hand = RealTable(WHOLE, options={"lead.change": "suit"}).say("7:AC")
    refuse(hand, End(), AgainstRules, says("hand.goes-on"), "R6")
    may = {"lead.change": "suit", "lead.stuck": "pass_then_end"}
    hand = RealTable(WHOLE, options=may).hand
    refuse(hand, End(), AgainstRules, says("lead.first-is-free"), "R6")
    hand.apply(card("7:AC"))
    hand.apply(End())
    assert hand.phase is Phase.SHOW


def test_a_seat_left_alone_by_passing_leads_no_more() -> None:
    """R12, ``drop_out``, version 1: the others pay their last chips for passing; the hand ends."""
    rules = make_rules(
        "saratoga",
        {"lead.change": "colour", "lead.pass_fee": 2, "broke": "drop_out", "lead.first": "dealer"},
        Version.ONE,
    )
    hand = ObservedHand(rules, [6, 6, 6], 2)
    hand.apply(card("2:AC"))
    refuse(hand, card("1:3H"), AgainstRules, says("lead.pass-ends-hand"), "R12")
    hand.apply(End())
    assert (hand.live, hand.winner, hand.phase) == ([1], 1, Phase.SHOW)
    assert hand.unshown == {0: 13, 1: 13, 2: 12}  # who dropped out shows as well: for the audit


def test_who_leads_when_the_last_player_has_dropped_out_by_passing() -> None:
    """R6, R12, version 1: all pass; the next seat left may lead the forbidden colour."""
    rules = make_rules(
        "saratoga",
        {"lead.change": "colour", "lead.pass_fee": 2, "broke": "drop_out", "lead.first": "dealer"},
        Version.ONE,
    )
    hand = ObservedHand(rules, [50, 50, 6], 2)
    hand.apply(card("2:AC"))
    refuse(hand, card("1:5S"), AgainstRules, says("lead.another-seat-if-led", seat=3), "R6")
    hand.apply(card("0:5S"))
    assert [(e.kind, e.seat) for e in hand.events if e.kind != "stop"] == [
        ("pass", 2),
        ("drop", 2),
        ("pass", 0),
        ("pass", 1),
        ("lifted", 0),
    ]
    assert hand.ledger.stacks == [44, 44, 0]


def test_things_have_their_time() -> None:
    """R5, R9, R15."""
    hand = RealTable(WHOLE).hand
    refuse(hand, card("0:3H", "show"), NotNow, says("show.not-yet"))
    refuse(hand, Take(0, 0), NotNow, says("take.before-betting"))
    refuse(hand, Pot(0), NotNow, says("pot.none-now"))
    refuse(hand, Waive(1), NotNow, says("dues.none"))
    refuse(hand, Stop(), Malformed, says("action.unknown-verb", verb="stop"))
    refuse(hand, Play(9, 3), Malformed, says("seat.unknown", seat=10))
    refuse(hand, Waive(0), Malformed, says("action.waive-form"))
    hand = ObservedHand(make_rules("michigan_ru"), [50] * 4, 3)
    refuse(hand, card("0:3H"), NotNow, says("play.before-widow"))
    refuse(hand, Exchange(0), AgainstRules, says("widow.dealer-decides", seat=4), "R5")


def test_a_seat_that_sits_out_does_nothing() -> None:
    """R3."""
    rules = make_rules("saratoga", {"stakes.short": "sit_out"})
    hand = ObservedHand(rules, [50, 50, 50, 1], 2)
    assert hand.live == [0, 1, 2]
    refuse(hand, card("3:2S", "lead"), Malformed, says("seat.not-in-hand", seat=4))


def test_a_space_takes_as_many_cards_as_a_seat_holds() -> None:
    """R15: eight seats of at most seven cards."""
    layout = [{"name": "long", "cards": [f"{rank}S" for rank in range(2, 10)]}]
    rules = make_rules("three_in_one", {"layout": layout})
    hand = ObservedHand(rules, [50] * 8, 7)
    refuse(hand, Take(0, 0), AgainstRules, says("take.too-few-cards", seat=1), "R15")


def test_a_finding_is_waived_once() -> None:
    """R11."""
    table = RealTable({7: "2S 10S AS AD AH"}, "JS")
    table.say("7:10S, 7:AS, 7:AD, 7:AH, 7:2S")
    hand = table.show()
    refuse(hand, Waive(3), Malformed, says("dues.no-finding", number=3))
    hand.apply(Waive(1))
    refuse(hand, Waive(1), AgainstRules, says("dues.waived", number=1), "R11")
    hand.apply(Waive(2))  # the last one: nothing is left to confirm
    refuse(hand, Confirm(), NotNow, says("hand.over"))


def three_in_one(**options: Any) -> ObservedHand:
    return ObservedHand(make_rules("three_in_one", options), [50] * 4, 3)


def test_what_was_taken_at_the_deal_binds_the_cards_played() -> None:
    """R15: who took the ace of hearts held it."""
    hand = three_in_one()
    hand.apply(Take(0, 0))  # A♥
    hand.apply(Take(1, 6))  # 8-9-10
    refuse(hand, Take(0, 0), AgainstRules, says("take.taken", seat=1), "R15")
    refuse(hand, Take(1, 0), AgainstRules, says("score.space-taken"), "R15")
    refuse(hand, Take(1, 7), Malformed, says("space.unknown", space=8))
    hand.apply(Take(2, 1))  # K♥
    refuse(hand, Take(1, 5), AgainstRules, says("take.card-won-twice", card="KH"), "R8")
    hand.apply(actions.Fold(0))
    hand.apply(actions.Fold(1))
    refuse(hand, Take(3, 2), NotNow, says("take.before-betting"))
    refuse(hand, Bet(3, 5), AgainstRules, says("bet.another-seat", seat=3), "R15")
    refuse(hand, Pot(2), NotNow, says("pot.none-now"))
    hand.apply(Check(2))
    hand.apply(Check(3))
    refuse(hand, Pot(0), AgainstRules, says("seat.folded", seat=1), "R15")
    refuse(hand, card("2:2C"), NotNow, says("play.before-pot"))
    hand.apply(Pot(2))
    refuse(hand, Pot(2), AgainstRules, says("take.taken", seat=3), "R15")
    refuse(hand, card("2:AH"), AgainstRules, says("take.other-cards", seat=1, space="AH"), "R15")
    for suit in "CDH":
        hand.apply(card(f"2:8{suit}", "lead"))
    refuse(
        hand, card("2:8S"), AgainstRules, says("take.other-cards", seat=2, space="8-9-10"), "R15"
    )


def test_equal_hands_share_the_pot_and_the_first_leads() -> None:
    """R15: four chips and one more, among two; the odd one to the first left of the dealer."""
    hand = three_in_one()
    hand.apply(Bet(0, 1))
    hand.apply(Call(1))
    hand.apply(Call(2))
    hand.apply(actions.Fold(3))
    hand.apply(Pot(2))
    hand.apply(Pot(0))
    refuse(hand, card("2:2C"), AgainstRules, says("lead.another-seat-if-led", seat=1), "R6")
    hand.apply(card("0:2C"))
    assert [e[1:3] for e in hand.ledger.entries if e.reason == "pot"] == [(0, 4), (2, 3)]


def test_a_seat_without_chips_bets_what_it_took_from_the_layout() -> None:
    """R12, R15: the stakes took all it had; it takes the ace's chips and may bet them."""
    hand = ObservedHand(make_rules("three_in_one"), [8, 10, 50, 50], 3)
    assert hand.turn == 1
    hand.apply(Take(0, 0))
    assert (hand.turn, hand.highest_bid()) == (0, 4)
    hand.apply(Bet(0, 4))
    assert hand.ledger.stacks[0] == 0
    assert hand.turn == 1


def test_where_nobody_has_chips_to_bet_spaces_can_be_taken_all_the_same() -> None:
    """R12, R15: the stakes took all; who takes the ace has chips again, and is asked."""
    hand = ObservedHand(make_rules("three_in_one"), [9] * 4, 3)
    assert hand.phase is Phase.POT
    hand.apply(Take(1, 0))
    assert (hand.phase, hand.turn) == (Phase.POKER, 1)
    hand.apply(Check(1))
    hand.apply(Pot(2))
    hand.apply(card("2:2C"))
    assert hand.ledger.stacks == [0, 4, 4, 0]


def pester(hand: Fold, random: Random) -> None:
    """Post nonsense to a hand: it can be done, or leaves no trace."""
    nonsense = some_nonsense(len(hand.counts), random)
    before = snapshot(hand)
    try:
        hand.verify(nonsense)
    except RulesError:
        pass
    else:
        other = copy.deepcopy(hand)
        other.do(nonsense)
        assert sum(other.ledger.chips) == sum(hand.ledger.chips)
    assert snapshot(hand) == before


def some_nonsense(seats: int, random: Random) -> Action:
    row = TABLE[random.choice([*TABLE, Verb.PLAY, Verb.LEAD, Verb.SHOW, Verb.TAKE])]
    parts = {Part.SEAT: random.choice((*range(seats), 9)), Part.CARD: random.randrange(52)}
    return row.make(*(parts.get(part, random.randint(0, 9)) for part in row.parts))


class PesteredTable(ObservedHand):
    """A table to which nonsense is posted before every action."""

    __slots__ = ()
    random: ClassVar[Random]

    def apply(self, action: Action, number: int | None = None) -> None:
        pester(self, self.random)
        super().apply(action, number)


class PesteredSheet(ScoredHand):
    """A score sheet to which nonsense is posted before every action."""

    __slots__ = ()
    random: ClassVar[Random]

    def apply(self, action: Action, number: int | None = None) -> None:
        pester(self, self.random)
        super().apply(action, number)


def test_nonsense_changes_nothing() -> None:
    """Anything else posted to a hand can be done, or leaves no trace."""
    pestered = 0
    for number in numbers(sized(15, 150), sized(15, 150)):
        setup, random = some_setup(number)
        dealt = deal_out(setup, random, 0.2)
        if dealt is None:
            continue
        PesteredTable.random = PesteredSheet.random = Random(number)
        observe(*dealt, recorded(PesteredTable, setup), random)
        score(dealt[0], recorded(PesteredSheet, setup), random)
        pestered += 1
    assert pestered > sized(15, 150)
