"""The payments of the first two stages of Three in One: the layout and the pot (R15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chalicelib.rules.deal import clockwise
from chalicelib.rules.ledger import Ledger


def pay_layout(
    ledger: Ledger, holders: Mapping[int, Sequence[int]], live: Sequence[int], dealer: int
) -> None:
    """Pay each space to its holders in equal shares; the remainder stays (R15)."""
    for space, seats in sorted(holders.items()):
        account = ledger.space(space)
        share = ledger.chips[account] // len(seats)
        for seat in clockwise(live, dealer):
            if seat in seats:
                ledger.move(account, seat, share, "boodle")


def pay_pot(ledger: Ledger, winners: Sequence[int]) -> None:
    """Share the pot among equal hands; the remainder goes to the first of them (R15)."""
    share, odd = divmod(ledger.chips[ledger.pot], len(winners))
    for place, seat in enumerate(winners):
        ledger.move(ledger.pot, seat, share if place else share + odd, "pot")
