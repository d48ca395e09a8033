"""The chips bought at a table, from its summary: for which hand, by which seat, how many (R12).

In a summary ``bought`` has all the chips each seat has bought, and ``buys`` the purchases after the
first deal. The difference is what was bought before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from chalicelib.store.records.summaries import Buy, SummaryRecord


class Purchase(NamedTuple):
    """Chips that a seat (from 0) bought for a hand; ``again`` if it had bought before."""

    hand: int
    seat: int
    chips: int
    again: bool


def with_bought(summary: SummaryRecord, hand: int, bought: Sequence[int]) -> SummaryRecord:
    """Return a summary with the total bought by each seat, and the new purchases for ``hand``."""
    before = summary.bought
    if before is None:
        return replace(summary, bought=tuple(bought))
    before += (0,) * (len(bought) - len(before))
    new = tuple(
        Buy(hand, seat, now - was)
        for seat, (now, was) in enumerate(zip(bought, before, strict=True))
        if now != was
    )
    return replace(summary, bought=tuple(bought), buys=summary.buys + new)


def first_bought(summary: SummaryRecord) -> list[int]:
    """Return the chips bought before the first deal, by seat, without seats that joined later."""
    first = list(summary.bought or ())
    for buy in summary.buys:
        first[buy.seat] -= buy.chips
    return [chips for chips in first if chips]


def purchases(summary: SummaryRecord) -> list[Purchase]:
    """Return every purchase, in the order of the hands."""
    first = first_bought(summary)
    found = [Purchase(1, seat, chips, again=False) for seat, chips in enumerate(first)]
    seen = len(first)
    for hand, seat, chips in summary.buys:
        found.append(Purchase(hand, seat, chips, again=seat < seen))
        seen = max(seen, seat + 1)
    return found


def stacks_after(summary: SummaryRecord, hand: int) -> list[int]:
    """Return the stacks after the dues of a hand, unclaimed chips not shared yet.

    An abandoned hand leaves the stacks as they were, including chips bought for it.
    """
    last, stacks = 0, first_bought(summary)
    for number, after in summary.hands:
        if number <= hand:
            last, stacks = number, list(after)
    for number, seat, chips in summary.buys:
        if last < number <= hand:
            stacks += [0] * (seat + 1 - len(stacks))
            stacks[seat] += chips
    return stacks
