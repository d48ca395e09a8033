"""A hand's log that judges posts and adds them."""

from __future__ import annotations

from typing import Final

from chalicelib.message import say
from chalicelib.rules.actions import TABLE, Abandon, Action, Bound, Row, Undo, loose_parts
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.live_log import Logged, Poster

from .errors import Refusal
from .log import HandLog, digest_after, in_hand
from .posts import Post
from .refusals import ActionConflict
from .terms import Terms

MAX_LOG: Final = 1000
"""The longest log that may grow by actions which the cards do not limit. The live record must stay
far below the store's limit, so that a hand can always go on or be abandoned."""
MAX_ABSENCES: Final = 20
"""How often a seat may go away and come back in a hand, so that it cannot fill the log."""


class PostedLog(HandLog):
    """A hand's log that judges posts and adds them.

    Parameters are those of :class:`HandLog`.

    Attributes
    ----------
    grown
        Whether an action has been added.
    reasons
        Why actions were taken back: the number of an ``undo`` added -> its reason.
    """

    grown = False

    def __init__(self, table_id: str, live: LiveRecord, terms: Terms) -> None:
        super().__init__(table_id, live, terms)
        self.reasons: dict[int, str] = {}

    def post(self, number: int, post: Post, poster: Poster, now: int) -> bool:
        """Judge a post, and add it if it is new and valid.

        Returns
        -------
        bool
            Whether it is new: not recorded under that number before.

        Raises
        ------
        Refusal
            In this order: ``forbidden``, ``action-conflict``, ``digest-mismatch``,
            ``hand-over``, ``beyond-the-end``, ``not-now``, ``too-many``, ``undo-refused``.
        RulesError
            The action is not legal.
        """
        action = self.judge(number, post, poster, now)
        if action is None:
            return False
        self.add(Logged(action, poster, max(now, self.last), post.phone))
        if post.reason is not None and isinstance(action, Undo):
            self.reasons[number] = post.reason
        return True

    def judge(self, number: int, post: Post, poster: Poster, now: int) -> Action | None:
        """Return the action of a post that may be added; ``None`` if it is recorded already.

        Raises
        ------
        Refusal, RulesError
            As :meth:`post`, but not for an illegal action.
        """
        if post.space is not None:
            post = post._replace(amount=self.terms.rules.table.space(post.space) + 1)
        row = TABLE[post.verb]
        recorded = 1 <= number <= len(self.actions)
        try:
            seat = self.recording.seat_for(row, post, poster, self)
        except Refusal:
            # What its poster could do then, but could not do now, has its receipt all the same.
            if recorded and self._is_same(number, post, post.seat, poster):
                return None
            raise
        if recorded:
            self._check_same(number, post, seat, poster)
            return None
        self._check_place(number, post.after)
        return self.recording.resolve(row, post, seat, poster, self, now)

    def _check_same(self, number: int, post: Post, seat: int | None, poster: Poster) -> None:
        """Raise unless the post is the action recorded under that number."""
        by = self.actions[number - 1].poster
        if not self._is_same(number, post, seat, by):
            seen = self.seen(number, self.covered(self.viewer_of(poster)))
            raise ActionConflict(number, seen, by)

    def _is_same(self, number: int, post: Post, seat: int | None, poster: Poster) -> bool:
        """Whether a post is the action recorded under that number, posted by ``poster``."""
        logged = self.actions[number - 1]
        kept = loose_parts(logged.action)
        return (
            logged.poster == poster
            and post.verb is kept.verb
            and seat in (None, kept.seat)
            and post.card in (None, kept.card)
            and post.amount == kept.amount
        )

    def _check_place(self, number: int, after: str | None) -> None:
        """Raise unless the number is the next, and ``after`` is the last digest."""
        expected = len(self.actions) + 1
        if after is not None and number <= expected:
            digest = self.digest(number - 1)
            if after != digest:
                raise Refusal(
                    "digest-mismatch",
                    say(
                        "log.after-differs",
                        number=number - 1,
                    ),
                    expected_after=digest,
                )
        if self.hand.over:
            raise Refusal("hand-over", say("hand.number-over", hand=self.table.hand))
        if number != expected:
            raise Refusal(
                "beyond-the-end",
                say("log.next", expected=expected),
                expected=expected,
            )

    def add(self, logged: Logged) -> None:
        """Record an action and do it.

        Raises
        ------
        Refusal
            ``too-many``, ``undo-refused``; nothing has changed then.
        RulesError
            The action is not legal; nothing has changed then.
        """
        action = logged.action
        self.verify(action)
        number = len(self.actions) + 1
        self.kept = self.kept.plus(logged)
        self.actions, self.last = self.kept.actions, logged.at
        self.digests.append(digest_after(self.digests[-1], number, action))
        self.grown = True
        if isinstance(action, Undo):
            self.hand = self.fold(number)
        elif isinstance(action, Abandon):
            self.hand.abandon(number)
        else:
            self.hand.do(in_hand(action), number)

    def verify(self, action: Action) -> None:
        """Raise unless an action is legal now; nothing changes.

        Raises
        ------
        Refusal, RulesError
            As :meth:`add`.
        """
        row = TABLE[action.verb]
        if row.bound is not Bound.CARDS:
            self._check_bound(row, action)
        if isinstance(action, Undo):
            self._check_undo(action.number)
        elif not isinstance(action, Abandon):
            self.hand.verify(in_hand(action))

    def _check_bound(self, row: Row, action: Action) -> None:
        if row.bound is Bound.LOG and len(self.actions) >= MAX_LOG:
            raise Refusal(
                "too-many",
                say("log.action-limit", most=MAX_LOG, verb=row.verb.value),
            )
        if row.bound is Bound.SEAT and self._absences(action) >= MAX_ABSENCES:
            raise Refusal(
                "too-many",
                say("seat.away-limit", most=MAX_ABSENCES),
            )

    def _absences(self, action: Action) -> int:
        """Return how often the seat has done such an action before."""
        seat = loose_parts(action).seat
        return sum(
            TABLE[logged.action.verb].bound is Bound.SEAT
            and loose_parts(logged.action).seat == seat
            for logged in self.actions
        )

    def _check_undo(self, number: int) -> None:
        if number not in self.in_force(len(self.actions)):
            raise Refusal("undo-refused", say("log.not-in-force", number=number))
        self.recording.check_undo(number, self)
