"""R12, R14: who leaves a place, comes back or is replaced, and whose the chips are."""

from __future__ import annotations

from chalicelib.league.places import Books, Change, ChangeKind
from chalicelib.league.standings import TableResult, standings

NAMES = {number: f"player {number}" for number in range(20)}
LEFT, BACK = ChangeKind.LEFT, ChangeKind.BACK
BOUGHT, SUBSTITUTE = ChangeKind.BOUGHT, ChangeKind.SUBSTITUTE

EVENING = TableResult(
    players=[1, 5, 3, 6],
    bought_in=[50, 50, 50, 50],
    after_hands=[[60, 40, 45, 45], [70, 0, 50, 60], [80, 30, 40, 100]],
    changes=[
        (1, Change(2, LEFT, 1, 2, 40)),  # player 2 goes home after the first hand,
        (2, Change(3, SUBSTITUTE, 1, 5, 40)),  # and player 5 takes the place and the 40 chips
        (2, Change(3, LEFT, 3, 4, 60)),  # player 4 goes home after the second,
        (2, Change(3, BOUGHT, 3, 6, 50)),  # and player 6 buys into the place
    ],
)
"""Stacks of 4 seats after three hands."""


def lines(table: TableResult, hands: int | None = None) -> dict[int, tuple[int, int, int]]:
    found = standings([table], NAMES, hands=hands)
    return {line.player: (line.chips, line.net, line.hands) for line in found}


def test_results_go_by_person_and_not_by_place() -> None:
    assert lines(EVENING) == {
        1: (80, 30, 3),
        2: (40, -10, 1),
        3: (40, -10, 3),
        4: (60, 10, 2),
        5: (30, -10, 1),
        6: (100, 50, 1),
    }


def test_after_so_many_hands_only_those_count_who_had_come() -> None:
    assert lines(EVENING, 1) == {1: (60, 10, 1), 2: (40, -10, 1), 3: (45, -5, 1), 4: (45, -5, 1)}
    assert lines(EVENING, 2) == {1: (70, 20, 2), 2: (40, -10, 1), 3: (50, 0, 2), 4: (60, 10, 2)}


def test_who_comes_back_brings_the_stack_and_counts_once() -> None:
    table = EVENING._replace(
        players=[1, 2, 3, 4],
        changes=[(1, Change(2, LEFT, 1, 2, 40)), (2, Change(3, BACK, 1, 2, 40))],
    )
    assert lines(table)[2] == (30, -20, 2)
    assert lines(table, 2)[2] == (40, -10, 1)


def test_who_has_left_shares_nothing_unclaimed() -> None:
    over = EVENING._replace(changes=EVENING.changes[:1], final=[90, 0, 50, 110])
    assert (lines(over)[2], lines(over)[1]) == ((40, -10, 1), (90, 40, 3))


def test_who_took_no_seat_has_no_line() -> None:
    """A place that was vacant at the first deal, and who left it before, are not there."""
    table = TableResult([1, 2, 3, 4], [50, 0, 50, 50], [[60, 0, 40, 50]])
    assert sorted(lines(table)) == [1, 3, 4]


def test_two_tables_of_one_round_are_one_round() -> None:
    one = EVENING._replace(round=1)
    other = TableResult([2, 8, 9], [50] * 3, [[50] * 3], round=1)
    later = TableResult([2, 8, 9], [50] * 3, [[50] * 3], round=2)
    found = {line.player: line.rounds for line in standings([one, other, later], NAMES)}
    assert (found[2], found[8], found[1]) == (2, 2, 1)


def test_a_stack_goes_on_with_one_substitute_or_with_its_player() -> None:
    books = Books.start([1, 2, 3], [50] * 3, [])
    assert books.left_at(1) is None
    books.change(Change(2, LEFT, 1, 2, 50))
    assert (books.left_at(1), books.kept_by(2)) == (50, 50)
    books.change(Change(2, SUBSTITUTE, 1, 5, 50))
    assert (books.left_at(1), books.kept_by(2), books.kept_by(5)) == (None, None, None)
    books.change(Change(2, LEFT, 1, 5, 50))
    books.change(Change(2, BOUGHT, 1, 6, 50))
    assert (books.left_at(1), books.kept_by(2), books.kept_by(5)) == (None, None, 50)
    books.change(Change(2, BACK, 3, 5, 50))
    assert (books.kept_by(2), books.kept_by(5)) == (None, None)
    assert books.seats == {0: 1, 1: 6, 2: 3, 3: 5}
    assert books.results() == {1: 50, 2: 50, 3: 50, 5: 50, 6: 50}


def test_of_two_stacks_left_with_the_one_that_another_plays_on_with_counts_for_the_other() -> None:
    """R12: player 2 leaves with 50, stands in for player 3, leaves again, and is stood in for."""
    books = Books.start([1, 2, 3], [50] * 3, [])
    books.change(Change(2, LEFT, 1, 2, 50))
    books.change(Change(2, LEFT, 2, 3, 50))
    books.change(Change(2, SUBSTITUTE, 2, 2, 50))
    books.settle([60, 0, 40])
    books.change(Change(3, LEFT, 2, 2, 40))
    assert books.results()[2] == 90
    books.change(Change(3, SUBSTITUTE, 2, 4, 40))
    assert books.results() == {1: 60, 2: 50, 3: 50, 4: 40}
    assert books.kept_by(2) == 50
    books.change(Change(3, BACK, 1, 2, 50))
    assert books.results() == {1: 60, 2: 50, 3: 50, 4: 40}


def test_a_stack_that_goes_on_elsewhere_counts_there() -> None:
    """R12: who is moved brings the stack; what was won or lost before stays at the first table."""
    first = TableResult(
        [1, 2, 3], [50] * 3, [[60, 40, 50], [70, 40, 40]],
        changes=[
            (1, Change(2, LEFT, 1, 2, 40)),
            (2, Change(3, ChangeKind.ELSEWHERE, 1, 2, 40)),
        ],
        round=1,
    )  # fmt: skip
    other = TableResult(
        [4, 5, 6, 2], [50] * 3, [[50, 50, 50], [50, 50, 45, 45]],
        changes=[(1, Change(2, ChangeKind.BROUGHT, 3, 2, 40))],
        round=1,
    )  # fmt: skip
    assert lines(first)[2] == (0, -10, 1)
    assert lines(first, 1)[2] == (40, -10, 1)
    assert lines(other)[2] == (45, 5, 1)
    (line,) = [one for one in standings([first, other], NAMES) if one.player == 2]
    assert (line.chips, line.net, line.hands, line.rounds) == (45, -5, 2, 1)
