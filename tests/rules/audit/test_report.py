"""What a finished hand shows: missed plays, blocked wins and who pays for them (R9-R12)."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import pytest
from harness.messages import says
from harness.seeds import numbers
from harness.sizes import sized

from chalicelib.message import say
from chalicelib.rules import AgainstRules, Hand, Malformed, NotNow, Phase, parse_card
from chalicelib.rules.actions import Confirm, Reassign, Waive
from chalicelib.rules.audit.findings import Fault
from chalicelib.rules.audit.prevented import Reason
from chalicelib.rules.audit.report import AuditReport, report
from chalicelib.rules.audit.telling import lines
from chalicelib.rules.hand.dues import compensations
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.version import Version
from chalicelib.texts import languages, render
from rules.real_table import RealTable
from rules.recordings import confirmed, deal_out, observe, recorded, some_setup
from rules.strategies import snapshot
from rules.tables import play, sit

NAMES = ("Ann", "Ben", "Cleo", "Dan")
FAULT: dict[str, Any] = {
    "number": 1,
    "name": "Ann",
    "card": "9S",
    "action": 2,
    "possible": "",
    "instead": "",
    "waived": "",
}


def explain(shown: AuditReport, names: Sequence[str]) -> list[str]:
    """Return the lines of a report in English."""
    return ["  " * line.inner + render(line.message, "en") for line in lines(shown, names)]


MISSES = {"penalty.missed_play": 1, "penalty.compensation": True, "lead.change": "none"}


def verdicts(shown: AuditReport) -> list[tuple[str, int, int, list[tuple[int, str]]]]:
    """Return the blocked wins: space, holder, chips, and what becomes of each miss."""
    return [
        (win.name, win.holder, win.chips, [(one.miss, one.reason) for one in win.verdicts])
        for win in shown.blocked
    ]


def sat(*hands: str, options: dict[str, Any] | None = None, **more: Any) -> Hand:
    return sit("michigan", *hands, options={**MISSES, **(options or {})}, **more)


def test_the_miss_that_prevented_a_win_pays() -> None:
    """R10: the ten is missed, so that Cleo does not win the jack's four chips."""
    hand = play(sat("9S 2C 3C", "10S 5D 6D", "JS 7H 8H"), "0:9S, stop, 0:2C, 0:3C")
    shown = report(hand)
    assert verdicts(shown) == [("JS", 2, 4, [(1, Reason.PAYS)])]
    assert shown.blocked[0].paid_by == 1
    assert [(one.seat, one.paid, one.received) for one in shown.dues] == [
        (0, 0, 7),  # three cards left of each, and the fine
        (1, 9, 0),  # four for the jack, two fines, three cards left
        (2, 3, 5),
    ]
    assert explain(shown, NAMES) == [
        "Miss 1: Ben did not play 10S (action 2).",
        "Cleo would have won JS with JS; 4 chips on it in the end.",
        "  Miss 1 (Ben) pays: it is the last miss that prevented it.",
        "Ben to Cleo: 4 chips (compensation).",
        "Ben to Cleo: 1 chip (missed play).",
        "Ben to Ann: 1 chip (missed play).",
        "Ben to Ann: 3 chips (cards left).",
        "Cleo to Ann: 3 chips (cards left).",
        "Ann paid 0 chips and received 7 chips.",
        "Ben paid 9 chips and received 0 chips.",
        "Cleo paid 3 chips and received 5 chips.",
    ]


def test_a_later_miss_pays() -> None:
    """R10: Ben misses the nine, then Dan the ten, of the same chain."""
    hand = play(
        sat("8S 2C 4D", "9S 3C 5D", "JS 7H 8H", "10S KH 6D"),
        "0:8S, stop, 0:2C, 1:3C, 1:9S, stop, 1:5D",
    )
    shown = report(hand)
    assert verdicts(shown) == [("JS", 2, 5, [(1, "later"), (2, Reason.PAYS)])]
    assert (shown.misses[0].action, shown.misses[1].action) == (2, 6)
    assert "  Miss 1 (Ben) does not pay: a later miss pays." in explain(shown, NAMES)


def test_nobody_pays_if_the_holder_missed_it_himself_later() -> None:
    """R10: Ben misses the nine, then Cleo her own ten under her own jack."""
    hand = play(
        sat("8S 2C 4D", "9S 3C 5D", "JS 10S 8H"), "0:8S, stop, 0:2C, 1:3C, 1:9S, stop, 1:5D"
    )
    shown = report(hand)
    assert verdicts(shown) == [("JS", 2, 4, [(1, "own_later"), (2, "own_win")])]
    assert shown.blocked[0].paid_by is None
    assert not [entry for entry in shown.payments if entry.reason == "compensation"]
    written = explain(shown, NAMES)
    assert "  Miss 1 (Ben) does not pay: its holder missed it himself later." in written
    assert "  Miss 2 (Cleo) does not pay: the offender's own win." in written


