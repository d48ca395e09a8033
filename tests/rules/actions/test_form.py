"""The JSON form of actions: written, read back, and refused where it does not fit its verb."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from harness.messages import says
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.rules.actions import (
    TABLE,
    Action,
    Bid,
    Follow,
    Part,
    Play,
    PlayAction,
    Reassign,
    Show,
    Stop,
    Take,
    Verb,
    Waive,
    action_json,
    card_member,
    digest_form,
    loose_parts,
    read_action,
)
from chalicelib.rules.cards import TEXT
from chalicelib.rules.errors import Malformed

from .strategies import actions

SPACES = ("AH", "KC", "K-Q")
ACTIONS = actions(len(SPACES))
QD = TEXT.index("QD")


@given(ACTIONS)
def test_an_action_is_read_as_it_was_written(action: Action) -> None:
    form = json.loads(json.dumps(action_json(action, SPACES)))
    assert read_action(form, SPACES) == action
    assert next(iter(form)) == action.verb


@given(ACTIONS)
def test_seats_count_from_one_and_spaces_have_their_names(action: Action) -> None:
    form = action_json(action, SPACES)
    seat = loose_parts(action).seat
    assert form.get("seat") == (None if seat is None else seat + 1)
    if TABLE[action.verb].value_part is Part.SPACE:
        assert form[action.verb] in SPACES


@pytest.mark.parametrize(
    ("action", "form"),
    [
        (Play(0, QD), {"play": "QD", "seat": 1}),
        (Follow(1, QD), {"follow": True, "card": "QD", "seat": 2}),
        (Stop(), {"stop": True}),
        (Bid(2, 3), {"bid": 3, "seat": 3}),
        (Take(0, 2), {"take": "K-Q", "seat": 1}),
        (Waive(), {"waive": True}),
        (Waive(4), {"waive": 4}),
        (Reassign(4), {"reassign": 4}),
    ],
)
def test_forms_as_they_are_posted(action: Action, form: dict[str, Any]) -> None:
    assert action_json(action, SPACES) == form
    assert [*action_json(action, SPACES)] == [*form]


@given(ACTIONS)
def test_a_covered_card_is_null_where_the_card_stands(action: Action) -> None:
    member, card = card_member(action), loose_parts(action).card
    assert (member is None) == (card is None)
    if card is None or member is None:
        return
    shown, covered = action_json(action, SPACES), action_json(action, SPACES, {card})
    assert covered == {**shown, member: None}
    assert action_json(action, SPACES, {(card + 1) % 52}) == shown


def test_cards_on_the_table_are_those_of_plays_leads_and_follows() -> None:
    laid = {verb for verb, row in TABLE.items() if issubclass(row.action, PlayAction)}
    assert laid == {Verb.PLAY, Verb.LEAD, Verb.FOLLOW}
    assert not issubclass(Show, PlayAction)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({}, says("record.one-verb")),
    ({"seat": 1}, says("record.one-verb")),
    ({"play": "QD", "stop": True, "seat": 1}, says("record.one-verb")),
    ({"play": "QD"}, says("action.play-form")),
    ({"play": True, "seat": 1}, says("card.unreadable")),
    ({"play": None, "seat": 1}, says("card.unreadable")),
    ({"play": 3, "seat": 1}, says("card.unreadable")),
    ({"play": "QD", "seat": 0}, says("record.number", low=1, high=8)),
    ({"play": "QD", "seat": 9}, says("record.number", low=1, high=8)),
    ({"play": "QD", "seat": "1"}, says("record.number", low=1, high=8)),
    ({"play": "QD", "seat": True}, says("record.number", low=1, high=8)),
    ({"pass": True}, says("action.seat-form", verb="pass")),
    ({"pass": False, "seat": 1}, says("action.seat-form", verb="pass")),
    ({"pass": 1, "seat": 1}, says("action.seat-form", verb="pass")),
    ({"pass": True, "seat": 1, "card": "QD"}, says("action.seat-form", verb="pass")),
    ({"stop": True, "seat": 1}, says("action.no-seat-form", verb="stop")),
    ({"follow": True, "seat": 1}, says("action.card-form", verb="follow")),
    ({"bid": "3", "seat": 1}, says("record.number")),
    ({"bid": 1.5, "seat": 1}, says("record.number")),
    ({"bid": -1, "seat": 1}, says("record.number")),
    ({"bid": True, "seat": 1}, says("record.number")),
    ({"bid": 2**53 + 1, "seat": 1}, says("record.number")),
    ({"take": "7H", "seat": 1}, says("stakes.unknown-space", space="7H", spaces="[AH, KC, K-Q]")),
    ({"take": True, "seat": 1}, says("stakes.unknown-space", space="True")),
    ({"waive": 1, "seat": 1}, says("action.waive-form")),
    ({"waive": "all"}, says("record.number")),
]


@pytest.mark.parametrize(("form", "words"), REFUSED)
def test_what_does_not_fit_its_verb_is_refused(form: dict[str, Any], words: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_action(form, SPACES)
    assert re.search(words, str(refused.value))


@given(
    st.dictionaries(
        st.sampled_from([*map(str, TABLE), "seat", "card", "amount"]),
        st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["QD", "AH"]),
        max_size=4,
    )
)
def test_any_object_is_an_action_or_refused(form: dict[str, Any]) -> None:
    try:
        action = read_action(form, SPACES)
    except Malformed:
        return
    assert read_action(action_json(action, SPACES), SPACES) == action


def test_a_whole_float_is_a_whole_number() -> None:
    assert read_action({"bid": 3.0, "seat": 1.0}, SPACES) == Bid(0, 3)


@given(ACTIONS, ACTIONS)
def test_digests_take_two_actions_for_the_same_only_if_they_are(one: Action, other: Action) -> None:
    assert (digest_form(one) == digest_form(other)) is (one == other)
    assert digest_form(one).count("|") == 3
