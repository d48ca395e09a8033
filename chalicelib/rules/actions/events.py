"""The events that actions cause, and the phases of a hand."""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal, NamedTuple, TypeAlias

from chalicelib.rules.cards import Card

EventKind: TypeAlias = Literal[
    "stop",
    "pass",
    "lifted",
    "sold",
    "unsold",
    "best_hand",
    "play",
    "declined",
    "no_bid",
    "checked",
    "folded",
    "drop",
    "miss",
    "end",
]


class Event(NamedTuple):
    """Something that an action caused. Movements of chips are not events: they are in the ledger.

    ``stop``: the run ended with this seat's card. ``pass``: the seat had to pass (R6).
    ``lifted``: it may lead what was forbidden (R6). ``sold``: it takes the widow (R5).
    ``unsold``: nobody bid. ``best_hand``: the seat wins the pot, or a share of it (R15).
    ``play``: the seat's card was played for it (R7, R17). ``declined``, ``no_bid``, ``checked``,
    ``folded``: an absent seat declined the widow, passed in the auction, checked, or folded (R17).
    ``drop``: it left the hand (R12).
    ``miss``: it missed this card (R9), known when the hand is over. ``end``: the hand is over;
    the seat is the winner, if any.
    """

    kind: EventKind
    action: int
    seat: int | None = None
    card: Card | None = None


class Phase(Enum):
    """What a hand waits for."""

    DRAW = "draw"
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


# Every step asks for these, and an enumeration looks its members up each time.
WIDOW_OPEN: Final = Phase.WIDOW
AUCTION: Final = Phase.AUCTION
LEAD: Final = Phase.LEAD
RUN: Final = Phase.RUN
POKER: Final = Phase.POKER
OVER: Final = Phase.OVER
