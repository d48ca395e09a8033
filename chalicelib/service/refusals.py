"""Refusals with values of their own: what is recorded instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chalicelib.message import say
from chalicelib.store.records.entries import EntriesRecord
from chalicelib.store.records.live_log import Poster

from .errors import Refusal
from .log import SeenAction

if TYPE_CHECKING:
    from .score_sheets import ScoreSheet


class HandEntries(NamedTuple):
    """What was entered before the deal of a hand."""

    table_id: str
    hand: int
    entries: EntriesRecord


class ActionConflict(Refusal):
    """Another action is recorded under the number of a post (``action-conflict``)."""

    def __init__(self, number: int, recorded: SeenAction, poster: Poster) -> None:
        detail = say("log.recorded-otherwise", number=number)
        super().__init__("action-conflict", detail)
        self.recorded = recorded
        self.poster = poster


class SheetConflict(Refusal):
    """Another score sheet is recorded for a hand (``action-conflict``)."""

    def __init__(self, hand: int, sheet: ScoreSheet, poster: Poster) -> None:
        detail = say("score.another-sheet", hand=hand)
        super().__init__("action-conflict", detail)
        self.sheet = sheet
        self.poster = poster


class EntriesConflict(Refusal):
    """A hand was dealt with other entries (``hand-conflict``); ``current`` is the last hand."""

    def __init__(self, entered: HandEntries, current: int) -> None:
        detail = say("hand.number-dealt-otherwise", hand=entered.hand)
        super().__init__("hand-conflict", detail, current=current)
        self.entered = entered
