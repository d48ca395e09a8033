"""Standings: a fold over the tables of a league, ranked with shared places (R13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class RankedBy(StrEnum):
    """What decides the rank: the chips held, or these less the chips bought."""

    CHIPS = "chips"
    NET = "net"


class TableResult(NamedTuple):
    """What a table contributes: who sat there, and the stacks after each hand that counted.

    Attributes
    ----------
    players
        The players' numbers, by seat.
    bought_in
        Chips bought before the first deal, by seat; seats that joined later are missing.
    after_hands
        The stacks after the dues of each hand played out, in order.
    final
        The stacks after unclaimed chips were shared out, once the game is over.
    later
        What was bought later, by rebuys and by seats that joined (R12): after how many hands, by
        which seat, how many chips. A seat that joins gets the next number.
    """

    players: Sequence[int]
    bought_in: Sequence[int]
    after_hands: Sequence[Sequence[int]]
    final: Sequence[int] | None = None
    later: Sequence[tuple[int, int, int]] = ()

    def stacks(self, hands: int | None = None) -> Sequence[int]:
        """Return the stacks now, or after the first ``hands`` hands (without unclaimed chips)."""
        if hands is None and self.final is not None:
            return self.final
        counted = self.after_hands[:hands]
        stacks = counted[-1] if counted else self.bought_in
        return _with(stacks, self._bought_later(len(counted), hands))

    def bought(self, hands: int | None = None) -> Sequence[int]:
        """Return the chips each seat has bought, in all or for the first ``hands`` hands."""
        return _with(self.bought_in, self._bought_later(0, hands))

    def _bought_later(self, since: int, hands: int | None) -> list[tuple[int, int]]:
        """Return seat and chips of each purchase after ``since`` hands or more."""
        return [
            (seat, chips)
            for after, seat, chips in self.later
            if after >= since and (hands is None or after < hands)
        ]


def _with(chips: Sequence[int], more: Iterable[tuple[int, int]]) -> Sequence[int]:
    """Return ``chips`` by seat with the purchases added."""
    total = list(chips)
    for seat, bought in more:
        if seat == len(total):
            total.append(0)
        total[seat] += bought
    return total


class Standing(NamedTuple):
    """One player's line; its members are the columns of standings, in this order.

    ``chips`` and ``net`` are sums over the tables the player sat at; net is chips less all those
    bought. ``hands`` are those since the player sat there. ``rank`` is shared by equals
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
    for table in tables:
        stacks, bought = table.stacks(hands), table.bought(hands)
        counted = table.after_hands[:hands]
        seated = table.players[: len(stacks)]  # without those who joined later
        for seat, player in enumerate(seated):
            own = sums.setdefault(player, Sums(player))
            own.chips += stacks[seat]
            own.net += stacks[seat] - bought[seat]
            own.rounds += 1
            if seat < len(table.bought_in):
                own.hands += len(counted)
            else:
                own.hands += sum(len(after) > seat for after in counted)
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
