"""Missed plays and false leads, and what they cost (R8-R11)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from .option import CHIPS, choice, number, yes_or_no


class Priority(Enum):
    """Which dues are paid first (R8)."""

    COMPENSATION_FIRST = "compensation_first"
    FINE_FIRST = "fine_first"


class FalseLead(Enum):
    """What a false lead costs that the audit finds (R11)."""

    REJECT = "reject"
    FINE_NO_BOODLE = "fine_no_boodle"


class Dues(Enum):
    """Whether the dues that the audit finds must be confirmed (R11)."""

    CONFIRMED = "confirmed"
    AUTOMATIC = "automatic"


@dataclass(frozen=True)
class Misses:
    """What missed plays and false leads cost (R8-R11)."""

    fine: int = number(
        "penalty.missed_play", "R9", 0, CHIPS, "chips a missed play costs, to every other seat"
    )
    compensation: bool = yes_or_no(
        "penalty.compensation",
        "R10",
        False,
        "whether a missed play makes good the boodle win it blocked",
    )
    priority: Priority = choice(
        "penalty.priority", "R8", Priority.COMPENSATION_FIRST, "which dues are paid first"
    )
    false_lead: FalseLead = choice(
        "penalty.false_lead",
        "R11",
        FalseLead.REJECT,
        "what a false lead found afterwards on a recorded table costs",
    )
    dues: Dues = choice(
        "penalty.dues",
        "R11",
        Dues.CONFIRMED,
        "dues found by the audit of a recorded hand: confirmed or waived first, or automatic",
    )

    @cached_property
    def cost_anything(self) -> bool:
        """Whether a missed play costs anything, so that ``stop`` is an action (R9)."""
        return self.fine > 0 or self.compensation

    @cached_property
    def fine_first(self) -> bool:
        """Whether fines are paid before compensations (R8)."""
        return self.priority is Priority.FINE_FIRST

    @cached_property
    def false_leads_are_fined(self) -> bool:
        """Whether a false lead costs a fine and all boodle from then on (R11)."""
        return self.false_lead is FalseLead.FINE_NO_BOODLE

    @cached_property
    def dues_are_automatic(self) -> bool:
        """Whether dues that the audit finds are paid without being confirmed (R11)."""
        return self.dues is Dues.AUTOMATIC
