"""The end of a game, and what happens to the chips on the table (R13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from .option import choice, limit


class Basis(Enum):
    """What counts for ``ending.chips`` (R13)."""

    STACK = "stack"
    NET = "net"


class WindDown(Enum):
    """What happens to a space, the kitty or the pot once it is won (R13)."""

    NONE = "none"
    NO_REFILL = "no_refill"
    REMOVE_CLAIMED = "remove_claimed"


class Unclaimed(Enum):
    """What happens to chips on the table when the game ends (R13)."""

    SPLIT_EQUAL = "split_equal"
    VOID = "void"
    LEADER_TAKES = "leader_takes"


@dataclass(frozen=True)
class Ending:
    """When a game ends, and how it winds down (R13)."""

    hands: int | None = limit(
        "ending.hands", "R13", (1, 1000), "the game ends after this many hands"
    )
    minutes: int | None = limit(
        "ending.minutes",
        "R13",
        (1, 1440),
        "no deal after this many minutes from the first; the hand in progress is finished",
    )
    chips: int | None = limit(
        "ending.chips",
        "R13",
        (1, 1_000_000),
        "the game ends when a seat holds this many chips after the dues",
    )
    basis: Basis = choice(
        "ending.basis",
        "R13",
        Basis.STACK,
        "what counts for ending.chips: the stack, or the stack less all chips bought",
    )
    wind_down: WindDown = choice(
        "wind_down",
        "R13",
        WindDown.NONE,
        "no_refill: kitty and pot, once won, are not staked again; remove_claimed: a space once "
        "won is closed, and the game ends when all are",
    )
    unclaimed: Unclaimed = choice(
        "unclaimed",
        "R13",
        Unclaimed.SPLIT_EQUAL,
        "what becomes of chips on the table when the game ends",
    )

    def reached_hands(self, hands: int) -> bool:
        """Whether the game ends after this many hands."""
        return self.hands is not None and hands >= self.hands

    @cached_property
    def seconds(self) -> int | None:
        """How many seconds after the first deal no further hand is dealt; ``None``: no limit."""
        return None if self.minutes is None else 60 * self.minutes

    def reached_minutes(self, seconds: float) -> bool:
        """Whether no further hand is dealt this many seconds after the first deal."""
        return self.seconds is not None and seconds >= self.seconds

    def reached_chips(self, stacks: Sequence[int], bought: Sequence[int]) -> bool:
        """Whether a seat holds enough chips to end the game.

        Parameters
        ----------
        stacks
            The chips of each seat, after the dues.
        bought
            All chips that each seat has bought.
        """
        if self.chips is None:
            return False
        if self.basis is Basis.NET:
            stacks = [stack - paid for stack, paid in zip(stacks, bought, strict=True)]
        return max(stacks) >= self.chips

    @cached_property
    def closes_spaces(self) -> bool:
        """Whether a space once won is closed."""
        return self.wind_down is WindDown.REMOVE_CLAIMED

    @cached_property
    def stops_refilling(self) -> bool:
        """Whether kitty and pot, once won, are not staked again."""
        return self.wind_down is WindDown.NO_REFILL

    @cached_property
    def winds_down(self) -> bool:
        """Whether what was won matters in later hands."""
        return self.wind_down is not WindDown.NONE

    def takers(self, stacks: Sequence[int], seats: Sequence[int]) -> list[int]:
        """Return the seats that share the chips on the table when the game has ended.

        Parameters
        ----------
        stacks
            The chips of each seat.
        seats
            The seats that are still in the game.
        """
        if self.unclaimed is Unclaimed.SPLIT_EQUAL:
            return list(seats)
        if self.unclaimed is Unclaimed.LEADER_TAKES:
            most = max((stacks[seat] for seat in seats), default=0)
            return [seat for seat in seats if stacks[seat] == most]
        return []
