"""What is due when a hand is over: compensations, fines, cards left, kitty (R8-R10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chalicelib.rules.cards import NO_CARD, Card
from chalicelib.rules.deal import PLAYED

if TYPE_CHECKING:
    from chalicelib.rules.audit.replay import Finding
    from chalicelib.rules.ledger import Ledger

    from .fold import Fold
    from .known import Hand


@dataclass(frozen=True, slots=True, eq=False)
class Miss:
    """A missed play (R9): at which action, whose, which card, and what it blocked.

    ``blocked`` lists the wins it prevented so far as could be told at that moment (R10,
    conditions 1 and 2), up the chain: space, the card that would have won it, and its holder.
    The offender's own wins are among them, because a later miss of its own decides who pays.
    """

    action: int
    seat: int
    card: Card
    blocked: tuple[tuple[int, Card, int], ...]


def blocked_wins(hand: Hand, missed: Card) -> tuple[tuple[int, Card, int], ...]:
    """Walk the chain up from a missed card and return the wins it would have led to (R10).

    The chain ends at a card that no seat holds, and behind a card with which its holder goes
    out. A space of several cards is won at the last of them in the chain, if one seat holds
    all that are unplayed and has played the others.
    """
    rules = hand.rules
    if not rules.penalty_compensation or rules.spaces_paid == "held":  # taken at the deal (R15)
        return ()
    left = list(hand.counts)
    passed: set[Card] = set()
    wins = []
    card = missed
    while card != NO_CARD and (holder := hand.where[card]) >= 0:
        passed.add(card)
        for space, cards in rules.wins_of[card]:
            if all(
                hand.where[other] == holder if other in passed else hand.played_by[other] == holder
                for other in cards
            ):
                wins.append((space, card, holder))
        left[holder] -= 1
        if not left[holder]:
            break
        card = rules.order.next[card]
    return tuple(wins)


def compensations(hand: Fold) -> list[tuple[int, int, int, int]]:
    """Return the compensations due, in the order of payment: payer, payee, chips, space (R10).

    Of several misses that prevented the same win the last one pays, unless the seat that was
    prevented committed it itself. A win counts only if its card is still unplayed and there
    are chips on the space. Wins of one space in two suits (R15) are two.
    """
    paying: dict[tuple[int, Card], Miss] = {}
    for miss in hand.misses:
        for space, card, _ in miss.blocked:
            if hand.where[card] != PLAYED:
                paying[space, card] = miss
    return [
        (miss.seat, holder, chips, space)
        for miss in hand.misses
        for space, card, holder in miss.blocked
        if paying.get((space, card)) is miss
        and holder != miss.seat
        and (chips := hand.ledger.chips[hand.ledger.space(space)])
    ]


def settle(hand: Fold, false_leads: Sequence[Finding] = ()) -> None:
    """Pay all dues of a hand that has ended, in the order of R8; nobody pays what it has not.

    Parameters
    ----------
    false_leads
        The false leads to be fined, as the audit found them (R11).
    """
    pay = _Payments(hand).pay if hand.rules.broke == "drop_out" else hand.ledger.move
    if hand.misses or false_leads:
        _settle_faults(hand, false_leads, pay)
    ledger, winner, each = hand.ledger, hand.winner, hand.rules.per_card
    if winner is None:
        return
    for seat in hand.others(winner):
        pay(seat, winner, each * hand.counts[seat], "cards left")
    pay(ledger.kitty, winner, ledger.chips[ledger.kitty], "kitty")


class _Payments:
    """Payments between seats of which one that has paid its last chip gets no more (R12)."""

    def __init__(self, hand: Fold) -> None:
        self._hand = hand
        self._gone: set[int] = set()

    def pay(self, source: int, target: int, amount: int, reason: str) -> int:
        hand = self._hand
        here = target >= hand.ledger.seats or (target in hand.live and target not in self._gone)
        moved = hand.ledger.move(source, target, amount, reason) if here else 0
        if moved and not hand.ledger.chips[source]:
            self._gone.add(source)
        return moved


def _settle_faults(
    hand: Fold, false_leads: Sequence[Finding], pay: Callable[[int, int, int, str], int]
) -> None:
    """Pay the compensations and the fines, whichever come first (R8-R11)."""
    rules, ledger = hand.rules, hand.ledger
    if rules.penalty_false_lead != "fine_no_boodle":
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
                pay(miss.seat, seat, rules.penalty_missed_play, "missed play")
        for finding in false_leads:
            for seat in hand.others(finding.seat):
                pay(finding.seat, seat, 1, "false lead")

    steps = (fine, compensate) if rules.penalty_priority == "fine_first" else (compensate, fine)
    for step in steps:
        step()


def _take_back_boodle(
    ledger: Ledger, finding: Finding, pay: Callable[[int, int, int, str], int]
) -> None:
    """Put back what a seat won on the layout from its false lead on (R11)."""
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
