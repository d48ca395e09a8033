"""Standings as a fold over tables."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chalicelib.league.standings import Standing, TableResult, rank, standings

TABLE = TableResult([7, 3, 5], [50, 50, 50], [[40, 55, 45], [60, 30, 44]], [66, 36, 48])


def test_the_last_word_are_the_final_stacks() -> None:
    assert TABLE.stacks() == [66, 36, 48]
    assert TableResult([7, 3, 5], [50] * 3, TABLE.after_hands).stacks() == [60, 30, 44]


def test_after_so_many_hands_unclaimed_chips_are_aside() -> None:
    assert TABLE.stacks(1) == [40, 55, 45]
    assert TABLE.stacks(2) == [60, 30, 44]
    assert TABLE.stacks(9) == [60, 30, 44]


def test_before_the_first_hand_everybody_has_what_he_bought() -> None:
    fresh = TableResult([1, 2, 3], [50, 50, 60], [])
    assert fresh.stacks() == fresh.stacks(3) == [50, 50, 60]
    assert [line.net for line in standings([fresh])] == [0, 0, 0]


def test_tables_add_up() -> None:
    other = TableResult([3, 9], [50, 50], [[70, 30]])
    lines = {line.player: line for line in standings([TABLE, other])}
    assert (lines[3].chips, lines[3].net, lines[3].rounds, lines[3].hands) == (106, 6, 2, 3)
    assert (lines[9].chips, lines[9].net, lines[9].rounds, lines[9].hands) == (30, -20, 1, 1)


def test_equals_share_a_rank_and_stand_by_number() -> None:
    lines = [Standing(n, chips=chips) for n, chips in ((4, 9), (2, 7), (1, 7), (3, 5), (9, 5))]
    ranked = [(line.rank, line.tied, line.player) for line in rank(lines, "chips")]
    assert ranked == [(1, False, 4), (2, True, 1), (2, True, 2), (4, True, 3), (4, True, 9)]
    assert rank([], "chips") == []


@given(st.lists(st.integers(-3, 3), max_size=12))
def test_a_rank_is_one_more_than_those_who_are_better(nets: list[int]) -> None:
    lines = rank([Standing(n, net=net) for n, net in enumerate(nets)], "net")
    for line in lines:
        assert line.rank == 1 + sum(other.net > line.net for other in lines)
        assert line.tied == (sum(other.net == line.net for other in lines) > 1)
