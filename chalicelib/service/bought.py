"""The chips bought at a table, and taken away or brought, from its summary (R12).

In a summary ``bought`` has all the chips bought at each seat, and ``changes`` the purchases after
the first deal. The difference is what was bought before it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from chalicelib.league.places import Books, Change, ChangeKind
from chalicelib.league.standings import TableResult
from chalicelib.store.records.summaries import HandResult, SummaryRecord


class Purchase(NamedTuple):
    """Chips bought for a hand at a seat (from 0); ``again`` if the player had chips before."""

    hand: int
    seat: int
    player: int
    chips: int
    again: bool


def with_first(summary: SummaryRecord, bought: Sequence[int]) -> SummaryRecord:
    """Return a summary with the chips bought for the first deal, by seat."""
    return replace(summary, bought=tuple(bought))


def with_changes(summary: SummaryRecord, *changes: Change) -> SummaryRecord:
    """Return the summary of a table with further changes at its places after the first deal."""
    bought, players = list(summary.bought or ()), list(summary.players)
    for change in changes:
        seat = change.seat
        bought += [0] * (seat + 1 - len(bought))
        if change.is_purchase:
            bought[seat] += change.chips
        if change.sits_down:
            players[seat:] = [change.player, *players[seat + 1 :]]
    return replace(
        summary,
        players=tuple(players),
        bought=tuple(bought),
        changes=summary.changes + changes,
    )


def rebuys(summary: SummaryRecord, hand: int, bought: Mapping[int, int]) -> SummaryRecord:
    """Return a summary with the chips that seats out of chips buy for a hand, by seat."""
    return with_changes(
        summary,
        *(
            Change(hand, ChangeKind.BOUGHT, seat, summary.players[seat], chips)
            for seat, chips in bought.items()
        ),
    )


def first_bought(summary: SummaryRecord) -> list[int]:
    """Return the chips bought before the first deal, by seat; 0 where nobody sat then."""
    first = list(summary.bought or ())
    for change in summary.changes:
        if change.is_purchase:
            first[change.seat] -= change.chips
    while first and not first[-1]:
        first.pop()
    return first


def first_books(summary: SummaryRecord) -> Books:
    """Return the chips by person before the first deal's stakes."""
    return Books.start(summary.players, first_bought(summary), summary.changes)


def result_of(summary: SummaryRecord, round_number: int = 0) -> TableResult:
    """Return what a table contributes to standings."""
    hands = [number for number, _ in summary.hands]
    return TableResult(
        summary.players,
        first_bought(summary),
        [stacks for _, stacks in summary.hands],
        summary.final,
        [(bisect_left(hands, change.hand), change) for change in summary.changes],
        round_number,
    )


def purchases(summary: SummaryRecord) -> list[Purchase]:
    """Return every purchase, in the order of the hands."""
    books = first_books(summary)
    found = [
        Purchase(1, seat, books.seats[seat], chips, again=False)
        for seat, chips in books.stacks.items()
    ]
    seen = set(books.entered)
    for change in summary.changes:
        hand, _, seat, player, chips = change
        if change.is_purchase:
            found.append(Purchase(hand, seat, player, chips, again=player in seen))
        seen.add(player)
    return found


def moves(summary: SummaryRecord) -> tuple[Change, ...]:
    """Return the stacks taken away and brought, in order."""
    return tuple(
        one for one in summary.changes if one.takes_away or (one.sits_down and not one.is_purchase)
    )


def stacks_after(summary: SummaryRecord, hand: int) -> list[int | None]:
    """Return the stacks by seat after the dues of a hand, unclaimed chips not shared yet.

    An abandoned hand leaves the stacks as they were, including chips bought for it. A seat that was
    vacant has ``None``.
    """
    books, counted = first_books(summary), HandResult(0, tuple(first_bought(summary)))
    for result in summary.hands:
        if result.hand <= hand:
            counted = result
    seats = len(counted.stacks)
    for change in summary.changes:
        if change.hand <= counted.hand:
            books.change(change)
    books.settle(counted.stacks)
    for change in summary.changes:
        if counted.hand < change.hand <= hand:
            books.change(change)
            seats = max(seats, change.seat + 1)
    return [books.stacks.get(seat) for seat in range(seats)]
