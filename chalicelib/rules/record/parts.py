"""What a hand record consists of, and how its actions are written (``docs/hand-record.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from chalicelib.rules.actions import PARTS, Action, make_action
from chalicelib.rules.cards import TEXT, Card, parse_card
from chalicelib.rules.deal import Deal
from chalicelib.rules.errors import Malformed, say
from chalicelib.rules.ledger import Entry, account_name
from chalicelib.rules.options.rules import Rules

VERSION: Final = 1
RECORDINGS: Final = ("dealt", "entered", "observed", "result")

_CARD: Final = "card"
_AMOUNT: Final = "amount"
_SPACE: Final = "space"
_SPACES: Final = ("take", "block")
_ALL: Final = "waive"
"""It may go without its amount, and then means all."""


def _said_with(parts: tuple[str, ...]) -> str | None:
    return _CARD if _CARD in parts else _AMOUNT if _AMOUNT in parts else None


SAID: Final[Mapping[str, str | None]] = {
    **{verb: _said_with(parts) for verb, parts in PARTS.items()},
    **dict.fromkeys(_SPACES, _SPACE),
    "undo": _AMOUNT,
    "follow": None,
    "abandon": None,
}
"""Every verb of a log, and what stands behind it; ``None``: it is ``true``. A space has its number
in the layout, from 1, as its amount, and is written by its name."""

_BESIDE: Final = ("seat", _CARD, _AMOUNT, "undone_by")

LARGEST: Final = 2**53


@dataclass(frozen=True, slots=True)
class UnknownAction:
    """An action of a record whose verb this version does not know, as it stands there."""

    verb: str
    seat: int | None = None
    card: Card | None = None
    amount: int | None = None

    @property
    def loose(self) -> tuple[str, int | None, Card | None, int | None]:
        """The verb, and what goes with it."""
        return self.verb, self.seat, self.card, self.amount


class Step(NamedTuple):
    """An action of a hand's log, and the number of the ``undo`` that took it back, if any.

    Beside the engine's verbs there are ``follow`` (a play), ``undo`` (``amount`` is the number
    of the action from which on it takes back) and ``abandon``.
    """

    action: Action | UnknownAction
    undone_by: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Which hand it is: the names of league and table, and its number there."""

    league: str
    table: str
    hand: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended; ``entries`` are all movements of chips, where they are stated."""

    winner: int | None
    abandoned: bool
    stacks: tuple[int, ...]
    layout: tuple[int, ...]
    kitty: int
    pot: int
    bank: int
    entries: tuple[Entry, ...] | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """What a committed deal is proved by: see ``docs/fairness.md``; bytes are written in hex."""

    algorithm: str
    commitment: str
    link: str
    message: str
    seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it is handed on: all it was made from, what was done, and how it ended.

    Attributes
    ----------
    seats
        The seats that take part: they stake and are dealt in. Seats count from 0 here, from 1
        when written.
    stacks, layout, kitty, pot, bank
        Chips before the stakes.
    claimed, away
        As in :class:`chalicelib.rules.Hand`.
    deal
        ``None`` where it is not known.
    log
        All actions, those taken back and their ``undo`` included; the first has number 1.
    warnings
        What was read and left out, because this version does not know it.
    """

    rules: Rules
    recording: str
    stacks: tuple[int, ...]
    seats: tuple[int, ...]
    dealer: int
    amount: int
    layout: tuple[int, ...]
    kitty: int = 0
    pot: int = 0
    bank: int = 0
    claimed: int = 0
    away: int = 0
    placements: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    deal: Deal | None = None
    log: tuple[Step, ...] = ()
    result: Result | None = None
    place: Place | None = None
    names: tuple[str | None, ...] = ()
    proof: Proof | None = None
    warnings: tuple[str, ...] = field(default=(), compare=False)


def accounts(rules: Rules, seats: int) -> list[str]:
    """Return the names of all accounts, by their numbers."""
    count = seats + len(rules.table.layout) + 3
    return [account_name(account, seats, rules.table.space_names) for account in range(count)]


def dealing(rules: Rules) -> dict[str, Any]:
    """Return what of the rules decides where each card of a pack is dealt (R4)."""
    return {
        "widow": rules.widow.exists,
        "first": rules.dealing.first.value,
        "leftover": rules.dealing.leftover.value,
    }


