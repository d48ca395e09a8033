"""Players: numbers, names, withdrawing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.league.errors import LeagueFull, NamesTaken
from chalicelib.league.players import MAX_PLAYERS, Player, check_names, join


def test_new_players_get_the_next_numbers_in_order() -> None:
    assert join(["Ann", "Ben"], 7) == (Player(8, "Ann"), Player(9, "Ben"))


@given(st.integers(0, MAX_PLAYERS), st.integers(1, 90))
def test_a_league_is_full_with_its_last_number(last: int, count: int) -> None:
    if last + count <= MAX_PLAYERS:
        assert join(["x"] * count, last)[-1].number == last + count
    else:
        with pytest.raises(LeagueFull) as refused:
            join(["x"] * count, last)
        assert refused.value.most == MAX_PLAYERS


def test_names_are_compared_without_regard_to_case() -> None:
    players = [Player(1, "Ann"), Player(2, "STRASSE")]
    check_names(["Ben", "Anne"], players)
    with pytest.raises(NamesTaken) as refused:
        check_names(["ANN", "Ben", "straße", "ben"], players)
    assert refused.value.names == ("ANN", "straße", "ben")


def test_a_player_has_withdrawn_from_a_round_on() -> None:
    assert not any(Player(1, "Ann").withdrawn(number) for number in (1, 9999))
    player = Player(1, "Ann", withdrawn_from=3)
    assert [player.withdrawn(number) for number in (2, 3, 4)] == [False, True, True]
