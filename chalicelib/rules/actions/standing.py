"""Which actions of a log stand: an ``undo`` takes back an action and all that stand after it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from chalicelib.message import say
from chalicelib.rules.errors import Malformed

from .action import Undo


class Standing(NamedTuple):
    """What an ``undo`` left of a log.

    Attributes
    ----------
    numbers
        The numbers of the actions in force, ascending; an ``undo`` is never among them.
    undone
        The number of each action that was taken back -> the number of its ``undo``.
    """

    numbers: list[int]
    undone: dict[int, int]


def standing(log: Iterable[object]) -> Standing:
    """Return which actions of a log are in force, and what took back the others.

    Every action is looked at once, and taken back at most once, however long the log is.

    Raises
    ------
    Malformed
        An ``undo`` takes back an action that is not in force.
    """
    numbers: list[int] = []
    undone: dict[int, int] = {}
    for number, action in enumerate(log, 1):
        if not isinstance(action, Undo):
            numbers.append(number)
            continue
        place = bisect_left(numbers, action.number)
        if numbers[place : place + 1] != [action.number]:
            raise Malformed(say("log.not-in-force", number=action.number))
        undone.update(dict.fromkeys(numbers[place:], number))
        del numbers[place:]
    return Standing(numbers, undone)
