"""Every verb that the table of verbs gives a kind of hand has its case in that kind of hand."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator

import pytest

from chalicelib.rules import Action, Fold, Hand, make_rules
from chalicelib.rules.actions import TABLE, Chips, Confirm, Recording, Stop, verbs_of
from chalicelib.rules.hand import legality, plausible, score_sheet
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.hand.scored import ScoredHand
from rules.tables import sit

CASES: dict[str, tuple[Recording, tuple[Callable[..., object], ...]]] = {
    "known cards: judged": (Recording.DEALT, (legality.verify,)),
    "known cards: done": (Recording.DEALT, (Hand.do, Hand._do_rarer)),
    "real cards: judged": (Recording.OBSERVED, (plausible.verify_observed,)),
    "real cards: done": (Recording.OBSERVED, (ObservedHand.do,)),
    "score sheet: judged": (Recording.RESULT, (ScoredHand.verify, score_sheet.verify_fact)),
}


def known() -> Hand:
    return sit("saratoga", "5S 9S 3H", "6S 2D", "7S 4C")


def observed() -> ObservedHand:
    return ObservedHand(make_rules("saratoga"), [50] * 4, 3)


def scored() -> ScoredHand:
    return ScoredHand(make_rules("saratoga"), [50] * 4, 3)


def classes_asked_for(function: Callable[..., object]) -> Iterator[str]:
    """Give the names of the classes that a function matches, or compares a type with."""
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
        match node:
            case ast.MatchClass(cls=ast.Name(id=name) | ast.Attribute(attr=name)):
                yield name
            case ast.Compare(ops=[ast.Is()], comparators=[ast.Name(id=name)]):
                yield name


@pytest.mark.parametrize("name", CASES)
def test_every_verb_of_the_table_has_a_case(name: str) -> None:
    recording, functions = CASES[name]
    found = {case for function in functions for case in classes_asked_for(function)}
    assert {TABLE[verb].action.__name__ for verb in verbs_of(recording)} <= found


@pytest.mark.parametrize(
    ("hand", "stranger"), [(known(), Confirm()), (observed(), Stop())], ids=["known", "observed"]
)
def test_a_verb_without_a_case_is_not_done_silently(hand: Fold, stranger: Action) -> None:
    with pytest.raises(NotImplementedError, match=f"no case for '{stranger.verb.value}'"):
        hand.do(stranger)


@pytest.mark.parametrize(
    ("module", "hand", "stranger"),
    [(legality, known(), Confirm()), (plausible, observed(), Stop())],
    ids=["known", "observed"],
)
def test_a_verb_without_a_case_is_not_legal(
    module: object, hand: Fold, stranger: Action, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_VERBS", (stranger.verb,))  # as if the table allowed it here
    with pytest.raises(NotImplementedError, match=f"no case for '{stranger.verb.value}'"):
        hand.verify(stranger)


def test_a_fact_without_a_case_is_not_written() -> None:
    sheet = scored()
    with pytest.raises(NotImplementedError, match="no case for 'stop'"):
        score_sheet.verify_fact(sheet.rules, sheet.sheet, Stop(), 3, 0)
    sheet.verify(Chips(0, 50))
    assert sheet.sheet.facts == []
