"""The actions are values of classes that never mix; the one table names every one of them."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.rules import actions
from chalicelib.rules.actions import (
    PLAYS,
    POSTERS,
    TABLE,
    Action,
    Bid,
    Part,
    Play,
    Reassign,
    Recording,
    Role,
    Row,
    Show,
    Undo,
    Verb,
    Waive,
    loose_parts,
    make_action,
    parse_action,
    verbs_of,
)
from chalicelib.rules.cards import PACK
from chalicelib.rules.errors import Malformed

from .strategies import ACTIONS, ROWS, parts_of


@given(ACTIONS)
def test_the_text_of_an_action_reads_back(action: Action) -> None:
    assert parse_action(str(action)) == action
    assert parse_action(f"  {str(action).replace(' ', '   ')}\n") == action


@given(ACTIONS)
def test_the_repr_of_an_action_makes_it_again(action: Action) -> None:
    assert eval(repr(action), {"parse_action": parse_action}) == action


@given(ACTIONS, ACTIONS)
def test_two_actions_have_one_text_only_if_they_are_equal(one: Action, other: Action) -> None:
    assert (str(one) == str(other)) is (one == other)
    if one == other:
        assert hash(one) == hash(other)


@given(st.data())
def test_actions_of_two_verbs_are_never_equal(data: st.DataObject) -> None:
    row, other = data.draw(ROWS), data.draw(ROWS)
    values = data.draw(parts_of(row))
    if row is not other and len(other.parts) == len(row.parts):
        assert row.make(*values) != other.make(*values)


@given(ACTIONS)
def test_an_action_is_frozen_and_copies_are_equal(action: Action) -> None:
    for part in action.parts():
        with pytest.raises(FrozenInstanceError):
            setattr(action, part, 1)
    assert not hasattr(action, "__dict__")
    assert copy.deepcopy(action) == action
    assert pickle.loads(pickle.dumps(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("3 plays 10S", Play(2, 47)),
        ("3 plays tS", Play(2, 47)),
        ("1 bids 5", Bid(0, 5)),
        ("waive all", Waive()),
        ("waive 2", Waive(2)),
        ("reassign 2", Reassign(2)),
        ("undo 7", Undo(7)),
    ],
)
def test_texts_that_people_write(text: str, action: Action) -> None:
    assert parse_action(text) == action


@pytest.mark.parametrize(
    "text",
    [
        *("", "3", "plays 10S", "3 plays", "3 plays 10S now", "3 plays 11S", "x plays 10S"),
        *("3 sings", "undo all", "3 bids", "3 bids 1.5", "3 bids ٣", "# plays #"),
        f"3 bids {'9' * 5000}",
    ],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_action(text)
    assert len(str(refused.value)) < 120


@given(st.text())
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = parse_action(text)
    except Malformed:
        return
    assert parse_action(str(action)) == action


def test_an_impossible_card_can_still_be_shown() -> None:
    assert str(Play(0, 99)) == "1 plays card 99"
    assert str(Show(0, -1)) == "1 shows card -1"


def test_every_play_is_made_once() -> None:
    assert [[*map(str, plays)] for plays in PLAYS] == [
        [str(Play(seat, card)) for card in PACK] for seat in range(8)
    ]


# -- the table ----------------------------------------------------------------------------------


def test_the_table_has_every_verb_once_and_every_class() -> None:
    assert tuple(TABLE) == tuple(Verb)
    for verb, row in TABLE.items():
        assert row.verb is verb is row.action.verb
        assert getattr(actions, verb.capitalize()) is row.action
        assert row.action.__doc__ != Action.__doc__


def test_every_verb_has_a_text_and_a_code_of_its_own() -> None:
    assert len({row.code for row in TABLE.values()}) == len(TABLE)
    assert len({row.action.text for row in TABLE.values()}) == len(TABLE)


def test_texts_have_a_gap_for_every_part() -> None:
    for row in TABLE.values():
        for part in Part:
            assert row.action.text.count("{" + part + "}") == (part in row.parts), row.verb


def test_at_most_one_part_is_said_with_the_verb() -> None:
    for row in TABLE.values():
        assert set(row.beside) | {row.value_part or Part.SEAT} >= set(row.parts), row.verb


def test_dealt_and_entered_hands_take_the_same_verbs() -> None:
    assert verbs_of(Recording.DEALT) == verbs_of(Recording.ENTERED)
    assert POSTERS[Recording.DEALT] == POSTERS[Recording.ENTERED]


def test_nobody_posts_what_stands_on_a_score_sheet() -> None:
    assert POSTERS[Recording.RESULT] == {Verb.ABANDON: {Role.DIRECTOR, Role.ORGANISER}}
    assert len(verbs_of(Recording.RESULT)) == 12


# -- loose parts --------------------------------------------------------------------------------


@given(ACTIONS)
def test_an_action_is_made_of_loose_parts(action: Action) -> None:
    assert make_action(*loose_parts(action)) == action


@given(
    ROWS,
    st.none() | st.integers(-1, 8),
    st.none() | st.sampled_from(PACK),
    st.none() | st.integers(1, 9),
)
def test_loose_parts_that_do_not_fit_are_refused(
    row: Row, seat: int | None, card: int | None, amount: int | None
) -> None:
    numbers = set(row.parts) - {Part.SEAT, Part.CARD}
    fits = (
        (seat is not None) == (Part.SEAT in row.parts)
        and (card is not None) == (Part.CARD in row.parts)
        and ((amount is not None) == bool(numbers) or (not amount and Part.FINDING in numbers))
    )
    try:
        action = make_action(row.verb, seat, card, amount)
    except Malformed:
        assert not fits
    else:
        assert fits
        assert loose_parts(action) == (row.verb, seat, card, amount)