PLAYED = {
    "spaces_paid": "played",
    "pot.won_by": "run3",
    "stakes.amount": 0,
    "stakes.kitty": 0,
    "stakes.pot": 0,
    "per_card": 0,
    **MISSES,
}
SIX = (0, 0, 0, 0, 0, 0, 6)
"""Six chips on 8-9-10."""


def test_two_holders_of_a_space_are_two_wins() -> None:
    """R10: Ben keeps Cleo from 8-9-10 in spades, Dan keeps Eve from it in hearts; both pay."""
    hands = ("6S 6H 2C", "7S 3D 9D", "8S 9S 10S 4D", "7H 5D", "8H 9H 10H 6D")
    hand = sit("three_in_one", *hands, options=PLAYED, layout=SIX)
    shown = report(play(hand, "0:6S, stop, 0:6H, stop, 0:2C"))
    assert [one for one in verdicts(shown) if one[0] == "8-9-10"] == [
        ("8-9-10", 2, 6, [(1, Reason.PAYS)]),
        ("8-9-10", 4, 6, [(2, Reason.PAYS)]),
    ]
    paid = [e[:3] for e in shown.payments if e.reason == "compensation"]
    assert paid == [(1, 2, 6), (3, 4, 6)]


@pytest.mark.parametrize(
    ("version", "stacks", "first"),
    [(Version.ONE, [52, 42, 64, 42], Reason.PAYS), (Version.TWO, [52, 48, 58, 42], Reason.LATER)],
)
def test_a_space_is_made_good_to_one_holder_once(
    version: Version, stacks: list[int], first: Reason
) -> None:
    """R10: Cleo could have won 8-9-10 in two suits; the last miss pays. Version 1 paid both."""
    hands = ("6S 6H 2C", "7S 3D", "8S 9S 10S 4D 8H 9H 10H 6D", "7H 5D")
    hand = sit("three_in_one", *hands, options=PLAYED, layout=SIX, version=version)
    play(hand, "0:6S, stop, 0:6H, stop, 0:2C")
    assert hand.ledger.stacks == stacks
    assert [one for one in verdicts(report(hand)) if one[0] == "8-9-10"] == [
        ("8-9-10", 2, 6, [(1, first)]),
        ("8-9-10", 2, 6, [(2, Reason.PAYS)]),
    ]


def test_a_holders_own_later_miss_in_another_suit_is_the_last_of_one_win() -> None:
    """R10: Ben blocks the spades, then Cleo misses her own seven of hearts: nobody pays."""
    hands = ("6S 6H 2C", "7S 3D", "8S 9S 10S 4D 7H 8H 9H 10H 6D", "5D")
    hand = sit("three_in_one", *hands, options=PLAYED, layout=SIX)
    shown = report(play(hand, "0:6S, stop, 0:6H, stop, 0:2C"))
    assert [one for one in verdicts(shown) if one[0] == "8-9-10"] == [
        ("8-9-10", 2, 6, [(1, Reason.OWN_LATER)]),
        ("8-9-10", 2, 6, [(2, Reason.OWN_WIN)]),
    ]
    assert not [entry for entry in shown.payments if entry.reason == "compensation"]


def test_nobody_pays_if_the_card_was_played_after_all() -> None:
    """R10, condition 4: Cleo leads the jack later."""
    hand = play(sat("9S 2C 4D", "10S 5D 6D", "JS 3C 8H"), "0:9S, stop, 0:2C, 2:3C, 2:JS, 2:8H")
    shown = report(hand)
    assert verdicts(shown) == [("JS", 2, 0, [(1, "played")])]
    assert "  Miss 1 (Ben) does not pay: the card was played after all." in explain(shown, NAMES)


def test_nobody_pays_if_there_are_no_chips_on_the_space() -> None:
    """R10, condition 4."""
    hand = sat("9S 2C 3C", "10S 5D 6D", "JS 7H 8H", options={"stakes.amount": 0})
    shown = report(play(hand, "0:9S, stop, 0:2C, 0:3C"))
    assert verdicts(shown) == [("JS", 2, 0, [(1, "no_chips")])]
    assert "  Miss 1 (Ben) does not pay: no chips on it." in explain(shown, NAMES)


