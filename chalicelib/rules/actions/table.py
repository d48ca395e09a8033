"""The table of verbs: everything the code has to know about each of them.

Everything else is derived from it: rights, requests and answers, the log of the live record, hand
records, what an ``undo`` does, and the docs. A new verb needs its word, its class and its row here,
and a case in each kind of hand that has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from chalicelib.recording import Recording

from . import action as a
from .action import Action
from .words import Bound, Part, Role, Undoing, Verb

_NOBODY: Final[frozenset[Role]] = frozenset()
_RULING: Final = frozenset({Role.DIRECTOR, Role.ORGANISER})
_ENTERING: Final = frozenset({Role.SCORER}) | _RULING
_PLAYER: Final = frozenset({Role.PLAYER})
_TABLE: Final = _PLAYER | _ENTERING

Posters = Mapping[Recording, frozenset[Role]]
"""Recording -> who may post the verb there. Where a verb is not posted but stands on a score
sheet, which is posted whole, nobody may."""


def _by(
    known: frozenset[Role] | None = None,
    observed: frozenset[Role] | None = None,
    result: frozenset[Role] | None = None,
) -> Posters:
    """Return who may post a verb: where the cards are known, observed, or on a score sheet."""
    posters = {
        Recording.DEALT: known,
        Recording.ENTERED: known,
        Recording.OBSERVED: observed,
        Recording.RESULT: result,
    }
    return {recording: roles for recording, roles in posters.items() if roles is not None}


@dataclass(frozen=True)
class Row:
    """The description of a verb.

    Attributes
    ----------
    action
        The action's class, which has the verb, its parts and its text.
    code
        How it begins in the live record's log. The parts follow: behind a single sign (or none)
        the card before the seat; behind ``~`` and a letter in their order, numbers with a sign.
    by
        Who may post it, by recording; players for their own seat only.
    beside
        The parts that are members of their own in JSON, in order. Any other part is the value of
        the verb; without one the value is ``true``: ``{"play": "10S", "seat": 3}``, ``{"pass":
        true, "seat": 3}``.
    undo
        What an ``undo`` does to it.
    bound
        What limits how often it can be in a log.
    any_seat
        Where the cards are known, a poster without a seat may post it for any seat.
    of_run
        It is about the run and its next card, not about the seat that posts it. Where the cards are
        known it is posted without a seat, and by a player only after the play clock has run out.
    in_log_only
        It changes the log, and is not an action of a hand.
    by_enterer
        The one who entered the deal of a hand may post it, although it is no action of a seat.
    least
        The least number that goes with it.
    may_be_owed
        Where debts are allowed, the number may be less: it is a stack (R12).
    """

    action: type[Action]
    code: str
    by: Posters
    beside: tuple[Part, ...] = (Part.SEAT,)
    undo: Undoing = Undoing.TAKEN_BACK
    bound: Bound = Bound.CARDS
    any_seat: bool = False
    of_run: bool = False
    in_log_only: bool = False
    by_enterer: bool = False
    least: int = 1
    may_be_owed: bool = False

    @property
    def verb(self) -> Verb:
        """The verb."""
        return self.action.verb

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What goes with the verb, in order."""
        return self.action.parts()

    @cached_property
    def number(self) -> Part | None:
        """The part that is neither seat nor card, if any."""
        return next((part for part in self.parts if part not in (Part.SEAT, Part.CARD)), None)

    @cached_property
    def value_part(self) -> Part | None:
        """The part that is the value of the verb in JSON, if any."""
        return next((part for part in self.parts if part not in self.beside), None)

    @cached_property
    def of_seat(self) -> bool:
        """Whether it is an action of a seat, which its post names or implies."""
        return Part.SEAT in self.parts and not self.of_run

    @cached_property
    def is_the_enterers(self) -> bool:
        """Whether the one who entered the deal of a hand may post it."""
        return self.of_seat or self.by_enterer

    def make(self, *values: int | None) -> Action:
        """Return an action of this verb, its parts given in order."""
        build: Callable[..., Action] = self.action
        return build(*values)

    def in_hand(self, recording: Recording) -> bool:
        """Whether it is an action of a hand with this recording."""
        return recording in self.by and not self.in_log_only


