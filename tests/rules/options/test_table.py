"""What a table starts with (R1, R2)."""

from __future__ import annotations

import pytest

from chalicelib.rules import AgainstRules, Space, make_rules
from chalicelib.rules.cards import ACE_HIGH, ACE_LOW
from chalicelib.rules.options.table import FirstDealer, Table

PAIR = {"name": "pair", "cards": ["KH", "QH"]}


def test_the_ace_has_its_order() -> None:
    """R1."""
    assert make_rules("saratoga").table.order is ACE_HIGH
    assert make_rules("saratoga", {"ace": "low"}).table.order is ACE_LOW


def test_a_space_may_have_several_cards() -> None:
    """R1."""
    rules = make_rules("saratoga", {"layout": ["kh", PAIR]})
    table = rules.table
    assert table.layout == (Space("KH", ((37,),)), Space("pair", ((37, 36),)))
    assert (table.space_names, table.all_spaces, table.has_sets) == (("KH", "pair"), 0b11, True)
    pair = (37, 36)
    wins = (table.wins_of[37], table.wins_of[36], table.wins_of[0])
    assert wins == (((0, (37,)), (1, pair)), ((1, pair),), ())
    assert rules.options()["layout"] == ["KH", PAIR]
    assert make_rules("saratoga", {"layout": rules.options()["layout"]}) == rules
    assert not Table().has_sets


def test_the_first_dealer_is_found_as_the_rules_say() -> None:
    """R2."""
    table = Table(first_dealer=FirstDealer.HIGH_CARD)
    table.check_found_by(FirstDealer.HIGH_CARD)
    with pytest.raises(AgainstRules, match="found by high_card here") as refused:
        table.check_found_by(FirstDealer.FIRST_JACK)
    assert refused.value.section == "R2"
