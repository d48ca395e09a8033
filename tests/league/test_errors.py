"""Errors of the competition: each has a kind of problem, a sentence, and members of that kind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chalicelib.api.problems.problem import KINDS
from chalicelib.league import errors
from chalicelib.league.errors import LeagueError
from chalicelib.league.states import RoundState
from chalicelib.texts import languages, render

ERRORS = [
    errors.NamesTaken(("Ann", "Ben")),
    errors.LeagueFull(5000),
    errors.TooManyRounds(9999),
    errors.UnknownPlayers((7, 8)),
    errors.ChosenWithdrawn((7,)),
    errors.WithdrawnSince((7,)),
    errors.PlayersBusy((7, 8), 2),
    errors.PlayerWithdrawn((7,)),
    errors.PlayerHasSat((7,), 2),
    errors.PlayerSits((7,), 1, 2),
    errors.CannotSeat(2, None, 3, 8),
    errors.CannotSeat(9, 1, 3, 8),
    errors.TooManyTables(200),
    errors.RoundBegun(1),
    *(errors.RoundNotDraft(1, state) for state in (RoundState.CLOSED, RoundState.DISCARDED)),
    errors.RoundNotOpen(1),
]


def leaves(kind: type[Exception]) -> Iterator[type[Exception]]:
    below = kind.__subclasses__()
    yield from [kind] if not below else (leaf for one in below for leaf in leaves(one))


def test_every_error_stands_here() -> None:
    assert {type(error) for error in ERRORS} >= set(leaves(LeagueError))


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_is_a_problem_with_a_sentence(error: LeagueError) -> None:
    assert set(error.members) <= set(KINDS[error.code].members)
    sentences = {render(error.detail, language) for language in languages()}
    assert len(sentences) == len(languages())
    assert str(error.detail) not in sentences


def test_a_sentence_lists_few_names_and_the_problem_all() -> None:
    error = errors.NamesTaken(tuple("abcdefgh"))
    assert error.detail.values["names"] == tuple("abcde")
    assert error.members == {"names": tuple("abcdefgh")}
