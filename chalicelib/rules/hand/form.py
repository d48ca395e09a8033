"""Whether an action is well-formed for a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from chalicelib.message import say
from chalicelib.rules.actions import TABLE, Action, Chips, Part, Verb, ill_formed
from chalicelib.rules.cards import PACK
from chalicelib.rules.errors import Malformed

_SEAT: Final = Part.SEAT.value
_CARD: Final = Part.CARD.value
_FINDING: Final = Part.FINDING.value


def check_form(action: Action, verbs: Sequence[Verb], seats: int, debt: bool) -> None:
    """Raise unless an action has one of ``verbs``, and its seat, card and number are possible.

    Parameters
    ----------
    seats
        How many seats the table has.
    debt
        Whether stacks may be negative.

    Raises
    ------
    Malformed
        It is not.
    """
    if not isinstance(action, Action) or action.verb not in verbs:
        verb = getattr(action, "verb", action)
        raise Malformed(say("action.unknown-verb", verb=str(verb)[:20], verbs=tuple(verbs)))
    verb = action.verb
    seat = None
    for part in action.__match_args__:
        value: int | None = getattr(action, part)
        if type(value) is not int and (value is not None or part != _FINDING):
            raise ill_formed(TABLE[verb])
        if part == _SEAT:
            seat = value
        elif part == _CARD:
            if value not in PACK:
                raise ill_formed(TABLE[verb])
        elif value is not None:
            _check_number(action, part, value, debt)
    if seat is not None and not 0 <= seat < seats:
        raise Malformed(say("seat.unknown", seat=seat + 1))


def not_handled(action: Action) -> NotImplementedError:
    """Return the error for a verb that the table allows here but this kind of hand lacks."""
    return NotImplementedError(f"no case for {action.verb.value!r} in this kind of hand")


def _check_number(action: Action, part: str, value: int, debt: bool) -> None:
    row = TABLE[action.verb]
    least = row.least - (part == Part.SPACE)  # spaces count from 0 here
    if value < least and not (debt and isinstance(action, Chips)):
        raise ill_formed(row)
