"""Names that people may take for each other."""

from __future__ import annotations

import pytest

from chalicelib.league.lookalikes import looks, similar_to
from chalicelib.league.players import Player


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Аnn"),  # Cyrillic
        ("Oscar", "0scar"),
        ("Ian", "lan"),
        ("Семён", "Семен"),
        ("Zoë", "Zoe"),
        ("Ann Lee", "AnnLee"),
        ("O’Brien", "O'Brien"),
        ("Søren", "Soren"),
        ("Barney", "Bamey"),
    ],
)
def test_names_that_look_alike_are_similar(one: str, other: str) -> None:
    assert looks(one) == looks(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anne"), ("राम", "रमा"), ("!", "?"), ("李", "季")]
)
def test_other_names_are_not(one: str, other: str) -> None:
    assert looks(one) != looks(other)


def test_each_new_player_is_warned_of_those_who_look_like_it() -> None:
    players = [Player(1, "Ann"), Player(2, "ann"), Player(3, "Ben")]
    named = [Player(4, "Аnn"), Player(5, "Ann"), Player(6, "Cy")]
    alike = similar_to(named, players)
    # Player 5 is a namesake of players 1 and 2: that is no likeness of other names.
    assert [[one.number for one in others] for others in alike] == [[1, 2, 5], [4], []]
