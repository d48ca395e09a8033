"""What a table starts with (R1, R2)."""

from __future__ import annotations

import pytest
from harness.messages import says

from chalicelib.rules import Malformed, Space, make_rules
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


def test_the_first_dealer_is_found_in_one_way() -> None:
    """R2."""
    for chosen in FirstDealer:
        table = Table(first_dealer=chosen)
        assert table.dealer_is_turned_up == (chosen is FirstDealer.FIRST_JACK)
        assert table.dealer_is_cut == (chosen is FirstDealer.HIGH_CARD)


def test_a_space_is_found_by_its_name() -> None:
    table = make_rules("saratoga", {"layout": ["kh", PAIR]}).table
    assert (table.space("KH"), table.space("pair")) == (0, 1)
    assert table.placement({"pair": 3}) == {1: 3}
    wanted = says("stakes.unknown-space", space="QD", spaces="[KH, pair]")
    with pytest.raises(Malformed, match=wanted):
        table.space("QD")
    with pytest.raises(Malformed, match=wanted):
        table.placement({"KH": 1, "QD": 1})
