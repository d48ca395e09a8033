"""Rounds: who takes part, and which step follows which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from chalicelib.league import rounds
from chalicelib.league.errors import (
    CannotSeat,
    ChosenWithdrawn,
    LeagueError,
    PlayersBusy,
    PlayerSits,
    PlayerWithdrawn,
    RoundBegun,
    RoundNotDraft,
    RoundNotOpen,
    TooManyRounds,
    TooManyTables,
    UnknownPlayers,
    WithdrawnSince,
)
from chalicelib.league.players import Player
from chalicelib.league.rounds import MAX_ROUNDS, MAX_TABLES, Round, RoundState, SeatedTable
from chalicelib.league.seating import draw
from chalicelib.recording import Recording

PLAYERS = {number: Player(number, f"player {number}") for number in range(1, 13)}
GONE = PLAYERS | {5: Player(5, "player 5", withdrawn_from=3)}


def drafted(number: int = 3, players: range | list[int] = range(1, 7)) -> Round:
    return rounds.draft(
        number,
        players,
        seed="seed",
        tables=None,
        recording=Recording.DEALT,
        absent=[12, 11],
        now=1000,
        table_id=lambda table: f"r{number}t{table}",
    )


def in_state(state: RoundState, number: int = 3) -> Round:
    return replace(drafted(number), state=state)


def test_rounds_are_numbered_through() -> None:
    assert rounds.next_number(0) == 1
    assert rounds.next_number(MAX_ROUNDS - 1) == MAX_ROUNDS
    with pytest.raises(TooManyRounds):
        rounds.next_number(MAX_ROUNDS)


def test_all_take_part_who_have_not_withdrawn() -> None:
    everybody = frozenset(PLAYERS)
    assert rounds.taking_part(PLAYERS, 3, None, []) == everybody
    assert rounds.taking_part(GONE, 2, None, []) == everybody
    assert rounds.taking_part(GONE, 3, None, []) == everybody - {5}
    assert rounds.taking_part(GONE, 3, None, [1, 5]) == everybody - {1, 5}


def test_those_chosen_take_part_unless_absent() -> None:
    assert rounds.taking_part(PLAYERS, 3, [1, 2, 3, 3], [2, 9]) == {1, 3}
    assert rounds.taking_part(GONE, 3, [1, 5], [5]) == {1}
    with pytest.raises(ChosenWithdrawn) as withdrawn:
        rounds.taking_part(GONE, 3, [1, 5], [])
    assert withdrawn.value.players == (5,)
    with pytest.raises(UnknownPlayers) as unknown:
        rounds.taking_part(PLAYERS, 3, [1, 40], [30])
    assert unknown.value.players == (30, 40)


def test_a_draft_is_the_draw_of_its_seed() -> None:
    draft = drafted(players=range(1, 13))
    assert [table.players for table in draft.tables] == list(draw(range(1, 13), "seed"))
    assert [table.id for table in draft.tables] == ["r3t1", "r3t2"]
    assert (draft.state, draft.drawn, draft.opened, draft.closed) == (
        RoundState.DRAFT,
        1000,
        None,
        None,
    )
    assert draft.absent == (11, 12)
    assert draft.seated == set(range(1, 13))


def test_what_cannot_be_seated_is_not_drawn() -> None:
    with pytest.raises(CannotSeat) as few:
        drafted(players=[1, 2])
    assert (few.value.players, few.value.tables, few.value.least) == (2, None, 3)
    with pytest.raises(TooManyTables) as many:
        drafted(players=range(1, 6 * MAX_TABLES + 6))
    assert many.value.most == MAX_TABLES


def test_a_draft_is_opened_and_closed() -> None:
    opening = rounds.start_opening(drafted(), [drafted()], PLAYERS, 2000)
    assert (opening.state, opening.opened) == (RoundState.OPENING, 2000)
    opened = rounds.finish_opening(opening)
    assert opened == replace(opening, state=RoundState.OPEN)
    closed = rounds.close(opened, 3000)
    assert closed == replace(opened, state=RoundState.CLOSED, closed=3000)


def test_of_how_many_drafts_a_round_was_opened() -> None:
    """The number shows repeated draws, in whatever order the drafts are opened."""
    drafts = {n: replace(drafted(n), drawn=1000 * n) for n in (1, 2, 3, 4)}
    drafts[2] = rounds.discard(drafts[2])

    def opened(number: int, now: int) -> int | None:
        drafts[number] = rounds.finish_opening(
            rounds.start_opening(drafts[number], drafts.values(), {}, now)
        )
        return drafts[number].drafts

    assert all(draft.drafts is None for draft in drafts.values())
    for number, draft in drafts.items():
        drafts[number] = replace(draft, tables=())
    assert opened(3, 5000) == 4
    assert opened(1, 5500) == 3
    drafts[5] = replace(drafted(5), drawn=6000, tables=())
    drafts[6] = replace(drafted(6), drawn=7000, tables=())
    assert opened(5, 8000) == 2
    assert opened(4, 9000) == 3


@pytest.mark.parametrize(
    ("step", "states"),
    [
        (rounds.discard, {RoundState.DISCARDED}),
        (
            lambda played: rounds.start_opening(played, [], PLAYERS, 9),
            {RoundState.OPENING, RoundState.OPEN},
        ),
        (
            rounds.finish_opening,
            set(RoundState) - {RoundState.OPENING},
        ),
        (lambda played: rounds.close(played, 9), {RoundState.CLOSED}),
    ],
    ids=["discard", "start_opening", "finish_opening", "close"],
)
def test_a_step_that_is_done_changes_nothing(
    step: Callable[[Round], Round], states: set[RoundState]
) -> None:
    for state in states:
        assert step(in_state(state)) == in_state(state)


@pytest.mark.parametrize(
    ("step", "states", "error"),
    [
        (rounds.discard, {RoundState.OPENING, RoundState.OPEN, RoundState.CLOSED}, RoundBegun),
        (
            lambda played: rounds.start_opening(played, [], PLAYERS, 9),
            {RoundState.CLOSED, RoundState.DISCARDED},
            RoundNotDraft,
        ),
        (
            lambda played: rounds.close(played, 9),
            {RoundState.DRAFT, RoundState.OPENING, RoundState.DISCARDED},
            RoundNotOpen,
        ),
    ],
    ids=["discard", "start_opening", "close"],
)
def test_a_step_out_of_turn_is_refused(
    step: Callable[[Round], Round], states: set[RoundState], error: type[LeagueError]
) -> None:
    for state in states:
        with pytest.raises(error) as refused:
            step(in_state(state))
        assert vars(refused.value)["number"] == 3


@pytest.mark.parametrize("state", RoundState)
def test_nobody_sits_in_two_rounds_under_way(state: RoundState) -> None:
    other = replace(in_state(state, 2), tables=(SeatedTable("t", (9, 4, 2)),))
    if state not in (RoundState.OPENING, RoundState.OPEN):
        assert rounds.start_opening(drafted(), [other], PLAYERS, 9).under_way
        return
    with pytest.raises(PlayersBusy) as busy:
        rounds.start_opening(drafted(), [other], PLAYERS, 9)
    assert (busy.value.players, busy.value.other) == ((2, 4), 2)


def test_a_round_is_no_obstacle_to_itself() -> None:
    also_opening = in_state(RoundState.OPENING)
    assert rounds.start_opening(drafted(), [also_opening], PLAYERS, 9).under_way


def test_a_round_is_drawn_anew_when_a_player_has_withdrawn() -> None:
    assert rounds.start_opening(drafted(2), [], GONE, 9).under_way
    with pytest.raises(WithdrawnSince) as gone:
        rounds.start_opening(drafted(3), [], GONE, 9)
    assert gone.value.players == (5,)


def test_a_late_player_takes_the_next_seat_of_a_table() -> None:
    played = replace(drafted(players=range(1, 9)), state=RoundState.OPEN)
    joined = rounds.take_seat(played, 1, len(played.tables[0].players), PLAYERS[12], [played])
    assert joined.tables[0].players == (*played.tables[0].players, 12)
    assert joined.tables[1:] == played.tables[1:]
    seated = joined.table_of(12)
    assert seated is not None
    assert seated.id == "r3t1"
    assert played.table_of(12) is None


def test_a_late_player_sits_nowhere_else() -> None:
    played = replace(drafted(players=[1, 2, 3]), state=RoundState.OPEN)
    other = replace(drafted(2, [5, 6, 7]), state=RoundState.OPENING)
    with pytest.raises(PlayerSits) as sits:
        rounds.take_seat(played, 1, 3, PLAYERS[6], [other, played])
    assert (sits.value.players, sits.value.table, sits.value.round) == ((6,), 1, 2)
    closed = replace(other, state=RoundState.CLOSED)
    assert rounds.take_seat(played, 1, 3, PLAYERS[6], [closed, played]).table_of(6)
    with pytest.raises(PlayerWithdrawn):
        rounds.take_seat(played, 1, 3, GONE[5], [played])


def test_who_has_left_a_table_is_free_to_sit_elsewhere() -> None:
    played = replace(drafted(players=[1, 2, 3]), state=RoundState.OPEN)
    other = replace(drafted(2, [1, 6, 7]), state=RoundState.DRAFT)
    with pytest.raises(PlayersBusy):
        rounds.start_opening(other, [played], PLAYERS, 9)
    gone = {(played.tables[0].id, 1)}
    assert rounds.start_opening(other, [played], PLAYERS, 9, gone).under_way
    back = rounds.take_seat(played, 1, 1, PLAYERS[1], [played], gone)
    assert back.tables[0].players[1] == 1


def test_a_player_withdraws_from_the_round_after_the_last_one_opened() -> None:
    assert rounds.next_to_open([]) == 1
    states = [
        (1, RoundState.CLOSED),
        (2, RoundState.DISCARDED),
        (3, RoundState.OPEN),
        (4, RoundState.DRAFT),
    ]
    assert rounds.next_to_open(in_state(state, number) for number, state in states) == 4
    assert rounds.next_to_open([in_state(RoundState.DRAFT, 7)]) == 1
