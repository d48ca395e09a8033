"""Seating: as even as can be, by a draw that anyone can repeat."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.league.errors import CannotSeat
from chalicelib.league.seating import (
    MAX_SEATS,
    MIN_SEATS,
    draw,
    draw_dealer,
    lot,
    table_sizes,
)


@given(st.integers(3, 1600))
def test_tables_have_3_to_8_seats_and_differ_by_one_at_most(players: int) -> None:
    sizes = table_sizes(players)
    assert sum(sizes) == players
    assert MIN_SEATS <= sizes[-1] <= sizes[0] <= min(MAX_SEATS, sizes[-1] + 1)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [3]),
        (5, [5]),
        (8, [8]),
        (9, [5, 4]),
        (10, [5, 5]),
        (11, [6, 5]),
        (14, [7, 7]),
        (15, [5, 5, 5]),
        (18, [6, 6, 6]),
        (20, [7, 7, 6]),
    ],
)
def test_left_to_itself_a_draw_makes_tables_of_about_six(players: int, sizes: list[int]) -> None:
    assert table_sizes(players) == sizes


@pytest.mark.parametrize(
    ("players", "tables", "sizes"),
    [(18, 4, [5, 5, 4, 4]), (16, 2, [8, 8]), (6, 2, [3, 3]), (7, 2, [4, 3])],
)
def test_a_number_of_tables_is_kept(players: int, tables: int, sizes: list[int]) -> None:
    assert table_sizes(players, tables) == sizes


@pytest.mark.parametrize(
    ("players", "tables"), [(0, None), (2, None), (2, 1), (9, 1), (5, 2), (17, 2), (5, 0)]
)
def test_what_does_not_work_out_is_refused(players: int, tables: int | None) -> None:
    with pytest.raises(CannotSeat):
        table_sizes(players, tables)


@given(st.sets(st.integers(1, 5000), min_size=3, max_size=60), st.text(max_size=20))
def test_everybody_sits_once_in_the_order_of_the_lots(players: set[int], seed: str) -> None:
    tables = draw(players, seed)
    seated = [player for table in tables for player in table]
    assert sorted(seated) == sorted(players)
    lots = [hashlib.sha256(f"{seed}:{player}".encode()).hexdigest() for player in seated]
    assert lots == sorted(lots)


@given(st.lists(st.integers(1, 99), min_size=3, max_size=20, unique=True))
def test_the_order_of_the_players_makes_no_difference(players: list[int]) -> None:
    assert draw(players, "seed") == draw(players[::-1], "seed")


def test_one_who_stays_away_leaves_the_lots_of_the_others() -> None:
    with_him = [player for table in draw(range(1, 13), "x") for player in table]
    without = [player for table in draw(set(range(1, 13)) - {5}, "x") for player in table]
    assert without == [player for player in with_him if player != 5]


def test_the_first_dealer_is_drawn_among_the_seats() -> None:
    drawn = {draw_dealer("seed", table, range(6)) for table in range(1, 60)}
    assert drawn == set(range(6))
    assert draw_dealer("seed", 3, range(6)) == int(lot("seed:dealer", 3), 16) % 6
