"""What the audit finds when the cards are shown: missed plays and false leads (R9-R11)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from harness.seeds import numbers
from harness.sizes import sized

from chalicelib.rules import (
    PRESETS,
    TEXT,
    Phase,
    Rules,
    deal_hands,
    deal_pack,
    make_rules,
    parse_card,
)
from chalicelib.rules.actions import Action, Confirm, End, Lead, Play, Waive, make_action
from chalicelib.rules.audit.replay import Move, MoveKind, audit
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.version import Version
from rules.real_table import RealTable
from rules.recordings import confirmed, random_rules, recorded, show_all, some_setup
from rules.reference import ReferenceHand
from rules.strategies import PACK, Setup, named_moves
from rules.test_reference import reference

from .faulty_table import FaultyTable

FALSE_LEADS = {"out_of_turn", "forbidden_suit", "not_lowest", "false_pass"}
PLAIN = {
    "broke": "finish_hand",
    "spaces_paid": "played",
    "pot_won_by": "run3",
    "following": "manual",
    "wind_down": "none",
}
"""What the reference implementation covers."""

LAYOUTS = (
    ["AH", "KC", "QD", "JS"],
    ["KS", "KH", "KD", "KC"],
    ["AH", "KH", "QH", "JH", "10H", {"name": "K-Q", "cards": ["KH", "QH"]}],
    ["6C", "6D", "6H", "6S", "7C", "7D", "7H", "7S", {"name": "two", "cards": ["8C", "9C"]}],
)


def record_play(seen: ObservedHand, seat: int, card: int, led: bool) -> None:
    """Record a card: as ``lead`` where it is led but a ``play`` could not say so."""
    play: Action = Play(seat, card)
    goes_on = seen.phase is Phase.RUN and card == seen.next_card
    if not led:
        assert goes_on
    if led and (goes_on or not seen.can(play)):
        play = Lead(seat, card)
    seen.apply(play)


def faults(seen: ObservedHand, *kinds: str) -> list[tuple[str, int, str | None]]:
    return [
        (found.kind, found.seat, None if found.card is None else TEXT[found.card])
        for found in seen.findings
        if not kinds or found.kind in kinds
    ]


# -- missed plays -------------------------------------------------------------------------------


def table_with_misses(setup: Setup, random: Random, stops: float) -> tuple[ReferenceHand, Any]:
    """Play a hand by the reference implementation; return it with what a scorer writes down."""
    other = reference(setup)
    assert other is not None
    happened: list[tuple[Any, ...]] = []
    while other.waiting_for != "nothing":
        legal = other.legal()
        stop = legal[-1] == ("stop",) and random.random() < stops
        action = legal[-1] if stop else random.choice([a for a in legal if a != ("stop",)])
        if action[0] == "play":
            happened.append(("play", action[1], parse_card(action[2]), other.waiting_for == "lead"))
        elif action[0] != "stop":
            happened.append(action)
        other.do(action)
    return other, happened


def test_the_audit_finds_exactly_the_missed_plays() -> None:
    """R9, R10: and what they cost is what another implementation makes of it."""
    found = 0
    for number in numbers(sized(150, 5000), sized(100, 5000)):
        random = Random(-number)
        setup, random = some_setup(
            number,
            **PLAIN,
            stakes_short="pay_all",
            layout=LAYOUTS[number % len(LAYOUTS)],
            penalty_missed_play=number % 3,
            penalty_compensation=number % 5 < 3 or number % 3 == 0,
        )
        other, happened = table_with_misses(setup, random, random.choice((0.05, 0.3, 0.6)))
        seen: ObservedHand = recorded(ObservedHand, setup)
        for verb, seat, *more in happened:
            if verb == "play":
                record_play(seen, seat, *more)
            else:
                seen.apply(make_action(verb, seat, None, *more))
        if seen.phase in (Phase.LEAD, Phase.RUN):
            seen.apply(End())
        held = {seat: {parse_card(card) for card in cards} for seat, cards in other.hands.items()}
        show_all(seen, held, random)
        assert faults(seen) == [
            ("missed_play", miss["offender"], miss["card"]) for miss in other.misses
        ], setup
        before = len(seen.ledger.entries)
        confirmed(seen)
        moves = named_moves(seen)
        assert Counter(moves) == Counter(other.moves), setup
        if seen.findings:
            assert moves[before:] == other.moves[before:], setup
        assert seen.winner == other.winner
        found += len(seen.findings)
    assert found > sized(250, 10_000)


# -- false leads --------------------------------------------------------------------------------


def a_faulty_table(number: int) -> tuple[Rules, FaultyTable, ObservedHand]:
    random = Random(number)
    presets = sorted(PRESETS)
    rules = random_rules(
        presets[number % len(presets)],
        random,
        random.choice((0, 6)),
        **PLAIN,
        widow="dead",
        chips_start=1000,
        stakes_short="pay_all",
        stakes_mode="fixed",
        lead_change=random.choice(("none", "suit", "colour")),
        lead_pass_fee=random.choice((0, 1, 3)) if number % 5 else 0,
        penalty_missed_play=0,
        penalty_compensation=False,
        penalty_false_lead="fine_no_boodle",
        layout=LAYOUTS[number % len(LAYOUTS)],
    )
    if number % 5 == 0:  # under version 1 every seat that a lead went past had passed
        rules = replace(rules, version=Version.ONE)
    seats = 3 + number % 6
    dealer = random.randrange(seats)
    deal = deal_pack(rules, random.sample(PACK, 52), range(seats), dealer)
    hands = {seat: [TEXT[card] for card in deal.cards(seat)] for seat in range(seats)}
    mischief = random.choice((0.02, 0.2, 0.6))
    table = FaultyTable(rules.options(), hands, dealer, random, mischief, rules.version)
    seen = ObservedHand(rules, [1000] * seats, dealer)
    for led, seat, card in table.happened:
        record_play(seen, seat, parse_card(card), led)
    if table.ended_without:
        seen.apply(End())
    show_all(seen, {s: set(map(parse_card, held)) for s, held in table.hands.items()}, random)
    return rules, table, seen


def expected_stacks(rules: Rules, table: FaultyTable) -> list[int]:
    """Return the stacks after a hand where false leads are fined, straight from the page."""
    seats = len(table.hands)
    chips = [1000] * seats
    spaces = []
    layout: Any = rules.options()["layout"]
    for space in layout:
        cards = [space] if isinstance(space, str) else space["cards"]
        spaces.append((cards, rules.stakes.amount * (seats - 1 + rules.stakes.dealer_factor)))
    kitty, pot = seats * rules.stakes.kitty, seats * rules.stakes.pot
    for seat in range(seats):
        factor = rules.stakes.dealer_factor if seat == table.dealer else 1
        chips[seat] -= rules.stakes.amount * factor * len(spaces)
        chips[seat] -= rules.stakes.kitty + rules.stakes.pot
    leads = [
        (seat, at)
        for (kind, seat, _), at in zip(table.faults, table.at, strict=True)
        if kind in FALSE_LEADS
    ]
    streak: list[int] = []
    for place, (led, seat, _) in enumerate(table.happened):
        streak = [seat] if led or streak[-1:] != [seat] else [*streak, seat]
        if len(streak) == 3:
            chips[seat] += pot
            pot = 0
        for cards, lying in spaces:
            mine = [card for _, by, card in table.happened[: place + 1] if by == seat]
            banned = any(seat == who and at <= place for who, at in leads)
            if table.happened[place][2] in cards and set(cards) <= set(mine) and not banned:
                chips[seat] += lying
    for who in table.passed:
        chips[who] -= rules.leading.pass_fee
        kitty += rules.leading.pass_fee
    for who, _ in leads:
        for seat in range(seats):
            chips[seat] += 1 if seat != who else 1 - seats
    out = [seat for seat, held in table.hands.items() if not held]
    for winner in out:
        for seat, held in table.hands.items():
            chips[seat] -= rules.winning.per_card * len(held)
            chips[winner] += rules.winning.per_card * len(held)
        chips[winner] += kitty
    return chips


def test_the_audit_finds_exactly_the_false_leads() -> None:
    """R11: every fault planted, every pass that had to be, no other, and what they cost."""
    kinds: Counter[str] = Counter()
    passes = 0
    for number in numbers(sized(150, 5000), sized(100, 5000)):
        rules, table, seen = a_faulty_table(number)
        assert faults(seen) == table.faults, number
        if rules.version > Version.ONE:
            assert [one.seat for one in seen.forced_passes] == table.passed, number
            passes += len(table.passed)
        kinds.update(kind for kind, *_ in table.faults)
        assert confirmed(seen).ledger.stacks == expected_stacks(rules, table), number
    assert set(kinds) == {"missed_play", *FALSE_LEADS}
    assert min(kinds.values()) > 20, kinds
    assert passes > 50  # some 120 as chance has it


# -- worked examples ----------------------------------------------------------------------------
# Eight seats stake one chip on each of four spaces: 46 chips each, 8 on each space. The dealer
# leads his five cards one by one; the next cards lie aside. He is out, and gets 41 chips for the
# cards left: six from seats 1 to 6, five from seat 7.


FINE = {"penalty.false_lead": "fine_no_boodle"}

NOT_LOWEST = ({7: "2S JS AC AD AH"}, "QS", "7:JS, 7:AC, 7:AD, 7:AH, 7:2S")
"""The dealer leads the jack of spades over his two: it and the ace of hearts win 16 chips."""


def played(dealt: tuple[dict[int, str], str, str], options: dict[str, Any]) -> ObservedHand:
    hands, aside, script = dealt
    table = RealTable(hands, aside, options)
    table.say(script)
    return table.show()


def test_a_lead_that_was_not_the_lowest_is_reported_for_a_ruling() -> None:
    """R11, ``reject``: found, and it costs nothing."""
    hand = played(NOT_LOWEST, {})
    (found,) = hand.findings
    assert (found.kind, found.action, found.seat) == ("not_lowest", 1, 7)
    assert [TEXT[card] for card in (found.card or 0, *found.could)] == [
        "JS", "AC", "AD", "AH", "2S",
    ]  # fmt: skip
    assert hand.phase is Phase.DUES
    assert not hand.over
    assert confirmed(hand).ledger.stacks == [40] * 6 + [41, 46 + 16 + 41]
    assert hand.ledger.layout == [0, 8, 8, 0]


def test_a_false_lead_is_fined_and_wins_no_boodle_from_then_on() -> None:
    """R11, ``fine_no_boodle``: one chip to every other seat; the 16 chips go back."""
    hand = confirmed(played(NOT_LOWEST, FINE))
    assert hand.ledger.stacks == [41] * 6 + [42, 46 + 41 - 7]
    assert hand.ledger.layout == [8, 8, 8, 8]
    assert hand.claimed == 0  # so no space is closed in a wind-down (R13)
    returned = [e[:3] for e in hand.ledger.entries if e.reason == "boodle returned"]
    assert sorted(returned) == [(7, 8, 8), (7, 11, 8)]


def test_what_was_won_before_the_false_lead_stays_won() -> None:
    """R11: from then on; the ace of hearts came first."""
    hand = confirmed(played((*NOT_LOWEST[:2], "7:AH, 7:JS, 7:AC, 7:AD, 7:2S"), FINE))
    assert hand.ledger.layout == [0, 8, 8, 8]
    assert hand.ledger.stacks[7] == 46 + 8 + 41 - 7


def test_two_false_leads_are_fined_twice_and_return_the_boodle_once() -> None:
    """R11: the jack and then the ten of spades, both over the two."""
    dealt = ({7: "2S 10S AS AD AH"}, "JS", "7:10S, 7:AS, 7:AD, 7:AH, 7:2S")
    hand = played(dealt, FINE)
    assert [(found.kind, TEXT[found.card or 0]) for found in hand.findings] == [
        ("not_lowest", "10S"),
        ("not_lowest", "AS"),
    ]
    assert confirmed(hand).ledger.stacks[7] == 46 + 41 - 14
    assert hand.ledger.layout == [8, 8, 8, 8]


def test_one_finding_or_all_may_be_waived() -> None:
    """R11: the number of a finding, or none for all; then nothing is due."""
    dealt = ({7: "2S 10S AS AD AH"}, "JS", "7:10S, 7:AS, 7:AD, 7:AH, 7:2S")
    hand = played(dealt, FINE)
    hand.apply(Waive(1))
    assert hand.phase is Phase.DUES
    assert Waive(1) not in hand.legal_actions()
    hand.apply(Confirm())
    assert hand.ledger.stacks[7] == 46 + 41 - 7

    hand = played(dealt, FINE)
    hand.apply(Waive())
    assert hand.over
    assert hand.ledger.stacks[7] == 46 + 8 + 41
    assert hand.ledger.layout == [0, 8, 8, 8]


def test_dues_may_be_paid_without_asking() -> None:
    """R11, ``penalty.dues: automatic``."""
    hand = played(NOT_LOWEST, {**FINE, "penalty.dues": "automatic"})
    assert hand.over
    assert hand.ledger.stacks == [41] * 6 + [42, 80]


def test_a_hand_without_faults_is_over_when_the_cards_are_shown() -> None:
    hand = played(({7: "2S JS AC AD AH"}, "3S QS", "7:2S, 7:JS, 7:AC, 7:AD, 7:AH"), FINE)
    assert (hand.findings, hand.over, hand.winner) == ([], True, 7)


def test_a_forbidden_suit_is_found() -> None:
    """R6, R11: clubs after clubs, with the aces of two other suits in hand."""
    dealt = ({7: "3C AC AD AS 4H"}, "4C 5H", "7:3C, 7:AC, 7:AD, 7:AS, 7:4H")
    (found,) = played(dealt, {"lead.change": "suit"}).findings
    assert (found.kind, found.action, TEXT[found.card or 0]) == ("forbidden_suit", 2, "AC")
    assert [TEXT[card] for card in found.could] == ["AD", "4H", "AS"]


def test_a_lead_out_of_turn_is_found() -> None:
    """R6, R11: the dealer should have led."""
    dealt = (
        {0: "AS", 7: "3C AC AD KS 4H"},
        "4C 5H",
        "0:lead AS, 7:lead 3C, 7:AC, 7:AD, 7:KS, 7:4H",
    )
    hand = played(dealt, {})
    assert [(found.kind, found.action, found.seat) for found in hand.findings] == [
        ("out_of_turn", 1, 0),
        ("out_of_turn", 2, 7),  # seat 1 had played last
    ]
    assert [TEXT[card] for card in hand.findings[0].could] == ["3C", "AD", "4H", "KS"]


def test_a_pass_of_a_seat_that_could_lead_is_found() -> None:
    """R6, R11: the dealer lets his left lead a diamond after clubs."""
    dealt = ({0: "AD", 7: "AC AS KS 4H KH"}, "5H AH", "7:AC, 0:AD, 7:lead KS, 7:AS, 7:4H, 7:KH")
    hand = played(dealt, {"lead.change": "suit"})
    first = hand.findings[0]
    assert (first.kind, first.action, first.seat, first.card) == ("false_pass", 2, 7, None)
    assert [TEXT[card] for card in first.could] == ["4H", "KS"]


def test_a_hand_that_was_given_up_though_one_could_lead() -> None:
    """R6, R11: everyone who held another suit passed falsely; it stays without a winner."""
    options = {"lead.change": "suit", "lead.stuck": "pass_then_end"}
    hand = played(({7: "AC AS KS 4H KH"}, "", "7:AC, end"), options)
    assert {found.kind for found in hand.findings} == {"false_pass"}
    assert hand.findings[0].seat == 7
    assert confirmed(hand).winner is None


def test_a_missed_play_is_found_and_paid() -> None:
    """R9, R10: seat 1 misses the ten, which blocks the jack of seat 2."""
    dealt = (
        {0: "10S", 1: "JS", 7: "9S AC AD AH AS"},
        "QS",
        "7:9S, 7:AC, 7:AD, 7:AH, 7:AS",
    )
    hand = played(dealt, {"penalty.missed_play": 2, "penalty.compensation": True})
    (found,) = hand.findings
    assert (found.kind, found.action, found.seat) == ("missed_play", 2, 0)
    assert confirmed(hand).ledger.stacks == [
        46 - 8 - 14 - 6,  # compensation, fines, cards left
        46 + 8 + 2 - 6,
        *[46 + 2 - 6] * 4,
        46 + 2 - 5,
        46 + 2 + 8 + 41,  # the ace of hearts won 8
    ]


def test_who_stops_at_his_own_card_and_leads_it_has_missed_nothing() -> None:
    """R9: the dealer plays the nine, stops, and leads his own ten at once."""
    dealt = ({7: "9S 10S AC AD AH"}, "JS", "7:9S, 7:lead 10S, 7:AC, 7:AD, 7:AH")
    hand = played(dealt, {"penalty.missed_play": 2})
    assert hand.findings == []
    dealt = ({7: "9S 10S AC AD AH"}, "JS", "7:9S, 7:AC, 7:10S, 7:AD, 7:AH")
    assert faults(played(dealt, {"penalty.missed_play": 2})) == [("missed_play", 7, "10S")]


def test_who_dropped_out_by_a_proven_pass_is_not_blamed_for_passing_later() -> None:
    """R11, R12: seat 2 pays its last chip for its first pass; its later one is noted in vain."""
    rules = make_rules("saratoga", {"lead.change": "colour", "lead.first": "dealer"})
    hands = {0: "2C 4C", 1: "4S 5S", 2: "6D 9H 8C"}
    deal = deal_hands({seat: [*map(parse_card, held.split())] for seat, held in hands.items()})
    moves = [
        Move(1, MoveKind.LEAD, 0, parse_card("2C")),
        *(Move(2, MoveKind.PASS, seat) for seat in (0, 1)),
        Move(2, MoveKind.LEAD, 2, parse_card("6D")),
        *(Move(3, MoveKind.PASS, seat) for seat in (0, 1, 2)),
        Move(3, MoveKind.END),
    ]
    found = audit(rules, [0, 1, 2], 0, -1, deal, moves, lambda seat, _: seat == 1)
    assert [(fault.action, fault.seat) for fault in found] == [(3, 0), (3, 2)]
