"""The places of a table over an evening: who sits there, and whose the chips are (R12, R14).

Results go by person, not by place: a player may leave a place with a stack, come back with it, or
be replaced by a substitute, and another may buy into a place that is vacant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class ChangeKind(StrEnum):
    """What changes at a place after the first deal."""

    # The values are stored.
    BOUGHT = "bought"
    """Its player buys a stack: one who runs out of chips, or who sits down there."""
    LEFT = "left"
    """Its player leaves with the stack, which is the player's result."""
    BACK = "back"
    """A player who has left sits down there with the stack that was taken away."""
    SUBSTITUTE = "substitute"
    """Another player goes on with the stack of the one who has left that place."""
    BROUGHT = "brought"
    """A player sits down there with the stack left with at another table of the round."""
    ELSEWHERE = "elsewhere"
    """The stack that its player has left with goes on at another table of the round."""


class Change(NamedTuple):
    """A change at a place.

    Attributes
    ----------
    hand
        The hand before whose deal it is made.
    seat
        The place, from 0.
    player
        The player's number.
    chips
        The stack bought, taken away, or brought.
    """

    hand: int
    kind: ChangeKind
    seat: int
    player: int
    chips: int

    @property
    def is_purchase(self) -> bool:
        """Whether chips are bought."""
        return self.kind is ChangeKind.BOUGHT

    @property
    def takes_away(self) -> bool:
        """Whether chips leave the table."""
        return self.kind is ChangeKind.LEFT

    @property
    def sits_down(self) -> bool:
        """Whether the player has the place from then on, with these chips."""
        return self.kind not in (ChangeKind.LEFT, ChangeKind.ELSEWHERE)


@dataclass(slots=True)
class Books:
    """The chips of a table by person: a fold over its changes and its hands (R14).

    Attributes
    ----------
    seats, stacks
        By seat: its player, and the chips there. A vacant seat is in neither.
    taken
        By player, the chips taken away for good or for now.
    elsewhere
        By player, those of ``taken`` that count elsewhere: at another table, or with the substitute
        who went on with them, if the player has sat down again since.
    entered
        By player, the chips bought, or brought by taking over another's stack.
    hands
        By player, the hands counted while the player sat there.
    kept
        By player, the stacks that the player took away and that no other has: the last one is
        the first to come back.
    lying
        By vacant seat, who left it: a substitute may go on with that player's stack.
    """

    seats: dict[int, int] = field(default_factory=dict)
    stacks: dict[int, int] = field(default_factory=dict)
    taken: dict[int, int] = field(default_factory=dict)
    elsewhere: dict[int, int] = field(default_factory=dict)
    entered: dict[int, int] = field(default_factory=dict)
    hands: dict[int, int] = field(default_factory=dict)
    kept: dict[int, list[int]] = field(default_factory=dict)
    lying: dict[int, int] = field(default_factory=dict)

    @classmethod
    def start(
        cls, players: Sequence[int], bought_in: Sequence[int], changes: Iterable[Change]
    ) -> Books:
        """Return the books after the first stacks are bought.

        Parameters
        ----------
        players
            The players' numbers by seat, after all ``changes``.
        bought_in
            By seat, the chips bought for the first deal; 0 where nobody sat.
        """
        first = dict(enumerate(players))
        for change in reversed(list(changes)):
            if change.takes_away:
                first[change.seat] = change.player
        books = cls()
        for seat, chips in enumerate(bought_in):
            if chips:
                books.change(Change(1, ChangeKind.BOUGHT, seat, first[seat], chips))
        return books

    def change(self, change: Change) -> None:
        """Enter a change at a place."""
        _, kind, seat, player, chips = change
        if kind is ChangeKind.LEFT:
            del self.seats[seat]
            del self.stacks[seat]
            self.taken[player] = self.taken.get(player, 0) + chips
            self.kept.setdefault(player, []).append(chips)
            self.lying[seat] = player
            return
        if kind is ChangeKind.ELSEWHERE:
            self.kept[player].pop()
            self._count_elsewhere(player)
            return
        if kind is ChangeKind.BACK:
            self.taken[player] -= self.kept[player].pop()
            self.lying = {at: who for at, who in self.lying.items() if who != player}
        else:
            if player in self.taken:  # a stack counts once: a substitute went on with this one
                self._count_elsewhere(player)
            self.entered[player] = self.entered.get(player, 0) + chips
        if kind is ChangeKind.SUBSTITUTE:
            leaver = self.lying[seat]
            self.kept[leaver].pop()
            if self.kept[leaver]:  # else the leaver is ranked with that stack all the same
                self._count_elsewhere(leaver)
        self.lying.pop(seat, None)
        self.hands.setdefault(player, 0)
        self.seats[seat] = player
        self.stacks[seat] = self.stacks.get(seat, 0) + chips

    def _count_elsewhere(self, player: int) -> None:
        self.elsewhere[player] = self.taken[player] - sum(self.kept.get(player, ()))

    def count(self, stacks: Sequence[int], hands: int = 1) -> None:
        """Enter the stacks by seat after the dues of the last of some hands that count."""
        self.settle(stacks)
        for player in self.seats.values():
            self.hands[player] += hands

    def settle(self, stacks: Sequence[int]) -> None:
        """Enter the stacks by seat, as they are after unclaimed chips are shared out."""
        self.stacks = {seat: stacks[seat] for seat in self.seats}

    def left_at(self, seat: int) -> int | None:
        """Return the stack with which a substitute may go on at a vacant seat, if there is one."""
        return self.kept_by(self.lying[seat]) if seat in self.lying else None

    def kept_by(self, player: int) -> int | None:
        """Return the stack with which a player may come back, if there is one."""
        stacks = self.kept.get(player)
        return stacks[-1] if stacks else None

    def results(self) -> Mapping[int, int]:
        """Return the chips of every player: the stack at the table, and those left with.

        Not those that count elsewhere; but they are the player's own for what was won or lost.
        """
        chips = {
            player: self.taken.get(player, 0) - self.elsewhere.get(player, 0)
            for player in self.entered
        }
        for seat, player in self.seats.items():
            chips[player] += self.stacks[seat]
        return chips
