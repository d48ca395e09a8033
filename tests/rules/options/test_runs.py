"""How a run is played (R7)."""

from __future__ import annotations

from chalicelib.rules.options.runs import Following, PlayedCards, Runs


def test_played_cards_are_open_or_covered() -> None:
    assert not Runs().cards_are_covered
    assert Runs(played_cards=PlayedCards.COVERED).cards_are_covered


def test_cards_are_played_by_their_holders_or_by_themselves() -> None:
    assert not Runs().play_themselves
    assert Runs(following=Following.AUTOMATIC).play_themselves
