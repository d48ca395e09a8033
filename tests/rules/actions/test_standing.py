"""Which actions of a log stand, by the definition of ``undo``."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.rules import Malformed
from chalicelib.rules.actions import STOP, Undo, standing


def in_force(log: Sequence[object]) -> list[int]:
    """Return the numbers in force by the definition of ``undo``."""
    numbers: list[int] = []
    for number, action in enumerate(log, 1):
        if isinstance(action, Undo):
            numbers = [earlier for earlier in numbers if earlier < action.number]
        else:
            numbers.append(number)
    return numbers


@st.composite
def logs(draw: st.DrawFn) -> list[object]:
    """Draw a log in which every undo takes back an action in force."""
    log: list[object] = []
    for undo in draw(st.lists(st.booleans(), max_size=40)):
        numbers = in_force(log)
        log.append(Undo(draw(st.sampled_from(numbers))) if undo and numbers else STOP)
    return log


@given(logs())
def test_an_undo_takes_back_its_action_and_all_that_stand_after_it(log: list[object]) -> None:
    numbers, undone = standing(log)
    assert numbers == in_force(log)
    by_definition: dict[int, int] = {}
    for number in range(1, len(log) + 1):
        before, after = in_force(log[: number - 1]), in_force(log[:number])
        by_definition |= {taken: number for taken in before if taken not in after}
    assert undone == by_definition


@pytest.mark.parametrize("number", [0, 2, 3, 4])
def test_only_what_stands_is_taken_back(number: int) -> None:
    with pytest.raises(Malformed):
        standing([STOP, STOP, Undo(2), Undo(number)])
