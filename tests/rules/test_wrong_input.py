"""Whatever is wrong in its input, the engine answers with its own errors and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.rules import Fold, Hand, Malformed, RulesError, deal_hands, make_rules, parse_action
from chalicelib.rules.actions import TABLE, Play, Verb, make_action
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.hand.scored import ScoredHand
from rules.strategies import snapshot
from rules.tables import deal_of, sit

HANDS = ("9S 3H", "10S 5D", "JS KC")
KINDS: dict[str, Callable[[], Fold]] = {
    "known": lambda: sit("saratoga", *HANDS),
    "observed": lambda: ObservedHand(make_rules("saratoga"), [50] * 3, 2),
    "scored": lambda: ScoredHand(make_rules("saratoga"), [50] * 3, 2),
}


def made(verb: Verb, *values: Any) -> Any:
    """Return an action of anything, as no type checker lets it be written."""
    return TABLE[verb].make(*values)


WRONG: list[Any] = [
    made(Verb.PLAY, 0, "9S"),
    made(Verb.PLAY, "0", 3),
    made(Verb.PLAY, 0, 3.0),
    made(Verb.PLAY, None, None),
    made(Verb.BID, 0, 2.5),
    made(Verb.SHOW, 0, [1]),
    made(Verb.AWAY, "1"),
    made(Verb.AWAY, None),
    None,
    "play",
    5,
    Play,
]
JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    st.text(max_size=3),
    st.integers(-3, 60),
    st.lists(st.integers(), max_size=2),
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_what_is_no_action_is_malformed(kind: str, wrong: Any) -> None:
    hand = KINDS[kind]()
    before = snapshot(hand)
    with pytest.raises(Malformed):
        hand.apply(wrong)
    assert snapshot(hand) == before


@given(st.sampled_from(Verb), st.lists(JUNK, min_size=3, max_size=3), st.sampled_from([*KINDS]))
def test_actions_of_anything_are_refused_or_done(verb: Verb, values: list[Any], kind: str) -> None:
    row = TABLE[verb]
    action = row.make(*values[: len(row.parts)])
    assert str(action)
    hand = KINDS[kind]()
    try:
        hand.apply(action)
    except RulesError:
        assert snapshot(hand) == snapshot(KINDS[kind]())
    else:
        assert all(value is None or type(value) is int for value in action.values())


@pytest.mark.parametrize("stack", [50.5, "50", None, True, [50]])
def test_stacks_are_whole_numbers(stack: Any) -> None:
    with pytest.raises(Malformed):
        Hand(make_rules("saratoga"), [stack, 50, 50], 2, deal_of(*HANDS))


@pytest.mark.parametrize("name", ["kitty", "pot", "bank", "claimed", "away", "layout"])
@pytest.mark.parametrize("wrong", [1.5, "1", True])
def test_a_set_up_has_whole_numbers(name: str, wrong: Any) -> None:
    value = [wrong, 0, 0, 0] if name == "layout" else wrong
    more: Any = {name: value}
    with pytest.raises(Malformed):
        Hand(make_rules("saratoga"), [50] * 3, 2, deal_of(*HANDS), **more)


@pytest.mark.parametrize("wrong", [{0: "9S"}, {"0": [3]}, {0: [3.0]}, {0: [99]}, {0: [-1]}])
def test_a_deal_has_cards_and_seats(wrong: Any) -> None:
    with pytest.raises(Malformed):
        deal_hands(wrong)


def test_other_entries_are_malformed_too() -> None:
    anything: Any = None
    pack: Any = [float(card) for card in range(52)]
    with pytest.raises(Malformed):
        make_action(anything)
    with pytest.raises(Malformed):
        parse_action(anything)
    with pytest.raises(Malformed):
        make_rules(anything)
    with pytest.raises(Malformed):
        Hand(make_rules("saratoga"), [50] * 3, 2, pack)
