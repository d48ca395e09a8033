"""R15 on tables with real cards: spaces that were not taken, a pot that went to a worse hand."""

from __future__ import annotations

from random import Random

from harness.seeds import numbers

from chalicelib.rules import Action, Hand, Phase, cards, make_rules
from chalicelib.rules.actions import Confirm
from chalicelib.rules.audit.claims import better_hands, unclaimed_spaces
from chalicelib.rules.audit.report import report
from chalicelib.rules.audit.telling import lines
from chalicelib.rules.hand.observed import ObservedHand
from rules.recordings import deal_out, observe, random_setup, recorded

RULES = make_rules("three_in_one")


def sets(*hands: str) -> list[int]:
    return [sum(1 << card for card in cards(hand)) for hand in hands]


def test_who_holds_the_cards_of_a_space_and_does_not_take_it_is_named() -> None:
    held = sets("AH 8C 9C 10C", "KH QH 8S 9S 10S", "JH 2D 10H 4S")
    takers = {0: [0], 2: [1], 5: [1], 6: [0], 4: [2]}
    found = unclaimed_spaces(RULES, held, [0, 1, 2], takers, 7)
    shown = [(one.kind, one.seat, one.could, one.action) for one in found]
    assert shown == [
        ("space_not_taken", 1, tuple(cards("KH")), 7),
        ("space_not_taken", 2, tuple(cards("JH")), 7),
        ("space_not_taken", 1, tuple(cards("8S 9S 10S")), 7),
    ]


def test_a_better_hand_than_that_of_who_took_the_pot_is_named() -> None:
    held = sets("2C 2D 2H KS 4S", "3C 3D 3H QS 5S", "AC AD AH AS 6S")
    (found,) = better_hands(held, [0, 1], [0], 9)
    assert (found.kind, found.seat, found.action) == ("better_hand", 1, 9)
    assert better_hands(held, [0, 1], [1], 9) == []
    assert better_hands(held, [0], [0], 9) == []  # the others folded: nobody showed


def dealt(number: int) -> tuple[Hand, list[Action], ObservedHand, Random]:
    random = Random(number)
    setup = random_setup(RULES, 4, random)
    played = deal_out(setup, random, 0.0)
    assert played is not None
    return *played, recorded(ObservedHand, setup), random


def test_a_claim_that_was_forgotten_waits_for_a_ruling_and_costs_nothing() -> None:
    for number in numbers(20, 20):
        hand, actions, seen, random = dealt(number)
        taken = [entry for entry in hand.ledger.entries if entry.reason == "boodle"]
        if not taken:
            continue
        for action in actions:
            if action.verb in ("check", "bet", "call", "raise", "fold"):
                seen.apply(action)  # nobody takes a space
        observe(hand, [], seen, random)
        kinds = {finding.kind for finding in seen.findings}
        assert "space_not_taken" in kinds
        assert seen.phase is Phase.DUES
        before = list(seen.ledger.layout)
        written = lines(report(seen), [f"P{n}" for n in range(1, 5)])
        assert "audit.fault.space_not_taken" in {line.message.id for line in written}
        seen.apply(Confirm())
        assert seen.ledger.layout == before
        assert not [one for one in seen.ledger.entries if one.reason == "false lead"]
        return
    raise AssertionError("nobody held a space's cards")
