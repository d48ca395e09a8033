"""What is due when a hand is over: compensations, fines, cards left, kitty (R8-R10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .cards import NO_CARD, Card
from .deal import PLAYED, clockwise

if TYPE_CHECKING:
    from .hand import Hand


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
    if not rules.penalty_compensation:
        return ()
    left = list(hand.counts)
    passed: set[Card] = set()
    wins = []
    card = missed
    while card != NO_CARD and (holder := hand.where[card]) >= 0:
        passed.add(card)
        for space in rules.spaces_of[card]:
            if all(
                hand.where[other] == holder if other in passed else hand.played_by[other] == holder
                for other in rules.layout[space].cards
            ):
                wins.append((space, card, holder))
        left[holder] -= 1
        if not left[holder]:
            break
        card = rules.order.next[card]
    return tuple(wins)


def compensations(hand: Hand) -> list[tuple[int, int, int, int]]:
    """Return the compensations due, in the order of payment: payer, payee, chips, space (R10).

    Of several misses that prevented the same win the last one pays, unless the seat that was
    prevented committed it itself. A win counts only if its card is still unplayed and there
    are chips on the space.
    """
    paying: dict[int, Miss] = {}
    for miss in hand.misses:
        for space, card, _ in miss.blocked:
            if hand.where[card] != PLAYED:
                paying[space] = miss
    return [
        (miss.seat, holder, chips, space)
        for miss in hand.misses
        for space, _, holder in miss.blocked
        if paying.get(space) is miss
        and holder != miss.seat
        and (chips := hand.ledger.chips[hand.ledger.space(space)])
    ]


def settle(hand: Hand) -> None:
    """Pay all dues of a hand that has ended, in the order of R8; nobody pays what it has not."""
    rules, ledger, winner = hand.rules, hand.ledger, hand.winner
    owed = compensations(hand)

    def compensate() -> None:
        for payer, payee, chips, _ in owed:
            ledger.move(payer, payee, chips, "compensation")

    def fine() -> None:
        for miss in hand.misses:
            for seat in clockwise(hand.live, miss.seat)[:-1]:
                ledger.move(miss.seat, seat, rules.penalty_missed_play, "missed play")

    steps = (fine, compensate) if rules.penalty_priority == "fine_first" else (compensate, fine)
    for step in steps:
        step()
    if winner is None:
        return
    for seat in clockwise(hand.live, winner)[:-1]:
        ledger.move(seat, winner, rules.per_card * hand.counts[seat], "cards left")
    ledger.move(ledger.kitty, winner, ledger.chips[ledger.kitty], "kitty")
