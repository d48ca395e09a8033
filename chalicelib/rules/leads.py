"""Who leads the first run (R6)."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import NO_CARD, Card
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
    leading = rules.leading
    if leading.dealer_first and dealer in live:
        return dealer, NO_CARD
    suit = leading.first_suit
    if suit is not None:
        held = 0
        for seat in live:
            held |= sets[seat]
        card = rules.table.order.lowest(held, suit)
        if card != NO_CARD:
            return next(seat for seat in live if sets[seat] >> card & 1), card
    return clockwise(live, dealer)[0], NO_CARD