def test_nobody_pays_a_seat_that_has_left_the_hand() -> None:
    """R12: Cleo pays her last chip for passing; her jack is dead."""
    hand = sat(
        "9S 2C",
        "10S 5C",
        "JS 7C",
        chips=[50, 50, 9],
        options={"lead.change": "colour", "lead.pass_fee": 1, "broke": "drop_out"},
    )
    shown = report(play(hand, "0:9S, stop, 0:2C"))
    assert verdicts(shown) == [("JS", 2, 4, [(1, "left")])]
    assert [(one.seat, one.action, one.fee) for one in shown.passes] == [
        (0, 2, 1),
        (1, 2, 1),
        (2, 2, 1),
    ]
    assert "Cleo had to pass (action 2) and paid 1 chip." in explain(shown, NAMES)


def test_a_pass_that_costs_nothing_is_reported_as_well() -> None:
    """R6."""
    hand = play(sit("michigan", "AS KS", "2C 5D", "3C 9H"), "0:KS, 0:AS")
    assert report(hand).passes == ()
    hand = play(sit("michigan", "AS 2S", "2C 5D", "3C 9H"), "0:2S, 1:2C, 2:3C, 2:9H")
    assert explain(report(hand), NAMES)[:2] == [
        "No play was missed.",
        "Ann had to pass (action 1).",
    ]


def test_no_report_of_a_hand_that_goes_on_or_was_abandoned() -> None:
    hand = sat("9S 2C 3C", "10S 5D 6D", "JS 7H 8H")
    before = snapshot(hand)
    with pytest.raises(NotNow, match=says("audit.not-over")):
        report(hand)
    assert snapshot(hand) == before
    hand.abandon()
    with pytest.raises(NotNow, match=says("audit.not-over")):
        report(hand)


def test_every_reason_and_every_fault_can_be_said() -> None:
    faults = [fault for fault in Fault if fault.is_false_lead or fault.is_claim]
    for language in languages():
        for message in (
            *(say(f"audit.reason.{reason}") for reason in Reason),
            *(say(f"audit.fault.{fault}", **FAULT) for fault in faults),
        ):
            assert render(message, language) != str(message)


def test_reports_of_any_hands_agree_with_what_was_paid() -> None:
    """R10: who pays by the report is who owes; one at most for a space; nothing is changed."""
    reasons = set()
    for number in numbers(sized(100, 1000), sized(50, 1000)):
        setup, random = some_setup(number, penalty_compensation=True, spaces_paid="played")
        dealt = deal_out(setup, random, 0.4)
        if dealt is None:
            continue
        hand, actions = dealt
        before = snapshot(hand)
        shown = report(hand)
        explain(shown, [f"seat {seat}" for seat in range(8)])
        assert snapshot(hand) == before
        owed = {
            (hand.misses[win.paid_by - 1].seat, win.holder, win.chips, win.space)
            for win in shown.blocked
            if win.paid_by
        }
        due = {one for one in compensations(hand) if one[1] in hand.live}
        assert owed == due, setup
        of_ledger = [e[:2] for e in hand.ledger.entries if e.reason == "compensation"]
        assert {*of_ledger} <= {(payer, payee) for payer, payee, _, _ in owed}
        assert len(of_ledger) <= len(owed)
        holders = [(payee, space) for _, payee, _, space in owed]
        assert len({*holders}) == len(holders)
        assert sum(len(win.verdicts) for win in shown.blocked) == sum(
            len(miss.blocked) for miss in hand.misses
        )
        reasons |= {one.reason for win in shown.blocked for one in win.verdicts}
        seen: ObservedHand = recorded(ObservedHand, setup)
        observe(hand, actions, seen, random)
        if seen.phase is Phase.DUES:
            proposed = report(seen)
            assert not proposed.settled
            assert seen.phase is Phase.DUES
            assert verdicts(proposed) == verdicts(shown), setup
        settled = report(confirmed(seen))
        assert settled.dues == shown.dues
        assert verdicts(settled) == verdicts(shown)
    assert reasons >= {Reason.PAYS, "played", "own_win", "later"}


def test_what_is_waived_is_reported_and_costs_nothing() -> None:
    """R11: with all waived no miss pays; the report says so of each."""
    checked = 0
    for number in numbers(40, 20):
        setup, random = some_setup(number, penalty_compensation=True, penalty_dues="confirmed")
        dealt = deal_out(setup, random, 0.4)
        if dealt is None:
            continue
        seen: ObservedHand = recorded(ObservedHand, setup)
        observe(*dealt, seen, random)
        if seen.phase is not Phase.DUES:
            continue
        one = copy.deepcopy(seen)
        seen.apply(Waive())
        shown = report(seen)
        assert all(miss.waived for miss in shown.misses)
        assert {v.reason for win in shown.blocked for v in win.verdicts} <= {"waived"}
        assert not [e for e in shown.payments if e.reason in ("compensation", "missed play")]
        one.apply(Waive(1))
        assert [miss.waived for miss in report(one).misses] == [
            number == 1 for number in range(1, len(one.findings) + 1)
        ]
        checked += 1
    assert checked > 20
    assert "It is waived." in explain(shown, ["someone"] * 8)[0]


