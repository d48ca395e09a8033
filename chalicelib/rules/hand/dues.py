"""The dues of a hand: compensations, fines, cards left, kitty (R8-R10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from chalicelib.rules.audit.findings import Finding
from chalicelib.rules.audit.misses import Miss
from chalicelib.rules.audit.prevented import Reason as PaymentReason
from chalicelib.rules.audit.prevented import prevented_wins
from chalicelib.rules.ledger import Ledger, Reason
from chalicelib.rules.options.rules import Rules


class Played(Protocol):
    """What the dues need to know of a hand that is played out.

    Attributes
    ----------
    live
        The seats in the hand, ascending.
    counts
        How many cards each seat has left.
    where
        Where each card lies, as far as it is known.
    misses
        The missed plays that are due.
    winner
        The seat that went out, if any.
    """

    rules: Rules
    ledger: Ledger
    live: list[int]
    counts: list[int]
    where: list[int]
    misses: list[Miss]
    winner: int | None

    def others(self, seat: int) -> list[int]:
        """Return the other seats in the hand, clockwise from ``seat``."""


class Compensation(NamedTuple):
    """The compensation of a blocked win: who pays it, who gets it, the chips, the space (R10)."""

    payer: int
    payee: int
    chips: int
    space: int


_Pay: TypeAlias = Callable[[int, int, int, Reason], int]


def compensations(hand: Played) -> list[Compensation]:
    """Return the compensations due, in the order of payment (R10).

    They are those of the prevented wins that are paid
    (:func:`~chalicelib.rules.audit.prevented.prevented_wins`).
    """
    return [
        Compensation(miss.seat, win.holder, chips, win.space)
        for miss, win, chips, reason in prevented_wins(hand, hand.misses)
        if reason is PaymentReason.PAYS
    ]


def settle(hand: Played, false_leads: Sequence[Finding] = ()) -> None:
    """Pay all dues of a hand that has ended, in the order of R8; no seat pays more than it has.

    Parameters
    ----------
    false_leads
        The false leads to be fined, as the audit found them (R11).
    """
    pay = _Payments(hand).pay if hand.rules.chips.broke_drop_out else hand.ledger.move
    if hand.misses or false_leads:
        _settle_faults(hand, false_leads, pay)
    ledger, winner, each = hand.ledger, hand.winner, hand.rules.winning.per_card
    if winner is None:
        return
    for seat in hand.others(winner):
        pay(seat, winner, each * hand.counts[seat], "cards left")
    pay(ledger.kitty, winner, ledger.chips[ledger.kitty], "kitty")


class _Payments:
    """Payments between seats; a seat that has paid its last chip receives nothing more (R12)."""

    def __init__(self, hand: Played) -> None:
        self._hand = hand
        self._gone: set[int] = set()

    def pay(self, source: int, target: int, amount: int, reason: Reason) -> int:
        hand = self._hand
        here = target >= hand.ledger.seats or (target in hand.live and target not in self._gone)
        moved = hand.ledger.move(source, target, amount, reason) if here else 0
        if moved and not hand.ledger.chips[source]:
            self._gone.add(source)
        return moved


def _settle_faults(hand: Played, false_leads: Sequence[Finding], pay: _Pay) -> None:
    """Pay the compensations and the fines, whichever come first (R8-R11)."""
    rules, ledger = hand.rules, hand.ledger
    if not rules.misses.false_leads_are_fined:
        false_leads = ()
    for finding in false_leads:
        _take_back_boodle(ledger, finding, pay)
    owed = compensations(hand)

    def compensate() -> None:
        for payer, payee, chips, _ in owed:
            pay(payer, payee, chips, "compensation")

    def fine() -> None:
        for miss in hand.misses:
            for seat in hand.others(miss.seat):
                pay(miss.seat, seat, rules.misses.fine, "missed play")
        for finding in false_leads:
            for seat in hand.others(finding.seat):
                pay(finding.seat, seat, 1, "false lead")

    steps = (fine, compensate) if rules.misses.fine_first else (compensate, fine)
    for step in steps:
        step()


def _take_back_boodle(ledger: Ledger, finding: Finding, pay: _Pay) -> None:
    """Put back on the layout what a seat has won there since its false lead (R11)."""
    won = {
        entry.source: entry.amount
        for entry in ledger.entries
        if entry.reason == "boodle"
        and entry.target == finding.seat
        and entry.action >= finding.action
    }
    for entry in ledger.entries:
        if entry.reason == "boodle returned":
            won.pop(entry.target, None)
    for space, chips in won.items():
        pay(finding.seat, space, chips, "boodle returned")
