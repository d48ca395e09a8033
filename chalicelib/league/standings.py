"""Standings: a fold over the tables of a league, ranked with shared places (R13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import repeat
from typing import Final, NamedTuple

from .places import Books, Change


class RankedBy(StrEnum):
    """What decides the rank: the chips held, or these less the chips bought."""

    CHIPS = "chips"
    NET = "net"


class TableResult(NamedTuple):
    """What a table contributes: who sat there, and the stacks after each hand that counted.

    Attributes
    ----------
    players
        The players' numbers, by seat: who sits there now, or sat there last.
    bought_in
        Chips bought before the first deal, by seat; 0 where nobody sat.
    after_hands
        The stacks after the dues of each hand played out, in order.
    final
        The stacks after unclaimed chips were shared out, once the game is over.
    changes
        What changed at its places later (R12), in order, each with how many hands were counted
        before it.
    round
        The number of its round.
    """

    players: Sequence[int]
    bought_in: Sequence[int]
    after_hands: Sequence[Sequence[int]]
    final: Sequence[int] | None = None
    changes: Sequence[tuple[int, Change]] = ()
    round: int = 0

    def books(self, hands: int | None = None) -> Books:
        """Return the chips by person now, or after ``hands`` hands (without unclaimed chips)."""
        counted = self.after_hands[:hands]
        books = Books.start(self.players, self.bought_in, [change for _, change in self.changes])
        done = 0
        for after, change in self.changes:
            if hands is not None and after >= hands:
                break
            if after > done:
                books.count(counted[after - 1], after - done)
                done = after
            books.change(change)
        if len(counted) > done:
            books.count(counted[-1], len(counted) - done)
        if hands is None and self.final is not None:
            books.settle(self.final)
        return books

    def shares(self, hands: int | None = None) -> Iterable[tuple[int, int, int, int]]:
        """Return what each person adds: player, chips, chips bought or brought, hands.

        Chips that count elsewhere are in neither sum of chips.
        """
        if self.changes or not all(self.bought_in):
            books = self.books(hands)
            return [
                (
                    player,
                    chips,
                    books.entered[player] - books.elsewhere.get(player, 0),
                    books.hands[player],
                )
                for player, chips in books.results().items()
            ]
        # Nobody has come or gone, as at most tables: the stacks are the results.
        counted = self.after_hands[:hands]
        stacks = counted[-1] if counted else self.bought_in
        if hands is None and self.final is not None:
            stacks = self.final
        count = repeat(len(counted))
        return zip(self.players, stacks, self.bought_in, count, strict=False)


class Standing(NamedTuple):
    """One player's line; its members are the columns of standings, in this order.

    ``chips`` and ``net`` are sums over the tables the player sat at; net is chips less all those
    bought or brought. ``hands`` are those while the player sat there. ``rank`` is shared by equals
    (1, 2, 2, 4), and ``tied`` says so.
    """

    rank: int
    tied: bool
    player: int
    name: str
    chips: int
    net: int
    rounds: int
    hands: int


COLUMNS: Final = Standing._fields


class Facts(NamedTuple):
    """The facts standings were made from: tables, hands played out, and a name for their state."""

    tables: int
    hands: int
    revision: str


class Snapshot(NamedTuple):
    """Standings as computed: every line, from which facts, when (milliseconds since 1970)."""

    lines: tuple[Standing, ...]
    made_from: Facts
    made_at: int


@dataclass(slots=True)
class Sums:
    """A player's sums over the tables; see :class:`Standing`."""

    player: int
    chips: int = 0
    net: int = 0
    rounds: int = 0
    hands: int = 0


def standings(
    tables: Iterable[TableResult],
    names: Mapping[int, str],
    by: RankedBy = RankedBy.CHIPS,
    hands: int | None = None,
) -> tuple[Standing, ...]:
    """Return a line for everybody who sat at a table, best first; equals by their number.

    Parameters
    ----------
    names
        The players' names, by number.
    hands
        Count only this many hands of each table, from the first.
    """
    sums: dict[int, Sums] = {}
    sat: dict[int, set[int]] = {}
    for table in tables:
        # Two tables of a round, after leaving one of them, are one round.
        before = sat.setdefault(table.round, set()) if table.round else set()
        for player, chips, entered, counted in table.shares(hands):
            own = sums.get(player)
            if own is None:
                own = sums[player] = Sums(player)
            own.chips += chips
            own.net += chips - entered
            own.hands += counted
            if player not in before:
                own.rounds += 1
                before.add(player)
    return ranked(sums.values(), names, by)


def ranked(
    sums: Iterable[Sums], names: Mapping[int, str], by: RankedBy = RankedBy.CHIPS
) -> tuple[Standing, ...]:
    """Return the lines of players, best first, with ranks shared by equals (1, 2, 2, 4)."""
    decides = {RankedBy.CHIPS: _chips, RankedBy.NET: _net}[by]
    order = sorted(sums, key=lambda own: own.player)
    order.sort(key=decides, reverse=True)  # equals stay in order
    values = list(map(decides, order))
    holders = Counter(values)
    rank: dict[int, int] = {}
    for place, value in enumerate(values, 1):
        rank.setdefault(value, place)
    # Fields by position: with their names a league of 1,000 takes noticeably longer.
    return tuple(
        [
            Standing(
                rank[value],
                holders[value] > 1,
                own.player,
                names[own.player],
                own.chips,
                own.net,
                own.rounds,
                own.hands,
            )
            for value, own in zip(values, order, strict=True)
        ]
    )


def _chips(own: Sums) -> int:
    return own.chips


def _net(own: Sums) -> int:
    return own.net