def test_false_leads_and_what_would_be_due_are_reported_before_they_are_confirmed() -> None:
    """R11: the dealer leads the jack of spades over his two, and passes when he could lead."""
    table = RealTable(
        {0: "AD", 7: "2S JS AC 4H KH"},
        "QS 5H AH 3S",
        {"penalty.false_lead": "fine_no_boodle", "lead.change": "suit", "per_card": 0},
    )
    table.say("7:JS, 7:AC, 0:AD, 7:lead 2S, 7:4H, 7:KH")
    hand = table.show()
    shown = report(hand)
    assert (shown.settled, hand.phase) == (False, Phase.DUES)
    assert [(lead.kind, lead.seat, lead.action) for lead in shown.false_leads] == [
        ("not_lowest", 7, 1),
        ("false_pass", 7, 3),
        ("false_pass", 0, 4),  # the first that could lead; or the dealer led out of turn
        ("forbidden_suit", 7, 6),  # hearts after hearts: his last card, but others could lead
    ]
    assert [lead.instead for lead in shown.false_leads] == [None, 0, 7, None]
    names = [f"P{number}" for number in range(1, 9)]
    written = explain(shown, names)
    assert written[2].endswith("; or P1 led out of turn.")
    assert written[3].endswith("; or P8 led out of turn.")
    assert written[:2] == [
        "No play was missed.",
        "Fault 1: P8 led JS, not the lowest of its suit (action 1); possible: AC, 4H, 2S.",
    ]
    assert "The dues are not confirmed yet; so far they are:" in written
    assert "P8 to space JS: 8 chips (boodle returned)." in written
    assert "P8 to P1: 1 chip (false lead)." in written
    hand.apply(Waive(1))
    assert explain(report(hand), names)[1].endswith("possible: AC, 4H, 2S. It is waived.")
    hand.apply(Confirm())
    assert report(hand).settled
    assert "The dues are not confirmed yet; so far they are:" not in explain(report(hand), names)


def test_a_finding_with_two_causes_is_charged_to_either_seat() -> None:
    """R11: Cleo's lead goes past Ann, who could lead; a ruling charges Cleo, and back."""
    options = {"penalty.false_lead": "fine_no_boodle", "lead.change": "suit", "per_card": 0}
    hands = {7: "2S 3C 9C JC 5D", 0: "3H 5S 6S 7S 8S 9S", 2: "2H 4H 6H 8H 10H QH"}
    table = RealTable(hands, "3S 4C 10C QC 6D", options)
    hand = table.say("7:2S, 2:2H, 7:3C, 7:9C, 7:JC, 7:5D")
    hand = table.show()
    at = next(n for n, found in enumerate(hand.findings, 1) if found.action == 2)
    passed = hand.findings[at - 1]
    assert (passed.kind, passed.seat, passed.instead) == (Fault.FALSE_PASS, 7, 2)
    assert not [one for one in hand.forced_passes if one.action == 2]
    with pytest.raises(Malformed, match=says("dues.no-finding")):
        hand.apply(Reassign(len(hand.findings) + 1))
    one_cause = next(n for n, found in enumerate(hand.findings, 1) if found.instead is None)
    with pytest.raises(AgainstRules, match=says("dues.one-cause", number=one_cause)):
        hand.apply(Reassign(one_cause))
    hand.apply(Reassign(at))
    moved = hand.findings[at - 1]
    assert (moved.kind, moved.seat, moved.instead) == (Fault.OUT_OF_TURN, 2, 7)
    assert moved.card == parse_card("2H")
    charged = [e for e in report(hand).payments if e.reason == "false lead"]
    assert {e.source for e in charged} >= {2}
    hand.apply(Reassign(at))
    assert hand.findings[at - 1] == passed
    hand.apply(Confirm())


def test_faults_are_numbered_through_as_waive_numbers_them() -> None:
    """A false lead before a missed play: the miss is number 2, in report and ruling alike."""
    table = RealTable({7: "2S 10S AS AD AH", 0: "JS"}, "3S")
    table.say("7:10S, 7:AS, 7:AD, 7:AH, 7:2S")
    hand = table.show()
    shown = report(hand)
    numbers: dict[int, str] = {lead.number: lead.kind for lead in shown.false_leads}
    numbers |= {miss.number: "missed_play" for miss in shown.misses}
    assert numbers == {n: finding.kind for n, finding in enumerate(hand.findings, 1)}
    assert numbers == {1: "not_lowest", 2: "missed_play", 3: "not_lowest"}