def action_json(action: Action | UnknownAction, spaces: Sequence[str]) -> dict[str, Any]:
    """Return an action in the form in which it is posted: ``{"play": "10S", "seat": 3}``."""
    verb, seat, card, amount = action.loose
    said = SAID.get(verb)
    written = {_CARD: None if card is None else TEXT[card], _AMOUNT: amount}
    if said == _SPACE:
        written[_SPACE] = spaces[(amount or 0) - 1]
    if said is None or (verb == _ALL and amount is None):
        view: dict[str, Any] = {verb: True}
    else:
        view = {verb: written[said]}
    if seat is not None:
        view["seat"] = seat + 1
    if card is not None and said != _CARD:
        view[_CARD] = written[_CARD]
    if amount is not None and said not in (_AMOUNT, _SPACE):
        view[_AMOUNT] = amount
    return view


def action_from(
    value: Mapping[str, Any], spaces: Sequence[str]
) -> tuple[Action | UnknownAction, list[str]]:
    """Return the action that ``value`` writes, and its members that mean nothing here.

    A verb that this version does not know is taken as it stands, so that the record can be read;
    whether it can be replayed the engine says.

    Raises
    ------
    Malformed
        It has no verb, or several; or what goes with the verb does not fit it.
    """
    verbs = [name for name in value if name in SAID]
    others = [name for name in value if name not in SAID and name not in _BESIDE]
    if not verbs and len(others) == 1:
        verbs, others = others, []
    if len(verbs) != 1:
        raise Malformed("an action has exactly one verb")
    verb = verbs[0]
    content = value[verb]
    said = SAID.get(verb)
    if content is True and (said is None or verb == _ALL):
        said = None
    elif said is None:  # a verb that is not known is taken by the kind of what it says
        said = _CARD if isinstance(content, str) else _AMOUNT
    parts = {name: value[name] for name in (_CARD, _AMOUNT) if name in value}
    if said == _SPACE:
        if content not in spaces:
            raise Malformed(
                say(
                    "there is no space {space!r}; there are {spaces}",
                    space=str(content)[:30],
                    spaces=tuple(spaces),
                )
            )
        parts[_AMOUNT] = spaces.index(content) + 1
    elif said:
        parts[said] = content
    seat = value.get("seat")
    card = parts.get(_CARD)
    amount = parts.get(_AMOUNT)
    return (
        (make_action if verb in SAID else UnknownAction)(
            verb,
            None if seat is None else whole(seat, 1, 8) - 1,
            None if card is None else parse_card(card),
            None if amount is None else whole(amount, 0, LARGEST),
        ),
        others,
    )


def whole(value: object, low: int, high: int) -> int:
    """Return ``value`` if it is such a whole number.

    Raises
    ------
    Malformed
        It is not.
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # JSON does not tell 1.0 from 1
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Malformed(say("a whole number from {low} to {high} is wanted", low=low, high=high))
    return value


def in_force(log: Sequence[Action | UnknownAction], upto: int) -> list[int]:
    """Return the numbers of the actions in force after the first ``upto`` of a log.

    Raises
    ------
    Malformed
        An ``undo`` takes back what is not in force.
    """
    numbers: list[int] = []
    for number, action in enumerate(log[:upto], 1):
        if action.verb != "undo":
            numbers.append(number)
        elif action.amount not in numbers:
            raise Malformed(say("action {number} is not in force", number=action.amount or 0))
        else:
            numbers = numbers[: numbers.index(action.amount)]
    return numbers


def steps_of(log: Iterable[Action | UnknownAction]) -> tuple[Step, ...]:
    """Return a log whose every action knows what took it back.

    Raises
    ------
    Malformed
        See :func:`in_force`.
    """
    actions = tuple(log)
    undone: dict[int, int] = {}
    standing: list[int] = []
    for number, action in enumerate(actions, 1):
        now = in_force(actions, number) if action.verb == "undo" else [*standing, number]
        undone.update({taken: number for taken in standing if taken not in now})
        standing = now
    return tuple(Step(action, undone.get(number)) for number, action in enumerate(actions, 1))
