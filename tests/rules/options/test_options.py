"""What rules can be made of, and what is refused (R1, R3-R13)."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given

from chalicelib.rules import OPTIONS, Malformed, Rules, Space, make_rules, overridden
from chalicelib.rules.cards import ACE_HIGH, ACE_LOW
from chalicelib.rules.layout import MAX_SPACES
from rules.strategies import any_rules

CARD = {"name": "pair", "cards": ["KH", "QH"]}


@given(any_rules())
def test_rules_are_made_again_from_what_they_override(rules: Rules) -> None:
    assert make_rules(rules.preset, overridden(rules)) == rules
    assert make_rules("saratoga", rules.options()).options() == rules.options()


def test_every_option_has_its_section_and_a_default() -> None:
    rules = make_rules("saratoga")
    assert list(rules.options()) == [option.name for option in OPTIONS]
    for option in OPTIONS:
        assert option.section in {f"R{n}" for n in range(1, 17)}
        assert option.meaning
        assert option.parse(option.plain(option.default)) == option.default
        assert Rules("").value(option) == option.default


def test_every_field_of_a_group_declares_an_option() -> None:
    groups = [field.name for field in fields(Rules) if field.name != "preset"]
    declared = [
        field.metadata["option"] for group in groups for field in fields(getattr(Rules(""), group))
    ]
    assert declared == list(OPTIONS)
    assert len({option.name for option in OPTIONS}) == len(OPTIONS)


def test_each_value_has_its_json_form() -> None:
    for option in OPTIONS:
        for plain in option.choices:
            value = option.parse(plain)
            assert option.plain(value) == plain
            assert option.plain(make_rules("saratoga", {option.name: plain}).value(option)) == plain


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("ace", "middle", 'ace is one of high, low; "middle" is not'),
        ("ace", None, "null is not"),
        ("penalty.compensation", 1, "penalty.compensation is one of false, true; 1 is not"),
        ("penalty.compensation", "true", '"true" is not'),
        ("broke", "leave", "broke is one of finish_hand, drop_out, rebuy, debt"),
        ("stakes.amount", -1, "stakes.amount is a whole number from 0 to 10000; -1 is not"),
        ("stakes.amount", 10_001, "10001 is not"),
        ("stakes.amount", 1.5, "whole number"),
        ("stakes.amount", True, "true is not"),
        ("stakes.amount", None, "null is not"),
        ("stakes.dealer_factor", 0, "from 1 to 10"),
        ("chips.start", 0, "from 1 to 1000000"),
        ("ending.hands", 0, "from 1 to 1000"),
        ("layout", [], "a list of 1 to 12 spaces"),
        ("layout", "AH", "a list of 1 to 12 spaces"),
        ("layout", ["AH"] * (MAX_SPACES + 1), "a list of 1 to 12 spaces"),
        ("layout", ["AH", "ah"], "a name of its own"),
        ("layout", ["1H"], "is not a card"),
        ("layout", [7], "a space of the layout is a card, or"),
        ("layout", [{"name": "K-Q"}], "a space of the layout is a card, or"),
        ("layout", [{**CARD, "name": ""}], "1 to 24 printable characters"),
        ("layout", [{**CARD, "name": "x" * 25}], "1 to 24 printable characters"),
        ("layout", [{**CARD, "name": "a\nb"}], "1 to 24 printable characters"),
        ("layout", [{**CARD, "cards": []}], "a list of 1 to 13 cards"),
        ("layout", [{**CARD, "cards": 7}], "a list of 1 to 13 cards"),
        ("layout", [{**CARD, "cards": "KH QH"}], "is not a card"),
        ("layout", {}, "a list of 1 to 12 spaces"),
        ("layout", [{**CARD, "cards": ["KH", "kh"]}], "names a card twice"),
        ("stakes.amounts", 1, "there is no option 'stakes.amounts'"),
    ],
)
def test_a_senseless_option_is_refused(name: str, value: Any, message: str) -> None:
    with pytest.raises(Malformed) as refused:
        make_rules("saratoga", {name: value})
    assert message in refused.value.detail


def test_leftover_cards_need_a_widow_to_go_to() -> None:
    """R4."""
    with pytest.raises(Malformed, match="needs a widow"):
        make_rules("saratoga", {"deal.leftover": "equal_to_widow", "widow": "none"})


def test_a_set_number_of_hands_may_be_left_out() -> None:
    """R13."""
    assert make_rules("saratoga", {"ending.hands": None}).ending.hands is None
    assert make_rules("saratoga", {"ending.hands": 7}).ending.hands == 7


def test_a_space_may_have_several_cards() -> None:
    """R1."""
    rules = make_rules("saratoga", {"layout": ["kh", CARD]})
    assert rules.table.layout == (Space("KH", ((37,),)), Space("pair", ((37, 36),)))
    assert rules.table.space_names == ("KH", "pair")
    pair = (37, 36)
    wins = (rules.table.wins_of[37], rules.table.wins_of[36], rules.table.wins_of[0])
    assert wins == (((0, (37,)), (1, pair)), ((1, pair),), ())
    assert rules.options()["layout"] == ["KH", CARD]
    assert make_rules("saratoga", {"layout": rules.options()["layout"]}) == rules


def test_a_layout_may_be_written_as_names_and_cards() -> None:
    """R1."""
    layout = {"KH": "KH", "pair": ["KH", "QH"]}
    assert make_rules("saratoga", {"layout": layout}).options()["layout"] == ["KH", CARD]


def test_a_whole_number_may_come_as_json_writes_it() -> None:
    amount = make_rules("saratoga", {"stakes.amount": 2.0}).stakes.amount
    assert amount == 2
    assert isinstance(amount, int)


def test_a_space_named_after_another_card_keeps_its_cards() -> None:
    layout = [{"name": "AH", "cards": ["2C"]}]
    assert make_rules("saratoga", {"layout": layout}).options()["layout"] == layout


def test_the_ace_has_its_order() -> None:
    """R1."""
    assert make_rules("saratoga").table.order is ACE_HIGH
    assert make_rules("saratoga", {"ace": "low"}).table.order is ACE_LOW


def test_a_miss_costs_where_there_is_a_fine_or_compensation() -> None:
    """R9."""
    assert not make_rules("saratoga").misses.cost_anything
    assert make_rules("saratoga", {"penalty.missed_play": 1}).misses.cost_anything
    assert make_rules("saratoga", {"penalty.compensation": True}).misses.cost_anything
