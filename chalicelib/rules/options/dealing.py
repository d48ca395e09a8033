"""The deal (R4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from chalicelib.message import say
from chalicelib.rules.errors import Malformed

from .option import choice
from .widow import Widow


class FirstCard(Enum):
    """Who gets the first card of a deal (R4)."""

    WIDOW = "widow"
    ELDEST = "eldest"


class Leftover(Enum):
    """What happens to cards that do not divide evenly (R4)."""

    DEAL_ALL = "deal_all"
    EQUAL_ASIDE = "equal_aside"
    EQUAL_TO_WIDOW = "equal_to_widow"


@dataclass(frozen=True)
class Dealing:
    """How the cards are dealt (R4)."""

    first: FirstCard = choice(
        "deal.first", "R4", FirstCard.WIDOW, "who gets the first card of a deal"
    )
    leftover: Leftover = choice(
        "deal.leftover",
        "R4",
        Leftover.DEAL_ALL,
        "cards that do not divide evenly: dealt on, put aside dead, or added to the widow",
    )

    @cached_property
    def widow_first(self) -> bool:
        """Whether the widow gets the first card, before eldest."""
        return self.first is FirstCard.WIDOW

    @cached_property
    def deals_all(self) -> bool:
        """Whether every card is dealt, so that hands may differ by one."""
        return self.leftover is Leftover.DEAL_ALL

    @cached_property
    def leftover_to_widow(self) -> bool:
        """Whether the cards that do not divide evenly go to the widow."""
        return self.leftover is Leftover.EQUAL_TO_WIDOW

    @cached_property
    def leftover_aside(self) -> bool:
        """Whether the cards that do not divide evenly are put aside, out of play."""
        return self.leftover is Leftover.EQUAL_ASIDE

    def check_widow(self, widow: Widow) -> None:
        """Raise if leftover cards go to a widow and there is none.

        Raises
        ------
        Malformed
            ``deal.leftover: equal_to_widow`` needs a widow (R4).
        """
        if self.leftover_to_widow and not widow.exists:
            raise Malformed(say("option.leftover-without-widow"))
