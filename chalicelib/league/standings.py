"""Standings: a fold over the tables of a league, ranked with shared places (R13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TableResult:
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
        What was bought later, rebuys and seats that joined (R12): after how many hands, by which
        seat, how many chips. A seat that joined is the next after the last one before it.
    """

    players: Sequence[int]
    bought_in: Sequence[int]
    after_hands: Sequence[Sequence[int]]
    final: Sequence[int] | None = None
    later: Sequence[tuple[int, int, int]] = ()

    def stacks(self, hands: int | None = None) -> Sequence[int]:
        """Return the stacks now, or after the first ``hands`` hands (unclaimed chips aside)."""
        if hands is None and self.final is not None:
            return self.final
        counted = self.after_hands[:hands]
        stacks = counted[-1] if counted else self.bought_in
        return _with(stacks, self._bought_later(len(counted), hands))

    def bought(self, hands: int | None = None) -> Sequence[int]:
        """Return all that each seat has bought, or bought before the first ``hands`` hands."""
        return _with(self.bought_in, self._bought_later(0, hands))

    def _bought_later(self, since: int, hands: int | None) -> list[tuple[int, int]]:
        """Return seats and chips of what was bought after ``since`` hands or more."""
        return [
            (seat, chips)
            for after, seat, chips in self.later
            if after >= since and (hands is None or after < hands)
        ]


def _with(chips: Sequence[int], more: Iterable[tuple[int, int]]) -> Sequence[int]:
    """Return ``chips`` by seat, and what was bought beside them."""
    total = list(chips)
    for seat, bought in more:
        if seat == len(total):
            total.append(0)
        total[seat] += bought
    return total


@dataclass(slots=True)
class Standing:
    """One player's line.

    ``chips`` and ``net`` are sums over the tables the player sat at; net is chips less all those
    bought. ``hands`` are those since he sat there. ``rank`` is shared by equals (1, 2, 2, 4), and
    ``tied`` says so.
    """

    player: int
    chips: int = 0
    net: int = 0
    rounds: int = 0
    hands: int = 0
    rank: int = 0
    tied: bool = field(default=False)


def standings(
    tables: Iterable[TableResult], by: str = "chips", hands: int | None = None
) -> list[Standing]:
    """Return everybody who sat at a table, best first; equals by their number.

    Parameters
    ----------
    by
        ``chips`` or ``net``.
    hands
        Count only the first so many hands of each table.
    """
    lines: dict[int, Standing] = {}
    for table in tables:
        stacks, bought = table.stacks(hands), table.bought(hands)
        counted = table.after_hands[:hands]
        seated = table.players[: len(stacks)]  # who joined after those hands was not there yet
        for seat, player in enumerate(seated):
            line = lines.setdefault(player, Standing(player))
            line.chips += stacks[seat]
            line.net += stacks[seat] - bought[seat]
            line.rounds += 1
            if seat < len(table.bought_in):
                line.hands += len(counted)
            else:
                line.hands += sum(len(after) > seat for after in counted)
    return rank(list(lines.values()), by)


def rank(lines: list[Standing], by: str) -> list[Standing]:
    """Sort ``lines`` and give each its rank, shared by equals (1, 2, 2, 4)."""
    lines.sort(key=lambda line: (-getattr(line, by), line.player))
    values = [getattr(line, by) for line in lines]
    for place, line in enumerate(lines):
        same = place > 0 and values[place] == values[place - 1]
        line.rank = lines[place - 1].rank if same else place + 1
        line.tied = same or values[place + 1 : place + 2] == [values[place]]
    return lines
