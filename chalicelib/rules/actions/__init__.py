"""What can be done in a hand: the actions, the one table of verbs, and what comes of an action.

A class for each verb stands in :mod:`.action`, all that is to know of it in :mod:`.table`, its
text form in :mod:`.text`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .action import (
    PLAYS,
    STOP,
    Abandon,
    Action,
    Auction,
    Away,
    Back,
    Bet,
    Bid,
    Block,
    Call,
    CardAction,
    Check,
    Chips,
    ChipsAction,
    Confirm,
    Decline,
    End,
    Exchange,
    Fee,
    Fold,
    Follow,
    Lead,
    Left,
    Miss,
    Out,
    Pass,
    Play,
    PlayAction,
    Pot,
    Raise,
    SeatAction,
    Show,
    Sold,
    SpaceAction,
    Stop,
    Take,
    Undo,
    Waive,
)
from .events import AUCTION, LEAD, OVER, POKER, RUN, WIDOW_OPEN, Event, Phase
from .form import LARGEST, Form, action_json, card_member, digest_form, read_action, whole
from .table import POSTERS, TABLE, Row, verbs_of
from .text import build_action, ill_formed, make_action, no_such_verb, parse_action, row_of
from .words import Bound, Part, Recording, Role, Undoing, Verb

_LOOSE: Final = {Part.SEAT: "seat", Part.CARD: "card"}
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    verb: tuple(_LOOSE.get(part, "amount") for part in row.parts)
    for verb, row in TABLE.items()
    if not row.in_log_only
}
"""Every verb of every kind of hand, and what goes with it."""

VERBS: Final = verbs_of(Recording.DEALT)
"""The verbs of a hand whose deal is known."""

__all__ = [
    "AUCTION",
    "LARGEST",
    "LEAD",
    "OVER",
    "PARTS",
    "PLAYS",
    "POKER",
    "POSTERS",
    "RUN",
    "STOP",
    "TABLE",
    "VERBS",
    "WIDOW_OPEN",
    "Abandon",
    "Action",
    "Auction",
    "Away",
    "Back",
    "Bet",
    "Bid",
    "Block",
    "Bound",
    "Call",
    "CardAction",
    "Check",
    "Chips",
    "ChipsAction",
    "Confirm",
    "Decline",
    "End",
    "Event",
    "Exchange",
    "Fee",
    "Fold",
    "Follow",
    "Form",
    "Lead",
    "Left",
    "Miss",
    "Out",
    "Part",
    "Pass",
    "Phase",
    "Play",
    "PlayAction",
    "Pot",
    "Raise",
    "Recording",
    "Role",
    "Row",
    "SeatAction",
    "Show",
    "Sold",
    "SpaceAction",
    "Stop",
    "Take",
    "Undo",
    "Undoing",
    "Verb",
    "Waive",
    "action_json",
    "build_action",
    "card_member",
    "digest_form",
    "ill_formed",
    "make_action",
    "no_such_verb",
    "parse_action",
    "read_action",
    "row_of",
    "verbs_of",
    "whole",
]
