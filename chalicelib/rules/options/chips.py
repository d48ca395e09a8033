"""What becomes of a seat that has run out of chips (R12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from .option import choice


class Broke(Enum):
    """What happens to a seat that has no chips (R12)."""

    FINISH_HAND = "finish_hand"
    DROP_OUT = "drop_out"
    REBUY = "rebuy"
    DEBT = "debt"


@dataclass(frozen=True)
class Chips:
    """What becomes of a seat that has run out of chips (R12)."""

    broke: Broke = choice(
        "broke",
        "R12",
        Broke.FINISH_HAND,
        "a seat that has run out of chips: plays the hand out, leaves it at once, may buy a new "
        "stack before the next deal, or goes into debt",
    )

    @cached_property
    def may_owe(self) -> bool:
        """Whether stacks may go below zero."""
        return self.broke is Broke.DEBT

    @cached_property
    def may_be_bought(self) -> bool:
        """Whether a seat without chips may buy a new stack between hands."""
        return self.broke is Broke.REBUY

    @cached_property
    def broke_drop_out(self) -> bool:
        """Whether a seat without chips leaves the hand at once."""
        return self.broke is Broke.DROP_OUT
