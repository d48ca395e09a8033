"""What a table's summary tells of chips bought: on which hand, by which seat, how many (R12).

A summary has under ``bought`` what each seat has bought in all, and under ``buys`` what was
bought after the first deal, as ``[hand, seat, chips]``: the hand for which it was bought, and the
seat from 0. What the first deal found is the difference.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Purchase(NamedTuple):
    """Chips that a seat (from 0) bought for a hand; ``again`` when it had bought before."""

    hand: int
    seat: int
    chips: int
    again: bool


def note_bought(summary: dict[str, Any], hand: int, bought: list[int]) -> None:
    """Write into a summary what the seats have bought in all, and what is new for ``hand``."""
    before = summary["bought"]
    summary["bought"] = list(bought)
    if before is None:
        return
    before = before + [0] * (len(bought) - len(before))
    new = [
        [hand, seat, now - was] for seat, (now, was) in enumerate(zip(bought, before, strict=True))
    ]
    new = [buy for buy in new if buy[2]]
    if new:
        summary["buys"] = [*later_buys(summary), *new]


def later_buys(summary: dict[str, Any]) -> list[list[int]]:
    """Return what was bought after the first deal."""
    buys: list[list[int]] = summary.get("buys", [])
    return buys


def first_bought(summary: dict[str, Any]) -> list[int]:
    """Return, by seat, what the first deal found bought; seats that joined later are left out."""
    first: list[int] = list(summary["bought"] or [])
    for _, seat, chips in later_buys(summary):
        first[seat] -= chips
    return [chips for chips in first if chips]


def purchases(summary: dict[str, Any]) -> list[Purchase]:
    """Return every purchase, in the order of the hands."""
    first = first_bought(summary)
    found = [Purchase(1, seat, chips, again=False) for seat, chips in enumerate(first)]
    seen = len(first)
    for hand, seat, chips in later_buys(summary):
        found.append(Purchase(hand, seat, chips, again=seat < seen))
        seen = max(seen, seat + 1)
    return found


def stacks_after(summary: dict[str, Any], hand: int) -> list[int]:
    """Return the stacks after the dues of a hand, unclaimed chips not shared yet.

    A hand that was abandoned leaves the stacks it found, chips bought for it included.
    """
    last, stacks = 0, first_bought(summary)
    for number, *after in summary["hands"]:
        if number <= hand:
            last, stacks = number, after
    for number, seat, chips in later_buys(summary):
        if last < number <= hand:
            stacks += [0] * (seat + 1 - len(stacks))
            stacks[seat] += chips
    return stacks
