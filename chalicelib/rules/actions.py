"""What can be done in a hand, what comes of it, and what a hand waits for."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from .cards import Card

VERBS: Final = ("play", "stop", "exchange", "decline", "auction", "bid", "pass")


class Action(NamedTuple):
    """Something done in a hand: a verb, and what goes with it.

    ``play`` has seat and card, ``stop`` neither (R9), ``bid`` seat and amount, and
    ``exchange``, ``decline``, ``auction`` and ``pass`` (in an auction) a seat (R5).
    """

    verb: str
    seat: int | None = None
    card: Card | None = None
    amount: int | None = None


PLAYS: Final = tuple(tuple(Action("play", seat, card) for card in range(52)) for seat in range(8))
"""Every play there is, by seat and card: so that listing what is legal makes nothing new."""

STOP: Final = Action("stop")


class Event(NamedTuple):
    """Something that an action brought about, chips apart (those are in the ledger).

    ``stop``: the run ended with this seat's card. ``pass``: the seat had to pass (R6).
    ``lifted``: it may lead what was forbidden (R6). ``sold``: it takes the widow (R5).
    ``unsold``: nobody bid. ``miss``: it missed this card (R9), known when the hand is over.
    ``end``: the hand is over; the seat is the winner, if any.
    """

    kind: str
    action: int
    seat: int | None = None
    card: Card | None = None


class Phase(Enum):
    """What a hand waits for."""

    WIDOW = "widow"
    AUCTION = "auction"
    LEAD = "lead"
    RUN = "run"
    OVER = "over"
