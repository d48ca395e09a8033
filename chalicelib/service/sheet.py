"""Posts judged against the log of a hand, and added to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from chalicelib.rules import PARTS, Fold, Malformed, Phase
from chalicelib.rules.actions import POSTERS, Recording, Verb
from chalicelib.rules.hand.betting import BETTING_VERBS
from chalicelib.store.records.live_log import Logged, Poster

from .access import article, in_order
from .entries import placement_of
from .errors import Refusal, say
from .log import HandLog, digest_after, engine_action, poster_view, redo

SEAT_VERBS: Final = frozenset(verb for verb, parts in PARTS.items() if "seat" in parts)
_OF_ANY_SEAT: Final = frozenset({"away", "back"})
"""Verbs of a seat that others may post for it where the cards are known."""
RAISING: Final = frozenset({"bid", "bet", "raise"})
_UNBOUNDED: Final = RAISING | {"undo"}
MAX_LOG: Final = 1000
"""How long a hand's log can grow by what the cards do not bound. The live record must stay far
from what a store takes, so that a hand can always be played on or abandoned."""
MAX_ABSENCES: Final = 20
"""How often a seat goes away or comes back in a hand: nobody uses the log up for the others."""

_NOT_UNDONE: Final = frozenset({"exchange", "decline", "auction", "bid", "pass"}) | {*BETTING_VERBS}
_RECORDED: Final = frozenset({"observed", "result"})
"""Ways to record what happens at a table with real cards."""


@dataclass(frozen=True, slots=True)
class Post:
    """An action as posted; what is left out is implied.

    ``amount`` is a bid's, or the number of the action to undo. ``after`` is the digest of the
    action before it. ``phone`` is the phone's own time, in tenths of a second since 1970.
    ``space`` is a space's name, for which :meth:`Sheet.placed` puts its number as amount.
    """

    verb: Verb
    seat: int | None = None
    card: int | None = None
    amount: int | None = None
    after: str | None = None
    phone: int | None = None
    space: str | None = None


class Sheet(HandLog):
    """A hand's log against which posts are judged, and to which they are added.

    Parameters are those of :class:`HandLog`.
    """

    def check_right(self, post: Post, poster: Poster) -> None:
        """Return if ``poster`` may post such an action here.

        Raises
        ------
        Refusal
            ``forbidden``.
        """
        verb, observed = post.verb, self.table.recording == "observed"
        if verb in SEAT_VERBS and poster == self.deal.enterer:
            return
        kind = "player" if poster.kind == "seat" else poster.kind
        if kind not in POSTERS[Recording(self.table.recording)].get(verb, ()):
            raise self._not_for(kind, verb)
        if kind != "player":
            return
        own = verb in SEAT_VERBS or (observed and verb == "follow")
        if own and post.seat not in (None, poster.number):
            raise Refusal("forbidden", "a player acts for his own seat only")
        if observed:
            return
        if verb in ("stop", "follow") and self.terms.play_clock is None:
            raise Refusal(
                "forbidden",
                say("a player may post {verb} only where the league sets a play clock", verb=verb),
            )

    def _not_for(self, kind: str, verb: Verb) -> Refusal:
        """Return the refusal of a verb that another kind of poster may post."""
        takes = in_order(POSTERS[Recording(self.table.recording)].get(verb, frozenset()))
        gaps = {"who": article(kind), "verb": verb, "kind": takes}
        if not takes:
            detail = say("no {verb} is posted at a table recorded like this", verb=verb)
        elif verb in SEAT_VERBS and self.deal.enterer:
            detail = say(
                "{who} does not post {verb} here; who may: {kind}, and who entered the deal", **gaps
            )
        else:
            detail = say("{who} does not post {verb} here; who may: {kind}", **gaps)
        return Refusal("forbidden", detail, kinds=list(takes))

    def placed(self, post: Post) -> Post:
        """Return the post with the number of its space, if it names one.

        Raises
        ------
        Malformed
            There is no such space.
        """
        if post.space is None:
            return post
        ((index, _),) = placement_of(self.terms.rules, {post.space: 0}).items()
        return replace(post, amount=index + 1, space=None)

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
        seat = self._own_seat(post, poster)
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

    def _own_seat(self, post: Post, poster: Poster) -> int | None:
        """Return the seat a post names, or the one that the poster's token implies."""
        implied = post.verb in SEAT_VERBS or (
            post.verb == "follow" and self.table.recording == "observed"
        )
        if post.seat is None and implied and poster.kind == "seat" and poster != self.deal.enterer:
            return poster.number
        return post.seat

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
            raise Refusal("hand-over", say("hand {hand} is over", hand=self.table.hand))
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
        seat, card = self._own_seat(post, poster), post.card
        if self.table.recording == "observed":
            seat, card = _implied(self.hand, post.verb, seat, card)
        else:
            seat, card = self._known(post.verb, seat, card, poster, now)
        last = self.recorded_hand.last
        return Logged(post.verb, seat, card, post.amount, poster, max(now, last), post.phone)

    def _known(
        self, verb: str, seat: int | None, card: int | None, poster: Poster, now: int
    ) -> tuple[int | None, int | None]:
        """Return seat and card of an action on a hand whose cards are known."""
        hand = self.hand
        if verb in ("stop", "follow"):
            if seat is not None:
                raise Malformed(say("{verb} has no seat", verb=verb))
            if hand.phase is not Phase.RUN:
                raise Refusal("not-now", "no run is waiting for a card")
            if poster.kind == "seat":
                self._check_clock(now)
            return (None, None) if verb == "stop" else (hand.where[hand.next_card], hand.next_card)
        if verb not in SEAT_VERBS:
            if seat is not None:
                raise Malformed(say("{verb} has no seat", verb=verb))
            return None, card
        if seat is None:
            if poster != self.deal.enterer or verb in _OF_ANY_SEAT:
                raise _which_seat(verb)
            seat = hand.turn if hand.turn >= 0 else hand.where[hand.next_card]
        return seat, card

    def _check_clock(self, now: int) -> None:
        last = self.recorded_hand.last
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
        if logged.verb in _OF_ANY_SEAT and self._absences(logged.seat) >= MAX_ABSENCES:
            raise Refusal(
                "too-many",
                say("a seat goes away and comes back {most} times in a hand", most=MAX_ABSENCES),
            )
        if logged.verb == "undo":
            self._verify_undo(logged.amount or 0)
        elif logged.verb != "abandon":
            self.hand.verify(engine_action(logged))

    def _absences(self, seat: int | None) -> int:
        return sum(logged.verb in _OF_ANY_SEAT and logged.seat == seat for logged in self.log)

    def _verify_undo(self, number: int) -> None:
        standing = self.in_force(len(self.log))
        if number not in standing:
            raise Refusal("undo-refused", say("action {number} is not in force", number=number))
        if self.table.recording in _RECORDED:
            return
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
        self.recorded_hand = self.recorded_hand.plus(logged)
        self._digests.append(digest_after(self._digests[-1], number, logged))
        if logged.verb == "undo":
            self.hand = self.fold(number)
        else:
            redo(self.hand, logged, number)


def _implied(
    hand: Fold, verb: str, seat: int | None, card: int | None
) -> tuple[int | None, int | None]:
    """Return seat and card of an action on an observed hand: the card of a run follows."""
    if verb == "follow":
        from chalicelib.rules.hand.observed import ObservedHand  # loaded where there are real cards

        assert isinstance(hand, ObservedHand)
        card = hand.implied()
    if seat is None and (verb in SEAT_VERBS or verb == "follow"):
        if hand.turn < 0:
            raise _which_seat(verb)
        seat = hand.turn
    return seat, card


def _which_seat(verb: str) -> Malformed:
    return Malformed(say("say which seat it is: {verb} has a seat", verb=verb))
