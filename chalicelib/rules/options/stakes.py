"""Stakes before the deal (R3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from .option import CHIPS, choice, number


class Mode(Enum):
    """Where a seat's stake goes (R3)."""

    FIXED = "fixed"
    FREE = "free"
    SINGLE = "single"


class SetBy(Enum):
    """Who names the amount of a stake (R3)."""

    RULES = "rules"
    DEALER = "dealer"


class Short(Enum):
    """What happens to a seat that cannot pay all its stakes (R3)."""

    PAY_ALL = "pay_all"
    SIT_OUT = "sit_out"


@dataclass(frozen=True)
class Stakes:
    """What each seat stakes before a deal (R3)."""

    mode: Mode = choice(
        "stakes.mode",
        "R3",
        Mode.FIXED,
        "fixed: the amount on every space; free: spread over the spaces as the seat likes; "
        "single: on one space of its choice",
    )
    amount: int = number("stakes.amount", "R3", 1, CHIPS, "chips of the stake")
    dealer_factor: int = number(
        "stakes.dealer_factor",
        "R3",
        1,
        (1, 10),
        "how many times the fixed stake the dealer puts on each space",
    )
    set_by: SetBy = choice("stakes.set_by", "R3", SetBy.RULES, "who names the amount")
    kitty: int = number("stakes.kitty", "R3", 0, CHIPS, "chips each seat puts into the kitty")
    pot: int = number("stakes.pot", "R3", 0, CHIPS, "chips each seat puts into the pot")
    short: Short = choice(
        "stakes.short",
        "R3",
        Short.PAY_ALL,
        "a seat that cannot pay all its stakes: pays what it has, or sits the hand out",
    )

    @cached_property
    def are_fixed(self) -> bool:
        """Whether the rules say what goes on each space, so that no seat places its stake."""
        return self.mode is Mode.FIXED

    @cached_property
    def are_spread(self) -> bool:
        """Whether a seat spreads its stake over the spaces as it likes."""
        return self.mode is Mode.FREE

    @cached_property
    def on_one_space(self) -> bool:
        """Whether a seat's stake goes on one space of its choice."""
        return self.mode is Mode.SINGLE

    @cached_property
    def dealer_names_amount(self) -> bool:
        """Whether the dealer may name the amount of each hand."""
        return self.set_by is SetBy.DEALER

    @cached_property
    def short_sit_out(self) -> bool:
        """Whether a seat that cannot pay all its stakes is not dealt in."""
        return self.short is Short.SIT_OUT

    @cached_property
    def exist(self) -> bool:
        """Whether anything may be staked before the deal."""
        return self.dealer_names_amount or self.amount + self.kitty + self.pot > 0

    def on_each_space(self, amount: int, is_dealer: bool) -> int:
        """Return what a seat puts on each space where the stakes are fixed."""
        return amount * self.dealer_factor if is_dealer else amount
