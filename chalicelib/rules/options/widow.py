"""The widow: the spare hand, its exchange and its auction (R5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from .option import choice


class Use(Enum):
    """What happens to the spare hand (R5)."""

    DEAD = "dead"
    EXCHANGE = "exchange"
    EXCHANGE_OR_AUCTION = "exchange_or_auction"
    NONE = "none"


class Opener(Enum):
    """Who can open the widow's auction (R5)."""

    ANYONE = "anyone"
    DEALER = "dealer"


@dataclass(frozen=True)
class Widow:
    """The spare hand, and who may take it (R5)."""

    use: Use = choice(
        "widow",
        "R5",
        Use.DEAD,
        "the spare hand: dead, open to the dealer's exchange, or to exchange or auction; "
        "none: every card goes to the seats",
    )
    opener: Opener = choice("auction", "R5", Opener.ANYONE, "who can open the widow's auction")

    @cached_property
    def exists(self) -> bool:
        """Whether a widow is dealt."""
        return self.use is not Use.NONE

    @cached_property
    def is_open(self) -> bool:
        """Whether the dealer, or a bidder, may take the widow."""
        return self.use in (Use.EXCHANGE, Use.EXCHANGE_OR_AUCTION)

    @cached_property
    def is_dead(self) -> bool:
        """Whether there is a widow that nobody may take."""
        return self.use is Use.DEAD

    @cached_property
    def can_be_sold(self) -> bool:
        """Whether there may be an auction."""
        return self.use is Use.EXCHANGE_OR_AUCTION

    @cached_property
    def dealer_opens_auction(self) -> bool:
        """Whether the dealer opens the auction with an action."""
        return self.can_be_sold and self.opener is Opener.DEALER

    @cached_property
    def declining_opens_auction(self) -> bool:
        """Whether an auction opens as soon as the dealer declines the exchange."""
        return self.can_be_sold and self.opener is Opener.ANYONE
