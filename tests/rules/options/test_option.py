"""What rules can be made of, and what is refused (R1, R3-R13)."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

import pytest
from harness.messages import says

from chalicelib.json_value import Json
from chalicelib.rules import OPTIONS, Malformed, Rules, make_rules, new_rules, overridden
from chalicelib.rules.actions import Take, read_action
from chalicelib.rules.layout import MAX_SPACES
from chalicelib.rules.options.option import choice, limit, number, yes_or_no

CARD = {"name": "pair", "cards": ["KH", "QH"]}


def test_every_option_has_its_section_and_a_default() -> None:
    rules = make_rules("saratoga")
    assert list(rules.options()) == [option.name for option in OPTIONS]
    for option in OPTIONS:
        assert option.section in {f"R{n}" for n in range(1, 18)}
        assert option.meaning
        assert option.parse(option.plain(option.default)) == option.default
        assert Rules("").value(option) == option.default


def test_each_value_has_its_json_form() -> None:
    for option in OPTIONS:
        for plain in option.choices:
            value = option.parse(plain)
            assert option.plain(value) == plain
            assert option.plain(make_rules("saratoga", {option.name: plain}).value(option)) == plain


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "ace",
            "middle",
            says("option.choice", name="ace", allowed="[high, low]", value='"middle"'),
        ),
        ("ace", None, says("option.choice", name="ace", allowed="[high, low]", value="null")),
        (
            "penalty.compensation",
            1,
            says("option.choice", name="penalty.compensation", allowed="[false, true]", value="1"),
        ),
        (
            "penalty.compensation",
            "true",
            says(
                "option.choice",
                name="penalty.compensation",
                allowed="[false, true]",
                value='"true"',
            ),
        ),
        (
            "broke",
            "leave",
            says("option.choice", name="broke", allowed="[finish_hand, drop_out, rebuy, debt]"),
        ),
        (
            "stakes.amount",
            -1,
            says("option.number", name="stakes.amount", low=0, high=10000, value="-1"),
        ),
        (
            "stakes.amount",
            10_001,
            says("option.number", name="stakes.amount", low=0, high=10000, value="10001"),
        ),
        ("stakes.amount", 1.5, says("option.number")),
        (
            "stakes.amount",
            True,
            says("option.number", name="stakes.amount", low=0, high=10000, value="true"),
        ),
        (
            "stakes.amount",
            None,
            says("option.number", name="stakes.amount", low=0, high=10000, value="null"),
        ),
        (
            "stakes.dealer_factor",
            0,
            says("option.number", name="stakes.dealer_factor", low=1, high=10),
        ),
        ("chips.start", 0, says("option.number", name="chips.start", low=1, high=1000000)),
        (
            "stakes.amount",
            [1],
            r"option.number \(name=stakes.amount, .*value=option.such-a-thing",
        ),
        ("ending.hands", 0, says("option.number", name="ending.hands", low=1, high=1000)),
        ("layout", [], says("option.layout-size", most=12)),
        ("layout", "AH", says("option.layout-size", most=12)),
        ("layout", ["AH"] * (MAX_SPACES + 1), says("option.layout-size", most=12)),
        ("layout", ["AH", "ah"], says("option.layout-name-twice")),
        ("layout", ["1H"], says("card.unreadable")),
        ("layout", [7], says("option.layout-space")),
        ("layout", [{"name": "K-Q"}], says("option.layout-space")),
        ("layout", [{**CARD, "name": ""}], says("option.layout-name")),
        ("layout", [{**CARD, "name": "x" * 25}], says("option.layout-name")),
        ("layout", [{**CARD, "name": "a\nb"}], says("option.layout-name")),
        ("layout", [{**CARD, "cards": []}], says("option.layout-cards")),
        ("layout", [{**CARD, "cards": 7}], says("option.layout-cards")),
        ("layout", [{**CARD, "cards": "KH QH"}], says("card.unreadable")),
        ("layout", {}, says("option.layout-size", most=12)),
        ("layout", [{**CARD, "cards": ["KH", "kh"]}], says("option.layout-card-twice")),
        (
            "stakes.amounts",
            1,
            says(
                "option.unknown",
                name="stakes.amounts",
                hint="option.did-you-mean (like=stakes.amount)",
            ),
        ),
    ],
)
def test_a_senseless_option_is_refused(name: str, value: Any, message: str) -> None:
    with pytest.raises(Malformed) as refused:
        make_rules("saratoga", {name: value})
    assert re.search(message, str(refused.value))


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


OLD = [{"name": "Zoe\u0308", "cards": ["KH"]}, {"name": "ZOË", "cards": ["QH"]}]


def test_names_of_spaces_are_cleaned_where_somebody_writes_them() -> None:
    names = {"Zoe\u0308": "KH", " K \u00a0Q ": "QH", "علی\u200cرضا": "JH"}
    layout: Json = [{"name": name, "cards": [card]} for name, card in names.items()]
    rules = new_rules("saratoga", {"layout": layout})
    assert rules.table.space_names == ("Zoë", "K Q", "علی\u200cرضا")
    assert make_rules("saratoga", overridden(rules)) == rules


def test_a_stored_layout_is_read_as_it_is_written() -> None:
    """Digests of old hands depend on it."""
    rules = make_rules("saratoga", {"layout": OLD})
    assert overridden(rules)["layout"] == OLD
    assert rules.table.placement({"ZOË": 2, "Zoe\u0308": 1}) == {1: 2, 0: 1}


@pytest.mark.parametrize(
    ("layout", "problem"),
    [
        (OLD, "option.layout-name-twice"),
        (["AH", {"name": "ＡＨ", "cards": ["KH"]}], "option.layout-name-twice"),
        ([{**CARD, "name": "\u3164"}], "name.nothing-seen"),
        ([{**CARD, "name": "a\nb"}], "value.control-characters"),
        ([{**CARD, "name": "x" * 25}], "option.layout-name"),
        ([{**CARD, "name": 7}], "option.layout-name"),
        ([{"cards": ["KH"]}], "option.layout-space"),
        ("AH", "option.layout-size"),
        ({"x": ["AH"]}, "option.layout-size"),
        ([{"name": "x", "cards": "AH"}], "option.layout-cards"),
        ([7], "option.layout-space"),
    ],
)
def test_a_new_layout_has_names_that_people_tell_apart(layout: Json, problem: str) -> None:
    with pytest.raises(Malformed) as refused:
        new_rules("saratoga", {"layout": layout})
    assert refused.value.detail.id == problem


def test_a_space_is_found_however_its_name_is_typed() -> None:
    layout: Json = [{"name": "Zoë", "cards": ["KH"]}, {"name": "Ann", "cards": ["QH"]}]
    table = new_rules("saratoga", {"layout": layout}).table
    assert table.placement({"ZOE\u0308": 1, " Ａnn": 2}) == {0: 1, 1: 2}
    assert read_action({"take": "ann", "seat": 1}, table.space_names) == Take(0, 1)
    with pytest.raises(Malformed) as refused:
        table.placement({"Ann": 1, "ann": 2})
    assert refused.value.detail.id == "stakes.space-twice"


class Colour(Enum):
    RED = "red"
    DARK_BLUE = "dark_blue"


@dataclass(frozen=True)
class Example:
    """A group with an option of each kind that has a sentence of its own."""

    colour: Colour = choice("my.colour", "R1", Colour.RED, "its colour", part="lead")
    shade: Colour = choice(
        "my.shade", "R1", Colour.RED, "its shade", part="lead", unsaid=Colour.RED
    )
    loud: bool = yes_or_no("loud", "R1", False, "whether it is loud", part="lead")
    fee: int = number("my.fee", "R1", 0, (0, 9), "what it costs", part="lead", unsaid=0)
    most: int | None = limit("my.most", "R1", (1, 9), "how often", part="lead")
    quiet: int = number("my.quiet", "R1", 0, (0, 9), "what no page says")


def test_an_option_has_a_sentence_for_each_value_by_its_name() -> None:
    declared = [field.metadata["option"] for field in fields(Example)]
    assert [option.sentences for option in declared] == [
        ("page.my.colour.red", "page.my.colour.dark_blue"),
        ("page.my.shade.dark_blue",),
        ("page.loud.false", "page.loud.true"),
        ("page.my.fee",),
        ("page.my.most",),
        (),
    ]
    colour, shade, loud, fee, most, quiet = declared
    assert colour.sentence(Colour.DARK_BLUE) == "page.my.colour.dark_blue"
    assert shade.sentence(Colour.RED) is None
    assert loud.sentence(True) == "page.loud.true"
    assert [fee.sentence(0), fee.sentence(1)] == [None, "page.my.fee"]
    assert [most.sentence(None), most.sentence(1)] == [None, "page.my.most"]
    assert quiet.sentence(1) is None
