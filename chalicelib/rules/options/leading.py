"""Leading: who leads first, what a lead after a stop must change, and stuck leaders (R6)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

from chalicelib.rules.cards import ALL_SUITS, OTHER_COLOUR, OTHER_SUITS, SUITS, Card

from .option import CHIPS, choice, number


class First(Enum):
    """Who leads the first run (R6)."""

    ELDEST = "eldest"
    DEALER = "dealer"
    LOWEST_CLUB = "lowest:C"
    LOWEST_DIAMOND = "lowest:D"
    LOWEST_HEART = "lowest:H"
    LOWEST_SPADE = "lowest:S"


class Change(Enum):
    """What the lead after a stop must change (R6)."""

    NONE = "none"
    SUIT = "suit"
    COLOUR = "colour"


class Stuck(Enum):
    """What happens when the leader has no permitted suit (R6)."""

    PASS_THEN_SAME = "pass_then_same"
    PLAY_SAME = "play_same"
    PASS_THEN_END = "pass_then_end"


_PERMITTED: Final = {
    Change.NONE: (ALL_SUITS,) * 4,
    Change.SUIT: OTHER_SUITS,
    Change.COLOUR: OTHER_COLOUR,
}
"""The suits that may be led, a bit a card, by the suit of the last card of the run."""


@dataclass(frozen=True)
class Leading:
    """Who leads, and what (R6)."""

    first: First = choice(
        "lead.first",
        "R6",
        First.ELDEST,
        "who leads first; lowest:S is the holder of the lowest card of that suit",
    )
    change: Change = choice(
        "lead.change", "R6", Change.NONE, "what the lead after a stop must change"
    )
    stuck: Stuck = choice(
        "lead.stuck", "R6", Stuck.PASS_THEN_SAME, "a leader who has no permitted suit"
    )
    pass_fee: int = number(
        "lead.pass_fee", "R6", 0, CHIPS, "chips to the kitty for each forced pass"
    )

    @cached_property
    def dealer_first(self) -> bool:
        """Whether the dealer leads the first run."""
        return self.first is First.DEALER

    @cached_property
    def first_suit(self) -> int | None:
        """The suit whose lowest card held must be led first; ``None`` if there is none."""
        if self.first in (First.ELDEST, First.DEALER):
            return None
        return SUITS.index(self.first.value[-1])

    @cached_property
    def is_restricted(self) -> bool:
        """Whether a lead after a stop must change something, so that a leader may be stuck."""
        return self.change is not Change.NONE

    @cached_property
    def permitted(self) -> tuple[int, ...]:
        """The suits that may be led, a bit a card, by the suit of the last card of the run."""
        return _PERMITTED[self.change]

    def permitted_after(self, card: Card) -> int:
        """Return the suits that may be led when a run has stopped at ``card``, a bit a card."""
        return self.permitted[card // 13]

    @cached_property
    def passes(self) -> bool:
        """Whether a leader who is stuck passes, so that another may lead."""
        return self.is_restricted and self.stuck is not Stuck.PLAY_SAME

    @cached_property
    def lifts_after_circle(self) -> bool:
        """Whether the restriction is lifted for the first leader when all have passed."""
        return self.passes and self.stuck is Stuck.PASS_THEN_SAME

    @cached_property
    def ends_after_circle(self) -> bool:
        """Whether the hand ends, without a winner, when all have passed."""
        return self.passes and self.stuck is Stuck.PASS_THEN_END

    @cached_property
    def costs_chips(self) -> bool:
        """Whether a pass may cost anything."""
        return self.passes and self.pass_fee > 0
