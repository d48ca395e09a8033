"""The log of a hand: its digests, the hand as it stands by it, receipts."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection
from typing import Any

from chalicelib.rules import Action, Fold, Viewer, effects
from chalicelib.rules.actions import PLAYS, Abandon, Follow, Form, action_json
from chalicelib.rules.cards import TEXT
from chalicelib.rules.views import covered_cards
from chalicelib.store.records.live import LiveDeal, LiveHand, LiveRecord, LiveTable
from chalicelib.store.records.live_log import Logged, Poster

from .context import rfc3339
from .tables import new_hand
from .terms import Terms
from .views import effects_view


def digest_after(before: bytes, number: int, logged: Logged) -> bytes:
    """Return digest(n): the SHA-256 of digest(n-1), followed by what the action says.

    That is its number, verb, seat (from 1), card and amount, in ASCII with ``|`` between them,
    nothing standing for what it does not have: ``7|play|2|10S|``.
    """
    verb, seat, card, amount = logged[:4]
    at = "" if seat is None else seat + 1
    text = f"{number}|{verb}|{at}|{'' if card is None else TEXT[card]}|"
    said = text if amount is None else f"{text}{amount}"
    return hashlib.sha256(before + said.encode()).digest()


def shown_digest(digest: bytes) -> str:
    """Return a digest as it is shown: 43 characters of base64url."""
    return base64.urlsafe_b64encode(digest).decode()[:43]


def read_digest(shown: str) -> bytes:
    """Return the digest that :func:`shown_digest` shows."""
    return base64.urlsafe_b64decode(shown + "=")


def sha256_text(text: str) -> str:
    """Return the SHA-256 of a text, as digests are shown."""
    return shown_digest(hashlib.sha256(text.encode()).digest())


class HandLog:
    """A hand's log, and the hand as it stands by it.

    Parameters
    ----------
    table_id, live, terms
        The table, with a hand in progress or, from the archive, one that is over.
    """

    def __init__(self, table_id: str, live: LiveRecord, terms: Terms) -> None:
        assert live.hand is not None
        self.table_id = table_id
        self.table: LiveTable = live.table
        self.recorded_hand: LiveHand = live.hand
        self.deal = live.hand.deal
        self.terms = terms
        digest = read_digest(self.deal.digest)
        self._digests = [digest]
        for number, logged in enumerate(self.log, 1):
            digest = digest_after(digest, number, logged)
            self._digests.append(digest)
        self.hand = self.fold(len(self.log))

    @property
    def live(self) -> LiveRecord:
        """The table's live record with this log."""
        return LiveRecord(self.table, self.recorded_hand)

    def digest(self, number: int) -> str:
        """Return digest(number), as shown; digest(0) is that of the set-up."""
        return shown_digest(self._digests[number])

    @property
    def log(self) -> tuple[Logged, ...]:
        """Every action recorded, undone ones too; the first has number 1."""
        return self.recorded_hand.actions

    def in_force(self, upto: int) -> list[int]:
        """Return the numbers of the actions in force after the first ``upto`` of the log."""
        numbers: list[int] = []
        for number, logged in enumerate(self.log[:upto], 1):
            if logged.verb == "undo":
                numbers = [n for n in numbers if n < (logged.amount or 0)]
            else:
                numbers.append(number)
        return numbers

    def fold(self, upto: int) -> Fold:
        """Return the hand as it stood after the first ``upto`` actions of the log."""
        hand = new_hand(self.live, self.deal, self.terms)
        for number in self.in_force(upto):
            redo(hand, self.log[number - 1], number)
        return hand

    def undone(self) -> dict[int, int]:
        """Return the actions that were taken back, and by which."""
        by: dict[int, int] = {}
        standing: list[int] = []
        for number, logged in enumerate(self.log, 1):
            if logged.verb == "undo":
                back = logged.amount or 0
                by.update({n: number for n in standing if n >= back})
                standing = [n for n in standing if n < back]
            else:
                standing.append(number)
        return by

    def effects_at(self, number: int, covered: Collection[int] = ()) -> dict[str, Any]:
        """Return what an action brought about when it was done, without cards that are covered."""
        if self.log[number - 1].verb == "undo":
            return effects_view(self.hand, [], [])
        newest = number == len(self.log)
        hand = self.hand if newest or number in self.in_force(len(self.log)) else self.fold(number)
        return effects_view(hand, *effects(hand, number), covered)

    def receipt(self, number: int, poster: Poster) -> dict[str, Any]:
        """Return the receipt of a recorded action: the same whenever it is asked for.

        It tells nothing of the table as it is now, but, where due, ``undone_by``. To another
        than who posted it, it does not show a card that is covered by now.
        """
        logged = self.log[number - 1]
        covered = set() if poster == logged.poster else self.covered(self.viewer_of(poster))
        receipt = {
            "table": self.table_id,
            "hand": self.table.hand,
            "number": number,
            "action": self.shown(number, covered),
            "digest": self.digest(number),
            "effects": self.effects_at(number, covered),
            "at": rfc3339(logged.at * 100),
        }
        undone_by = self.undone().get(number)
        return {**receipt, "undone_by": undone_by} if undone_by else receipt

    def viewer_of(self, poster: Poster) -> Viewer:
        """Return whose eyes a poster sees this hand with."""
        return viewer_of(self.table.recording, self.deal, poster)

    def covered(self, viewer: Viewer) -> set[int]:
        """Return the played cards that this viewer may not inspect (R7)."""
        return covered_cards(self.hand, viewer)

    def shown(self, number: int, covered: Collection[int]) -> Form:
        """Return a recorded action, without its card if that is covered."""
        logged = self.log[number - 1]
        return action_json(logged.action, self.terms.rules.table.space_names, covered)


def viewer_of(recording: str, deal: LiveDeal, poster: Poster) -> Viewer:
    """Return whose eyes a poster sees a hand with.

    Who entered the deal knows it; the scorer of an observed table wrote every card down.
    """
    seat = poster.number if poster.kind == "seat" else None
    knows = poster == deal.enterer or (recording == "observed" and poster.kind == "scorer")
    return Viewer(seat, knows)


def engine_action(logged: Logged) -> Action:
    """Return an action of the log as the engine knows it."""
    action = logged.action
    return PLAYS[action.seat][action.card] if isinstance(action, Follow) else action


def redo(hand: Fold, logged: Logged, number: int) -> None:
    """Do again what is recorded; it was judged when it was."""
    action = engine_action(logged)
    if isinstance(action, Abandon):
        hand.abandon(number)
    else:
        hand.do(action, number)


def poster_view(poster: Poster) -> dict[str, Any]:
    """Return who posted, as shown: seats and scorer slots are counted from 1."""
    number = poster.number + 1 if poster.kind in ("seat", "scorer") else poster.number
    return {"kind": poster.kind, "number": number}
