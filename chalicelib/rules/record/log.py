"""The log of a hand record: its actions, and the ``undo`` that took each back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from chalicelib.message import say
from chalicelib.rules.actions import (
    Action,
    Form,
    Part,
    action_json,
    read_action,
    row_of,
    standing,
    whole,
)
from chalicelib.rules.cards import parse_card
from chalicelib.rules.errors import Malformed

UNDONE_BY: Final = "undone_by"
_BESIDE: Final[frozenset[str]] = frozenset({Part.SEAT, Part.CARD, UNDONE_BY})
"""The members beside the verb."""


@dataclass(frozen=True, slots=True)
class UnknownAction:
    """An action whose verb this version does not know; it is kept unchanged.

    A record with one can be read and written, but its hand cannot be replayed.
    """

    verb: str
    form: tuple[tuple[str, bool | int | str | None], ...]


LogAction: TypeAlias = Action | UnknownAction


@dataclass(frozen=True, slots=True)
class Step:
    """An action of a hand's log, and the number of the ``undo`` that took it back, if any."""

    action: LogAction
    undone_by: int | None = None


def step_json(step: Step, spaces: Sequence[str]) -> Form:
    """Return the JSON form of a step: that of its action, and the number of its ``undo``."""
    action = step.action
    if isinstance(action, UnknownAction):
        form: Form = dict(action.form)
    else:
        form = action_json(action, spaces)
        seat = form.pop(Part.SEAT, None)
        verb, said = next(iter(form.items()))
        form = {verb: said, **({} if seat is None else {Part.SEAT.value: seat}), **form}
    return form if step.undone_by is None else {**form, UNDONE_BY: step.undone_by}


def read_log_action(
    form: Mapping[str, object], spaces: Sequence[str]
) -> tuple[LogAction, list[str]]:
    """Return the action with this JSON form, and the members that belong to no action.

    Raises
    ------
    Malformed
        It has no verb, or several; or what goes with the verb does not fit it.
    """
    others = [name for name in form if name not in _BESIDE and not row_of(name)]
    if len(others) == 1 and not any(map(row_of, form)):
        return _read_unknown(others[0], form), []
    return read_action(form, spaces), others


def _read_unknown(verb: str, form: Mapping[str, object]) -> UnknownAction:
    kept: Form = {}
    for name, value in form.items():
        match value:
            case _ if name == UNDONE_BY or (value is None and name != verb):
                pass
            case _ if name == Part.SEAT:
                kept[name] = whole(value, 1, 8)
            case _ if name == Part.CARD:
                parse_card(value)
                kept[name] = str(value)
            case bool() | int() | str():
                kept[name] = value
            case _:
                raise Malformed(say("record.one-verb"))
    return UnknownAction(verb, tuple(kept.items()))


def steps_of(log: Iterable[LogAction]) -> tuple[Step, ...]:
    """Return the steps of a log: each action with the ``undo`` that took it back.

    Raises
    ------
    Malformed
        An ``undo`` takes back an action that is not in force.
    """
    actions = tuple(log)
    undone = standing(actions).undone
    return tuple(Step(action, undone.get(number)) for number, action in enumerate(actions, 1))
