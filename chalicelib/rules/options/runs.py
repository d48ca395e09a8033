"""Runs: whether played cards stay open, and who plays for whom (R7, R17)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from .option import choice


class PlayedCards(Enum):
    """What others see of the cards that a seat has played (R7)."""

    OPEN = "open"
    COVERED = "covered"


class Following(Enum):
    """Who plays the cards of a run after its lead (R7)."""

    MANUAL = "manual"
    AUTOMATIC = "automatic"


class Absent(Enum):
    """What becomes of the leads and decisions of a seat that is away (R17)."""

    PLAYS = "plays"
    WAITS = "waits"


@dataclass(frozen=True)
class Runs:
    """How a run is played (R7)."""

    played_cards: PlayedCards = choice(
        "played_cards",
        "R7",
        PlayedCards.OPEN,
        "whether played cards stay open, or only the top one before each seat",
        part="runs",
    )
    following: Following = choice(
        "following",
        "R7",
        Following.MANUAL,
        "whether the cards of a run are played by their holders, or by themselves after each lead",
    )

    absent: Absent = choice(
        "away",
        "R17",
        Absent.PLAYS,
        "whether a fixed rule leads and decides for a seat that is away, or the table waits for it",
        part="runs",
        unsaid=Absent.PLAYS,
    )

    @cached_property
    def absent_seats_act(self) -> bool:
        """Whether a fixed rule leads and decides for a seat that is away."""
        return self.absent is Absent.PLAYS

    @cached_property
    def cards_are_covered(self) -> bool:
        """Whether others see only the top card before each seat until the hand ends."""
        return self.played_cards is PlayedCards.COVERED

    @cached_property
    def play_themselves(self) -> bool:
        """Whether the cards of a run follow by themselves after each lead."""
        return self.following is Following.AUTOMATIC
