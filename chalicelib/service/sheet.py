"""The log of a hand: folding it, judging a post against it, and receipts."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from typing import Any, Final

from chalicelib.rules import Action, Hand, Malformed, Phase, Viewer, effects
from chalicelib.rules.cards import TEXT
from chalicelib.rules.views import visible_plays
from chalicelib.store.live import Current, Live, Logged, Poster

from .access import VERB_RIGHTS, article
from .context import rfc3339
from .errors import Refusal, say
from .tables import new_hand
from .terms import Terms
from .views import action_view, effects_view

SEAT_VERBS: Final = frozenset({"play", "exchange", "decline", "auction", "bid", "pass"})
_UNBOUNDED: Final = frozenset({"undo", "bid"})
MAX_LOG: Final = 1000
"""How long a hand's log can grow by what the cards do not bound. The live record must stay far
from what a store takes, so that a hand can always be played on or abandoned."""

_PLAYS: Final = frozenset({"play", "follow"})
_NOT_UNDONE: Final = frozenset({"exchange", "decline", "auction", "bid", "pass"})


@dataclass(frozen=True, slots=True)
class Post:
    """An action as posted; what is left out is implied.

    ``amount`` is a bid's, or the number of the action to undo. ``after`` is the digest of the
    action before it. ``phone`` is the phone's own time, in tenths of a second since 1970.
    """

    verb: str
    seat: int | None = None
    card: int | None = None
    amount: int | None = None
    after: str | None = None
    phone: int | None = None


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


class Sheet:
    """A hand's log, and the hand as it stands by it.

    Parameters
    ----------
    table_id, live, terms
        The table, with a hand in progress or, from the archive, one that is over.
    """

    def __init__(self, table_id: str, live: Live, terms: Terms) -> None:
        assert live.current is not None
        self.table_id = table_id
        self.live = live
        self.current: Current = live.current
        self.terms = terms
        digest = read_digest(self.current.digest)
        self._digests = [digest]
        for number, logged in enumerate(self.current.actions, 1):
            digest = digest_after(digest, number, logged)
            self._digests.append(digest)
        self.hand = self.fold(len(self.current.actions))

    def digest(self, number: int) -> str:
        """Return digest(number), as shown; digest(0) is that of the set-up."""
        return shown_digest(self._digests[number])

    @property
    def log(self) -> list[Logged]:
        """Every action recorded, undone ones too; the first has number 1."""
        return self.current.actions

    def in_force(self, upto: int) -> list[int]:
        """Return the numbers of the actions in force after the first ``upto`` of the log."""
        numbers: list[int] = []
        for number, logged in enumerate(self.log[:upto], 1):
            if logged.verb == "undo":
                numbers = [n for n in numbers if n < (logged.amount or 0)]
            else:
                numbers.append(number)
        return numbers

    def fold(self, upto: int) -> Hand:
        """Return the hand as it stood after the first ``upto`` actions of the log."""
        hand = new_hand(self.live, self.current, self.terms)
        for number in self.in_force(upto):
            _redo(hand, self.log[number - 1], number)
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

    def effects_at(self, number: int) -> dict[str, Any]:
        """Return what an action brought about when it was done."""
        if self.log[number - 1].verb == "undo":
            return effects_view(self.hand, [], [])
        newest = number == len(self.log)
        hand = self.hand if newest or number in self.in_force(len(self.log)) else self.fold(number)
        return effects_view(hand, *effects(hand, number))

    def receipt(self, number: int, poster: Poster) -> dict[str, Any]:
        """Return the receipt of a recorded action: the same whenever it is asked for.

        It tells nothing of the table as it is now, but, where due, ``undone_by``. To another
        than who posted it, it does not show a card that is covered by now.
        """
        logged = self.log[number - 1]
        hidden = set() if poster == logged.poster else self.covered(self.viewer_of(poster))
        receipt = {
            "table": self.table_id,
            "hand": self.live.hand,
            "number": number,
            "action": self.shown(number, hidden),
            "digest": self.digest(number),
            "effects": self.effects_at(number),
            "at": rfc3339(logged.at * 100),
        }
        undone_by = self.undone().get(number)
        return {**receipt, "undone_by": undone_by} if undone_by else receipt

    # -- judging ----------------------------------------------------------------------------

    def check_right(self, post: Post, poster: Poster) -> None:
        """Return if ``poster`` may post such an action here.

        Raises
        ------
        Refusal
            ``forbidden``.
        """
        verb = post.verb
        if verb in SEAT_VERBS and poster == self.current.enterer:
            return
        kind = "player" if poster.kind == "seat" else poster.kind
        if kind not in VERB_RIGHTS[verb]:
            raise Refusal(
                "forbidden", say("{who} does not post {verb} here", who=article(kind), verb=verb)
            )
        if kind != "player":
            return
        if verb in SEAT_VERBS and post.seat not in (None, poster.number):
            raise Refusal("forbidden", "a player acts for his own seat only")
        if verb in ("stop", "follow") and self.terms.play_clock is None:
            raise Refusal(
                "forbidden",
                say("a player may post {verb} only where the league sets a play clock", verb=verb),
            )

    def recorded(self, number: int, post: Post, poster: Poster) -> bool:
        """Return whether ``post`` is what is recorded at ``number``; ``False`` if nothing is.

        Raises
        ------
        Refusal
            ``action-conflict``: something else is recorded there.
        """
        if not 1 <= number <= len(self.log):
            return False
        logged = self.log[number - 1]
        seat = post.seat
        if seat is None and post.verb in SEAT_VERBS and poster != self.current.enterer:
            seat = poster.number
        if (
            logged.verb == post.verb
            and seat in (None, logged.seat)
            and post.card in (None, logged.card)
            and post.amount in (None, logged.amount)
        ):
            return True
        raise Refusal(
            "action-conflict",
            say("action {number} is recorded otherwise", number=number),
            recorded=self.shown(number, self.covered(self.viewer_of(poster))),
            by=poster_view(logged.poster),
        )

    def viewer_of(self, poster: Poster) -> Viewer:
        """Return whose eyes a poster sees this hand with."""
        seat = poster.number if poster.kind == "seat" else None
        return Viewer(seat, poster == self.current.enterer)

    def covered(self, viewer: Viewer) -> set[int]:
        """Return the numbers of the plays whose card this viewer may not inspect (R7)."""
        played = [n for n in self.in_force(len(self.log)) if self.log[n - 1].verb in _PLAYS]
        shown = visible_plays(self.hand, viewer)
        return {n for n, play in zip(played, shown, strict=True) if play.card is None}

    def shown(self, number: int, covered: set[int]) -> dict[str, Any]:
        """Return a recorded action, without its card if that is covered."""
        action = action_view(self.log[number - 1])
        if number in covered:
            action["play" if "play" in action else "card"] = None
        return action

    def check_place(self, number: int, post: Post) -> None:
        """Return if ``number`` is the next, and the post follows what it thinks it follows.

        Raises
        ------
        Refusal
            ``digest-mismatch``, ``hand-over``, ``beyond-the-end``.
        """
        expected = len(self.log) + 1
        if post.after is not None and number <= expected:
            digest = self.digest(number - 1)
            if post.after != digest:
                raise Refusal(
                    "digest-mismatch",
                    say(
                        "the post does not follow action {number} as it is recorded",
                        number=number - 1,
                    ),
                    expected_after=digest,
                )
        if self.hand.over:
            raise Refusal("hand-over", say("hand {hand} is over", hand=self.live.hand))
        if number != expected:
            raise Refusal(
                "beyond-the-end",
                say("the next action is number {expected}", expected=expected),
                expected=expected,
            )

    def resolve(self, post: Post, poster: Poster, now: int) -> Logged:
        """Return the post with what it implies filled in.

        Raises
        ------
        Refusal
            ``not-now``: ``follow`` without a run that waits, or before the play clock ran out.
        Malformed
            A seat goes with a verb that has none.
        """
        hand = self.hand
        seat, card, amount = post.seat, post.card, post.amount
        if seat is not None and post.verb not in SEAT_VERBS:
            raise Malformed(say("{verb} has no seat", verb=post.verb))
        if post.verb in SEAT_VERBS and seat is None:
            seat = hand.turn if poster == self.current.enterer else poster.number
            if seat < 0:
                seat = hand.where[hand.next_card]
        if post.verb in ("stop", "follow"):
            if hand.phase is not Phase.RUN:
                raise Refusal("not-now", "no run is waiting for a card")
            if poster.kind == "seat":
                self._check_clock(now)
        if post.verb == "follow":
            seat, card = hand.where[hand.next_card], hand.next_card
        last = self.log[-1].at if self.log else self.current.started
        return Logged(post.verb, seat, card, amount, poster, max(now, last), post.phone)

    def _check_clock(self, now: int) -> None:
        last = self.log[-1].at if self.log else self.current.started
        left = 10 * (self.terms.play_clock or 0) - max(0, now - last)
        if left > 0:
            raise Refusal(
                "not-now",
                say("the play clock has {left} seconds left", left=-(-left // 10)),
                retry_after=-(-left // 10),
            )

    def verify(self, logged: Logged) -> None:
        """Return if the action is legal now; nothing changes.

        Raises
        ------
        Refusal
            ``undo-refused``.
        RulesError
            See :meth:`chalicelib.rules.Hand.verify`.
        """
        if logged.verb in _UNBOUNDED and len(self.log) >= MAX_LOG:
            raise Refusal(
                "too-many",
                say("after {most} actions a hand takes no {verb}", most=MAX_LOG, verb=logged.verb),
            )
        if logged.verb == "undo":
            self._verify_undo(logged.amount or 0)
        elif logged.verb != "abandon":
            self.hand.verify(engine_action(logged))

    def _verify_undo(self, number: int) -> None:
        standing = self.in_force(len(self.log))
        if number not in standing:
            raise Refusal("undo-refused", say("action {number} is not in force", number=number))
        if number != standing[-1]:
            raise Refusal(
                "undo-refused",
                say("only the last action in force, {last}, can be undone here", last=standing[-1]),
            )
        verb = self.log[number - 1].verb
        if verb in _NOT_UNDONE:
            raise Refusal(
                "undo-refused",
                say("{verb} is not undone: it has shown what was hidden", verb=verb),
            )

    def add(self, logged: Logged) -> None:
        """Record an action and do it.

        Raises
        ------
        Refusal, RulesError
            As :meth:`verify`; nothing has changed then.
        """
        self.verify(logged)
        number = len(self.log) + 1
        self.log.append(logged)
        self._digests.append(digest_after(self._digests[-1], number, logged))
        if logged.verb == "undo":
            self.hand = self.fold(number)
        else:
            _redo(self.hand, logged, number)


def engine_action(logged: Logged) -> Action:
    """Return an action of the log as the engine knows it."""
    verb, seat, card, amount = logged[:4]
    return Action("play" if verb == "follow" else verb, seat, card, amount)


def _redo(hand: Hand, logged: Logged, number: int) -> None:
    """Do again what is recorded; it was judged when it was."""
    if logged.verb == "abandon":
        hand.abandon(number)
    else:
        hand.redo(engine_action(logged), number)


def poster_view(poster: Poster) -> dict[str, Any]:
    """Return who posted, as shown: seats and scorer slots are counted from 1."""
    number = poster.number + 1 if poster.kind in ("seat", "scorer") else poster.number
    return {"kind": poster.kind, "number": number}
