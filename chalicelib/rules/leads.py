"""Who leads the first run, what may be led after a stop, and whether stuck seats pass (R6)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import ALL_SUITS, NO_CARD, OTHER_COLOUR, OTHER_SUITS, Card
from .deal import clockwise
from .options.rules import Rules


def first_leader(
    rules: Rules, live: Sequence[int], dealer: int, sets: Sequence[int]
) -> tuple[int, Card]:
    """Return who leads the first run, and the card it must lead, if any (R6).

    Parameters
    ----------
    live
        The seats in the hand, ascending.
    sets
        The cards of every seat as a set, a bit a card.
    """
    first = rules.lead_first
    eldest = clockwise(live, dealer)[0]
    if first == "dealer" and dealer in live:
        return dealer, NO_CARD
    if first.startswith("lowest:"):
        suit = "CDHS".index(first[-1])
        held = 0
        for seat in live:
            held |= sets[seat]
        card = rules.table.order.lowest(held, suit)
        if card != NO_CARD:
            return next(seat for seat in live if sets[seat] >> card & 1), card
    return eldest, NO_CARD


def passing(rules: Rules) -> bool:
    """Whether a seat that has nothing to lead passes, so that another may lead (R6)."""
    return rules.leading.is_restricted and rules.lead_stuck != "play_same"


def suits_after(rules: Rules, card: Card) -> int:
    """Return the suits that may be led when a run has stopped at ``card``, a bit a card (R6)."""
    if not rules.leading.is_restricted:
        return ALL_SUITS
    return (OTHER_SUITS if rules.lead_change == "suit" else OTHER_COLOUR)[card // 13]
