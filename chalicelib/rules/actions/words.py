"""The words of the table of actions: verbs, parts, recordings, roles."""

from __future__ import annotations

from enum import Enum, StrEnum


class Verb(StrEnum):
    """The kind of an action, as written in requests, answers and hand records."""

    PLAY = "play"
    STOP = "stop"
    FOLLOW = "follow"
    EXCHANGE = "exchange"
    DECLINE = "decline"
    AUCTION = "auction"
    BID = "bid"
    PASS = "pass"
    CHECK = "check"
    BET = "bet"
    CALL = "call"
    RAISE = "raise"
    FOLD = "fold"
    AWAY = "away"
    BACK = "back"
    LEAD = "lead"
    TAKE = "take"
    POT = "pot"
    SHOW = "show"
    END = "end"
    CONFIRM = "confirm"
    WAIVE = "waive"
    REASSIGN = "reassign"
    FEE = "fee"
    SOLD = "sold"
    LEFT = "left"
    MISS = "miss"
    BLOCK = "block"
    CHIPS = "chips"
    OUT = "out"
    UNDO = "undo"
    ABANDON = "abandon"


class Part(StrEnum):
    """What goes with a verb; each is the name of a field of the action's class.

    Seats and spaces count from 0 in the code, from 1 where people read them.
    """

    SEAT = "seat"
    CARD = "card"
    CHIPS = "chips"
    SPACE = "space"
    CARDS = "cards"
    """How many cards."""
    FINDING = "finding"
    """The number of a finding of the audit, from 1; ``None`` for all."""
    FAULT = "fault"
    """The number of one finding of the audit, from 1."""
    NUMBER = "number"
    """The number of an action of the log, from 1."""


class Role(StrEnum):
    """Who posts an action."""

    PLAYER = "player"
    """For the seat held at this table."""
    SCORER = "scorer"
    DIRECTOR = "director"
    ORGANISER = "organiser"


class Undoing(Enum):
    """What an ``undo`` does to an action that is in force.

    Where real cards are recorded (observed tables, score sheets), an ``undo`` takes back any action
    and all after it. Where the cards are known but hidden, it takes back the last one.
    """

    TAKEN_BACK = "taken back"
    SHOWN = "shown"
    """Taken back with real cards only: with hidden cards it has already revealed something."""
    NEVER = "never"
    """It is never taken back."""


class Bound(Enum):
    """What limits how often a verb can be in a hand's log."""

    CARDS = "cards"
    """The cards of the hand, its seats, or another verb's bound."""
    SEAT = "seat"
    """The rules do not limit it: a fixed number for each seat."""
    LOG = "log"
    """The rules do not limit it: it is refused when the log is long."""
