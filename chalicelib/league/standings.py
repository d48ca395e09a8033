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
        Chips each seat has bought, by seat.
    after_hands
        The stacks after the dues of each hand played out, in order.
    final
        The stacks after unclaimed chips were shared out, once the game is over.
    """

    players: Sequence[int]
    bought_in: Sequence[int]
    after_hands: Sequence[Sequence[int]]
    final: Sequence[int] | None = None

    def stacks(self, hands: int | None = None) -> Sequence[int]:
        """Return the stacks now, or after the first ``hands`` hands (unclaimed chips aside)."""
        if hands is None and self.final is not None:
            return self.final
        counted = self.after_hands[:hands]
        return counted[-1] if counted else self.bought_in


@dataclass(slots=True)
class Standing:
    """One player's line.

    ``chips`` and ``net`` are sums over the tables the player sat at; net is chips less those
    bought in. ``rank`` is shared by equals (1, 2, 2, 4), and ``tied`` says so.
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
        stacks = table.stacks(hands)
        counted = len(table.after_hands[:hands])
        for player, stack, bought in zip(table.players, stacks, table.bought_in, strict=True):
            line = lines.setdefault(player, Standing(player))
            line.chips += stack
            line.net += stack - bought
            line.rounds += 1
            line.hands += counted
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