def _widow(action: type[Action], code: str, result: frozenset[Role] | None = None) -> Row:
    """Return the row of a decision about the widow, which shows what was hidden (R5)."""
    return Row(action, code, _by(_PLAYER, _TABLE, result), undo=Undoing.SHOWN)


def _bet(
    action: type[Action],
    code: str,
    result: frozenset[Role] | None = None,
    bound: Bound = Bound.CARDS,
) -> Row:
    """Return the row of an action of the betting, which shows what a seat thinks of its cards."""
    return Row(action, code, _by(_PLAYER, _TABLE, result), undo=Undoing.SHOWN, bound=bound)


def _fact(action: type[Action], code: str, least: int = 1) -> Row:
    """Return the row of a fact: a verb of score sheets only."""
    return Row(action, code, _by(result=_NOBODY), least=least)


_ROWS: Final = (
    Row(a.Play, "", _by(_PLAYER, _TABLE)),
    Row(a.Stop, ".", _by(_TABLE), of_run=True),
    Row(
        a.Follow,
        ">",
        _by(_TABLE, _TABLE),
        beside=(Part.CARD, Part.SEAT),
        of_run=True,
        in_log_only=True,
    ),
    _widow(a.Exchange, "*", _NOBODY),
    _widow(a.Decline, "-"),
    _widow(a.Auction, "="),
    Row(a.Bid, "+", _by(_PLAYER, _TABLE), undo=Undoing.SHOWN, bound=Bound.LOG),
    _widow(a.Pass, "/"),
    _bet(a.Check, "~K"),
    _bet(a.Bet, "~B", _NOBODY, bound=Bound.LOG),
    _bet(a.Call, "~C"),
    _bet(a.Raise, "~R", bound=Bound.LOG),
    _bet(a.Fold, "~F"),
    Row(a.Away, "~A", _by(_TABLE), bound=Bound.SEAT, any_seat=True),
    Row(a.Back, "~Z", _by(_TABLE), bound=Bound.SEAT, any_seat=True),
    Row(a.Lead, "~L", _by(None, _TABLE)),
    Row(a.Take, "~T", _by(None, _TABLE, _NOBODY)),
    Row(a.Pot, "~P", _by(None, _ENTERING, _NOBODY)),
    Row(a.Show, "~S", _by(None, _TABLE)),
    Row(a.End, "~E", _by(None, _ENTERING, _NOBODY)),
    Row(a.Confirm, "~Y", _by(None, _ENTERING)),
    Row(a.Waive, "~W", _by(None, _ENTERING)),
    Row(a.Reassign, "~X", _by(None, _RULING), bound=Bound.LOG),
    _fact(a.Fee, "~f"),
    _fact(a.Sold, "~d"),
    _fact(a.Left, "~l", least=0),
    _fact(a.Miss, "~m"),
    _fact(a.Block, "~b"),
    Row(a.Chips, "~h", _by(result=_NOBODY), least=0, may_be_owed=True),
    _fact(a.Out, "~o"),
    Row(
        a.Undo,
        "<",
        _by(_RULING, _ENTERING),
        undo=Undoing.NEVER,
        bound=Bound.LOG,
        in_log_only=True,
        by_enterer=True,
    ),
    Row(a.Abandon, "!", _by(_RULING, _RULING, _RULING), undo=Undoing.NEVER, in_log_only=True),
)

TABLE: Final[Mapping[Verb, Row]] = {row.verb: row for row in _ROWS}
"""Verb -> its row."""


def verbs_of(recording: Recording) -> tuple[Verb, ...]:
    """Return the verbs of a hand with this recording, without those of the log."""
    return tuple(row.verb for row in _ROWS if row.in_hand(recording))


POSTERS: Final[Mapping[Recording, Mapping[Verb, frozenset[Role]]]] = {
    recording: {row.verb: row.by[recording] for row in _ROWS if row.by.get(recording)}
    for recording in Recording
}
"""Recording -> the verbs that can be posted there -> who may post them."""
