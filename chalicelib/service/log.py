"""The log of a hand: its digests, the hand it leads to, receipts."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from chalicelib.rules import Entry, Event, Fold, Viewer, effects
from chalicelib.rules.actions import PLAYS, Abandon, Action, Follow, Undo, digest_form, standing
from chalicelib.rules.cards import Card
from chalicelib.rules.views import covered_cards
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.live_log import Poster

from .recordings import recording_of
from .table_state import new_hand
from .terms import Terms


class Accounts(NamedTuple):
    """The accounts of a table's ledger: the number of seats, and the names of the spaces."""

    seats: int
    spaces: tuple[str, ...]


class SeenAction(NamedTuple):
    """An action as a viewer may see it: without its card if that is among ``covered``."""

    action: Action
    covered: Collection[Card]
    accounts: Accounts


class Receipt(NamedTuple):
    """A recorded action as a viewer may see it, the same at every request.

    Attributes
    ----------
    covered
        The cards that must not be shown.
    digest
        digest(number).
    events, entries
        The effects of the action: events, and movements of chips.
    at
        When it was recorded, in tenths of a second since 1970.
    undone_by
        The number of the ``undo`` that took it back, if any.
    """

    table_id: str
    hand: int
    number: int
    action: Action
    covered: Collection[Card]
    digest: str
    events: Sequence[Event]
    entries: Sequence[Entry]
    accounts: Accounts
    at: int
    undone_by: int | None


def digest_after(before: bytes, number: int, action: Action) -> bytes:
    """Return digest(n): the SHA-256 of digest(n-1) and the text of the action.

    The text is its number, verb, seat (from 1), card and amount, in ASCII, separated by ``|``; a
    part that it does not have is empty: ``7|play|2|10S|``.
    """
    return hashlib.sha256(before + f"{number}|{digest_form(action)}".encode()).digest()


def shown_digest(digest: bytes) -> str:
    """Return a digest as it is shown: 43 characters of base64url."""
    return base64.urlsafe_b64encode(digest).decode()[:43]


def read_digest(shown: str) -> bytes:
    """Return the digest that :func:`shown_digest` shows."""
    return base64.urlsafe_b64decode(shown + "=")


def sha256_text(text: str) -> str:
    """Return the SHA-256 of a text, as digests are shown."""
    return shown_digest(hashlib.sha256(text.encode()).digest())


def in_hand(action: Action) -> Action:
    """Return an action of the log as an action of a hand: ``follow`` is a play."""
    return PLAYS[action.seat][action.card] if isinstance(action, Follow) else action


_NONE: Final[frozenset[Card]] = frozenset()


class HandLog:
    """A hand's log, and the present hand.

    Parameters
    ----------
    table_id, live, terms
        The table, with a hand in progress or, from the archive, one that is over.

    Attributes
    ----------
    table, kept
        The table before the hand, and the hand of the live record.
    actions
        Every action recorded, including undone ones; the first has number 1.
    digests
        The digests, from digest(0) of the set-up.
    recording
        How the hand is recorded.
    last
        When the last action was recorded; before the first, when the hand was dealt.
    hand
        The present hand.
    """

    def __init__(self, table_id: str, live: LiveRecord, terms: Terms) -> None:
        assert live.hand is not None
        self.table_id = table_id
        self.table = live.table
        self.kept = live.hand
        self.deal = live.hand.deal
        self.terms = terms
        self.recording = recording_of(live.table.recording)
        self.accounts = Accounts(len(live.table.players), terms.rules.table.space_names)
        self.actions = live.hand.actions
        digest = read_digest(self.deal.digest)
        self.digests = [digest]
        for number, logged in enumerate(self.actions, 1):
            digest = digest_after(digest, number, logged.action)
            self.digests.append(digest)
        self.last = live.hand.last
        self.hand = self.fold(len(self.actions))

    @property
    def live(self) -> LiveRecord:
        """The table's live record with this log."""
        return LiveRecord(self.table, self.kept)

    def digest(self, number: int) -> str:
        """Return digest(number) as text; digest(0) is that of the set-up."""
        return shown_digest(self.digests[number])

    def in_force(self, upto: int) -> list[int]:
        """Return the numbers of the actions in force after the first ``upto`` of the log."""
        return standing(logged.action for logged in self.actions[:upto]).numbers

    def fold(self, upto: int) -> Fold:
        """Return the hand after the first ``upto`` actions of the log."""
        hand = new_hand(self.live, self.deal, self.terms)
        for number in self.in_force(upto):
            action = self.actions[number - 1].action
            if isinstance(action, Abandon):
                hand.abandon(number)
            else:
                hand.do(in_hand(action), number)
        return hand

    def waiting_since(self) -> int:
        """Return when the run began to wait for its next card, in tenths of a second since 1970.

        The play clock runs from there. Only an action after which the run waits for another card
        starts it again, so nobody can hold it up by ``away``, ``back`` or taking these back.
        """
        awaited = (self.hand.phase, self.hand.next_card)
        number = len(self.actions)
        while number:
            before = self.fold(number - 1)
            if (before.phase, before.next_card) != awaited:
                return self.actions[number - 1].at
            number -= 1
        return self.deal.started

    def undone(self) -> dict[int, int]:
        """Return the number of each action that was taken back -> the ``undo``."""
        return standing(logged.action for logged in self.actions).undone

    def receipt(self, number: int, poster: Poster) -> Receipt:
        """Return the receipt of a recorded action, the same at every request.

        It has nothing of the table's present state except ``undone_by``. Only its poster sees a
        card that is covered by now.
        """
        covered = _NONE
        if poster != self.actions[number - 1].poster:
            covered = self.covered(self.viewer_of(poster))
        undone = self.undone() if number < len(self.actions) else {}
        by = undone.get(number)
        return self.recorded(number, covered, by, self.hand_with(by))

    def hand_with(self, undone_by: int | None) -> Fold:
        """Return a hand in which the actions that an ``undo`` took back are still in force.

        ``None`` stands for no ``undo``: the present hand.
        """
        return self.hand if undone_by is None else self.fold(undone_by - 1)

    def recorded(
        self, number: int, covered: Collection[Card], undone_by: int | None, hand: Fold
    ) -> Receipt:
        """Return a recorded action with its effects, without covered cards.

        Parameters
        ----------
        undone_by, hand
            The ``undo`` that took the action back, if any, and :meth:`hand_with` it.
        """
        logged = self.actions[number - 1]
        events: Sequence[Event] = ()
        entries: Sequence[Entry] = ()
        if not isinstance(logged.action, Undo):
            events, entries = effects(hand, number)
        return Receipt(
            self.table_id,
            self.table.hand,
            number,
            logged.action,
            covered,
            shown_digest(self.digests[number]),
            events,
            entries,
            self.accounts,
            logged.at,
            undone_by,
        )

    def viewer_of(self, poster: Poster) -> Viewer:
        """Return a poster as the viewer of this hand."""
        return Viewer(poster.seat, self.recording.knows_deal(poster, self.deal))

    def covered(self, viewer: Viewer) -> frozenset[Card]:
        """Return the played cards that this viewer may not inspect (R7)."""
        return frozenset(covered_cards(self.hand, viewer))

    def seen(self, number: int, covered: Collection[Card]) -> SeenAction:
        """Return a recorded action, without its card if that is covered."""
        return SeenAction(self.actions[number - 1].action, covered, self.accounts)
