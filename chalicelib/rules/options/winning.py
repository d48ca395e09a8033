"""What is won: the pot, the spaces of the layout, the cards left (R8, R15)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from .option import CHIPS, choice, number


class PotWonBy(Enum):
    """Who takes the pot (R8, R15)."""

    RUN3 = "run3"
    POKER = "poker"


class SpacesPaid(Enum):
    """Who takes a space of the layout (R8, R15)."""

    PLAYED = "played"
    HELD = "held"


@dataclass(frozen=True)
class Winning:
    """What is won besides the kitty, and how (R8, R15)."""

    pot_won_by: PotWonBy = choice(
        "pot.won_by",
        "R8",
        PotWonBy.RUN3,
        "who takes the pot: the first to play three cards in a row of one run, or the best poker "
        "hand",
    )
    spaces_paid: SpacesPaid = choice(
        "spaces_paid",
        "R15",
        SpacesPaid.PLAYED,
        "whether a space goes to who plays its cards, or at the deal to who holds them",
    )
    per_card: int = number(
        "per_card", "R8", 1, CHIPS, "chips paid to the winner for each card left"
    )

    @cached_property
    def pot_by_poker(self) -> bool:
        """Whether there is a round of poker for the pot (R15)."""
        return self.pot_won_by is PotWonBy.POKER

    @cached_property
    def pot_by_run(self) -> bool:
        """Whether three cards in a row of one run take the pot (R8)."""
        return self.pot_won_by is PotWonBy.RUN3

    @cached_property
    def spaces_by_holding(self) -> bool:
        """Whether spaces go at the deal to the seats that hold their cards (R15)."""
        return self.spaces_paid is SpacesPaid.HELD

    @cached_property
    def spaces_by_playing(self) -> bool:
        """Whether spaces go to the seats that play their cards (R8)."""
        return self.spaces_paid is SpacesPaid.PLAYED
