"""Standings as a fold over tables."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from chalicelib.league.places import Change, ChangeKind
from chalicelib.league.standings import (
    COLUMNS,
    RankedBy,
    Standing,
    Sums,
    TableResult,
    ranked,
)
from chalicelib.league.standings import standings as named_standings

NAMES = {number: f"player {number}" for number in range(20)}


def standings(
    tables: Iterable[TableResult], by: RankedBy = RankedBy.CHIPS, hands: int | None = None
) -> tuple[Standing, ...]:
    return named_standings(tables, NAMES, by, hands)


TABLE = TableResult([7, 3, 5], [50, 50, 50], [[40, 55, 45], [60, 30, 44]], [66, 36, 48])


def chips_by_seat(table: TableResult, hands: int | None = None) -> list[int]:
    stacks = table.books(hands).stacks
    return [stacks[seat] for seat in sorted(stacks)]


def test_the_last_word_are_the_final_stacks() -> None:
    assert chips_by_seat(TABLE) == [66, 36, 48]
    assert chips_by_seat(TableResult([7, 3, 5], [50] * 3, TABLE.after_hands)) == [60, 30, 44]


def test_after_so_many_hands_unclaimed_chips_are_aside() -> None:
    assert chips_by_seat(TABLE, 1) == [40, 55, 45]
    assert chips_by_seat(TABLE, 2) == [60, 30, 44]
    assert chips_by_seat(TABLE, 9) == [60, 30, 44]


def test_before_the_first_hand_everybody_has_what_he_bought() -> None:
    fresh = TableResult([1, 2, 3], [50, 50, 60], [])
    assert chips_by_seat(fresh) == chips_by_seat(fresh, 3) == [50, 50, 60]
    assert [line.net for line in standings([fresh])] == [0, 0, 0]


def test_tables_add_up() -> None:
    other = TableResult([3, 9], [50, 50], [[70, 30]])
    lines = {line.player: line for line in standings([TABLE, other])}
    assert (lines[3].chips, lines[3].net, lines[3].rounds, lines[3].hands) == (106, 6, 2, 3)
    assert (lines[9].chips, lines[9].net, lines[9].rounds, lines[9].hands) == (30, -20, 1, 1)


def test_equals_share_a_rank_and_stand_by_number() -> None:
    sums = [Sums(n, chips=chips) for n, chips in ((4, 9), (2, 7), (1, 7), (3, 5), (9, 5))]
    lines = [(line.rank, line.tied, line.player) for line in ranked(sums, NAMES)]
    assert lines == [(1, False, 4), (2, True, 1), (2, True, 2), (4, True, 3), (4, True, 9)]
    assert ranked([], NAMES) == ()


def test_a_line_is_a_row_with_a_value_for_each_column() -> None:
    (first, *_) = standings([TABLE])
    assert dict(zip(COLUMNS, first, strict=True)) == {
        "rank": 1,
        "tied": False,
        "player": 7,
        "name": "player 7",
        "chips": 66,
        "net": 16,
        "rounds": 1,
        "hands": 2,
    }


@given(st.lists(st.integers(-3, 3), max_size=12))
def test_a_rank_is_one_more_than_those_who_are_better(nets: list[int]) -> None:
    lines = ranked([Sums(n, net=net) for n, net in enumerate(nets)], NAMES, RankedBy.NET)
    for line in lines:
        assert line.rank == 1 + sum(other.net > line.net for other in lines)
        assert line.tied == (sum(other.net == line.net for other in lines) > 1)


# -- chips bought later, and seats that join (R12) ------------------------------------------------


def bought(after: int, seat: int, player: int, chips: int = 50) -> tuple[int, Change]:
    return after, Change(after + 1, ChangeKind.BOUGHT, seat, player, chips)


GREW = TableResult(
    [7, 3, 5, 9],
    [50, 50, 50],
    [[0, 70, 60], [90, 60, 50, 20]],
    None,
    [bought(1, 0, 7), bought(1, 3, 9), bought(2, 3, 9)],
)
"""After hand 1 seat 1 buys again and seat 4 joins; after hand 2 seat 4 buys again."""


def test_net_is_less_every_stack_bought() -> None:
    lines = {line.player: (line.chips, line.net, line.hands) for line in standings([GREW])}
    assert lines == {7: (90, -10, 2), 3: (60, 10, 2), 5: (50, 0, 2), 9: (70, -30, 1)}


def test_after_so_many_hands_only_what_was_bought_before_counts() -> None:
    lines = {line.player: (line.chips, line.net) for line in standings([GREW], hands=1)}
    assert lines == {7: (0, -50), 3: (70, 20), 5: (60, 10)}  # seat 4 was not there yet
    lines = {line.player: (line.chips, line.net) for line in standings([GREW], hands=2)}
    assert lines[9] == (20, -30)
    assert chips_by_seat(GREW, 3) == chips_by_seat(GREW) == [90, 60, 50, 70]


def test_what_was_bought_before_any_hand_counted_is_there() -> None:
    fresh = TableResult([1, 2, 3, 4], [50] * 3, [], None, [bought(0, 3, 4)])
    assert chips_by_seat(fresh) == chips_by_seat(fresh, 1) == [50] * 4
    assert list(fresh.books(1).entered.values()) == [50] * 4


def test_final_stacks_have_all_who_joined() -> None:
    over = TableResult(
        GREW.players, GREW.bought_in, GREW.after_hands, [100, 70, 60, 80], GREW.changes
    )
    assert [line.net for line in standings([over], by=RankedBy.NET)] == [20, 10, 0, -20]


@st.composite
def tables(draw: st.DrawFn) -> TableResult:
    """A table as it may go: stacks move about, seats buy again and join, chips stay conserved."""
    seats = draw(st.integers(3, 4))
    stacks, after, later = [10] * seats, [], []
    for hand in range(draw(st.integers(0, 5))):
        if hand:
            for seat in range(len(stacks)):
                if not stacks[seat]:
                    stacks[seat] = 10
                    later.append(bought(hand, seat, seat + 1, 10))
            if len(stacks) < 8 and draw(st.booleans()):
                later.append(bought(hand, len(stacks), len(stacks) + 1, 10))
                stacks.append(10)
        for payer in range(len(stacks)):
            paid = draw(st.integers(0, stacks[payer]))
            stacks[payer] -= paid
            stacks[draw(st.integers(0, len(stacks) - 1))] += paid
        after.append(list(stacks))
    return TableResult(range(1, len(stacks) + 1), [10] * seats, after, None, later)


@given(tables(), st.one_of(st.none(), st.integers(1, 7)))
def test_nets_add_up_to_nothing_after_any_hand(table: TableResult, hands: int | None) -> None:
    lines = standings([table], RankedBy.NET, hands)
    assert sum(line.net for line in lines) == 0
    assert len(lines) == len(chips_by_seat(table, hands)) == len(table.books(hands).entered)
