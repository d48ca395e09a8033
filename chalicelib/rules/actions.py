"""What can be done in a hand, what comes of it, and what a hand waits for."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import partial
from typing import Final, NamedTuple

from .cards import Card

_SEAT: Final = ("seat",)
_CARD: Final = ("seat", "card")
_AMOUNT: Final = ("seat", "amount")

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": _CARD,
    "stop": (),
    "exchange": _SEAT,
    "decline": _SEAT,
    "auction": _SEAT,
    "bid": _AMOUNT,
    "pass": _SEAT,
    "check": _SEAT,
    "bet": _AMOUNT,
    "call": _SEAT,
    "raise": _AMOUNT,
    "fold": _SEAT,
    "away": _SEAT,
    "back": _SEAT,
    "lead": _CARD,
    "take": _AMOUNT,
    "pot": _SEAT,
    "show": _CARD,
    "end": (),
    "confirm": (),
    "waive": ("amount",),
    "fee": _AMOUNT,
    "sold": _AMOUNT,
    "left": _AMOUNT,
    "miss": _CARD,
    "block": _AMOUNT,
    "chips": _AMOUNT,
    "out": _SEAT,
}
"""Every verb of every kind of hand, and what goes with it."""

VERBS: Final = tuple(PARTS)[:14]
"""The verbs of a hand whose deal is known."""


class Action(NamedTuple):
    """Something done in a hand: a verb, and what goes with it by :data:`PARTS`.

    In a hand whose deal is known: ``play``, ``stop`` (R9), ``exchange``, ``decline``,
    ``auction``, ``bid`` and ``pass`` (R5), ``check``, ``bet``, ``call``, ``raise`` (to so many
    chips in all) and ``fold`` (R15), ``away`` and ``back`` (R7).

    In an observed one also ``lead`` (certainly a lead), ``take`` (a space, by its number from
    1), ``pot``, ``show``, ``end`` (nobody can lead), ``confirm`` and ``waive`` (one finding of
    the audit, or all). On a score sheet ``take``, ``pot``, ``fee`` (for a pass), ``exchange``,
    ``sold``, ``bet``, ``left`` (cards), ``miss``, ``block`` (whose win of which space), ``chips``
    (the stack in the end), ``out`` and ``end``.
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
    ``unsold``: nobody bid. ``best_hand``: the seat wins the pot, or a share of it (R15).
    ``play``: the seat's card was played for it (R7). ``drop``: it left the hand (R12).
    ``miss``: it missed this card (R9), known when the hand is over. ``end``: the hand is over;
    the seat is the winner, if any.
    """

    kind: str
    action: int
    seat: int | None = None
    card: Card | None = None


event = partial(tuple.__new__, Event)
"""Make an event of all its parts, in a tuple: in half the time that calling the class takes."""


class Phase(Enum):
    """What a hand waits for."""

    WIDOW = "widow"
    AUCTION = "auction"
    LEAD = "lead"
    RUN = "run"
    POKER = "poker"
    POT = "pot"
    SHOW = "show"
    DUES = "dues"
    SHEET = "sheet"
    OVER = "over"


# What every step asks for: an enumeration looks its members up anew each time.
WIDOW_OPEN: Final = Phase.WIDOW
AUCTION: Final = Phase.AUCTION
LEAD: Final = Phase.LEAD
RUN: Final = Phase.RUN
POKER: Final = Phase.POKER
OVER: Final = Phase.OVER
