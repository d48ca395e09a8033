"""The first two stages of Three in One: the layout, and the pot for the best hand (R15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chalicelib.rules.deal import clockwise
from chalicelib.rules.ledger import Ledger
from chalicelib.rules.options.rules import Rules
from chalicelib.rules.poker import best_five


def holders_of(rules: Rules, sets: Sequence[int], live: Sequence[int]) -> dict[int, list[int]]:
    """Return who holds all the cards of a space at the deal: by space the seats, ascending."""
    holders: dict[int, list[int]] = {}
    for index, space in enumerate(rules.layout):
        masks = [sum(1 << card for card in cards) for cards in space.sets]
        seats = [seat for seat in live if any(sets[seat] & mask == mask for mask in masks)]
        if seats:
            holders[index] = seats
    return holders


def pay_layout(
    ledger: Ledger, holders: Mapping[int, Sequence[int]], live: Sequence[int], dealer: int
) -> None:
    """Pay each space to its holders: equal shares, and what cannot be shared stays (R15)."""
    for space, seats in sorted(holders.items()):
        account = ledger.space(space)
        share = ledger.chips[account] // len(seats)
        for seat in clockwise(live, dealer):
            if seat in seats:
                ledger.move(account, seat, share, "boodle")


def best_hands(sets: Sequence[int], seats: Sequence[int]) -> list[int]:
    """Return those of ``seats`` with the best poker hand among their cards, in their order.

    Each seat picks its best five: another choice could never help it, since the cards go back
    into its hand.
    """
    values = {seat: best_five(sets[seat])[0] for seat in seats}
    best = max(values.values())
    return [seat for seat in seats if values[seat] == best]


def pay_pot(ledger: Ledger, winners: Sequence[int]) -> None:
    """Share the pot among equal hands; what cannot be shared goes to the first of them (R15)."""
    share, odd = divmod(ledger.chips[ledger.pot], len(winners))
    for place, seat in enumerate(winners):
        ledger.move(ledger.pot, seat, share if place else share + odd, "pot")
