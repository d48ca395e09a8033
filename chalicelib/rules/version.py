"""The versions of the rules: what differs between them.

A hand keeps the version under which it was dealt, for ever. Only this module compares versions;
the others ask the version of their rules for what differs.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Version(IntEnum):
    """A version of the rules of play. New hands are dealt under ``CURRENT``."""

    ONE = 1
    TWO = 2
    CURRENT = TWO

    @property
    def pays_holder_once(self) -> bool:
        """Whether a space is made good to one holder once a hand, by the last miss (R10).

        Version 1 makes each way good by which the holder could have won the space.
        """
        return self >= Version.TWO

    @property
    def proves_passes(self) -> bool:
        """Whether passes on a table with real cards count only as the shown cards prove (R11).

        Version 1 counts every seat that a lead went past, and charges each that could have led.
        """
        return self >= Version.TWO

    @property
    def absent_seats_act(self) -> bool:
        """Whether a seat that is away also leads and decides, by the fixed rule of R17.

        Under version 1 only its cards of a run are played for it (R7).
        """
        return self >= Version.TWO

    @property
    def wound_down_games_end(self) -> bool:
        """Whether ``no_refill`` ends a game once kitty and pot are won (R13)."""
        return self >= Version.TWO

    @property
    def bets_can_be_called(self) -> bool:
        """Whether a seat bets and raises only while another seat still in has chips (R15)."""
        return self >= Version.TWO

    @property
    def abandoned_hands_can_end_games(self) -> bool:
        """Whether a game is over if too few can stake after an abandoned hand (R3).

        The deal moves on, perhaps to a seat that has too little to deal, and then fewer are able
        than before. Version 1 let such a game wait for a deal that it refused.
        """
        return self >= Version.TWO

    @property
    def amount_within_stack(self) -> bool:
        """Whether the dealer names at most his own chips as the amount of the stakes (R3)."""
        return self >= Version.TWO


UNSTATED: Final = Version.ONE
"""The version of hand records that state none: they are older than the second."""
