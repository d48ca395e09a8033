"""Two requests at the same draw: both have happened in some order, or one of them is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from harness.club import Club, Got, Table
from harness.contributors import Contributor, contributors, drawing, redraw
from harness.memory import MemoryStore
from harness.sizes import sized
from harness.threads import at_once
from harness.watched import Meanwhile, Watched, Watcher
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib.rules.fairness import read_message
from chalicelib.store.port import Item, Key

RACES = sized(4, 50)


class Scene:
    """A table of three whose draw is open, and who does what there."""

    def __init__(self, club: Club, opened: tuple[int, ...] = ()) -> None:
        self.club = club
        self.table = club.night().table
        self.phones = drawing(self.table)
        self.director = self.table.league.director
        for seat in opened:
            assert self.phones[seat - 1].open().status == 201
        self.bodies = {phone.seat: phone.body() for phone in self.phones}
        for token in self.table.seats:
            self.table.seat(token)
        assert self.table.scorer
        club.clock.tick(20)

    def open(self, seat: int, club: Club) -> Got:
        path = f"{self.table.at()}/draws/1/{seat}"
        return club.put(path, self.bodies[seat], self.table.seat(seat))

    def redraw(self, *left_out: int, club: Club) -> Got:
        path = f"{self.table.at()}/draws/2"
        return club.put(path, {"left_out": left_out}, self.table.scorer)

    def abandon(self, club: Club) -> Got:
        return club.put(f"{self.table.at()}/actions/1", {"abandon": True}, self.director)

    def state(self) -> tuple[str, str, list[int]]:
        page = self.table.view()
        setup = self.club.get(f"{self.table.at()}/setup")
        return page["status"], page["phase"], setup["contributed"]


Request = Callable[[Scene, Club], Got]

OPEN_2: Request = lambda scene, club: scene.open(2, club)  # noqa: E731
OPEN_3: Request = lambda scene, club: scene.open(3, club)  # noqa: E731
REDRAW_3: Request = lambda scene, club: scene.redraw(3, club=club)  # noqa: E731
ABANDON: Request = lambda scene, club: scene.abandon(club)  # noqa: E731

PAIRS: dict[str, tuple[tuple[int, ...], Request, Request, set[tuple[int, int]]]] = {
    "two last openings": ((1,), OPEN_2, OPEN_3, {(201, 201)}),
    "the last opening and another try": ((1, 2), OPEN_3, REDRAW_3, {(201, 409), (409, 201)}),
    "the last opening and the end": ((1, 2), OPEN_3, ABANDON, {(201, 201), (409, 201)}),
    "an opening and the end": ((1,), OPEN_2, ABANDON, {(201, 201), (409, 201)}),
    "another try and the end": ((1, 2), REDRAW_3, ABANDON, {(201, 201), (409, 201)}),
    "the same try twice": ((1, 2), REDRAW_3, REDRAW_3, {(201, 200), (200, 201)}),
    "the same opening twice": ((1,), OPEN_3, OPEN_3, {(201, 200), (200, 201)}),
}
"""Two requests: who has opened before, both, and how they may be answered together."""

every_pair = pytest.mark.parametrize("pair", PAIRS)


def check(scene: Scene, pair: str, statuses: tuple[int, int]) -> None:
    """Check that the answers go together, and that the table is in the state that they say."""
    _, one, other, may_be = PAIRS[pair]
    assert statuses in may_be
    status, phase, contributed = scene.state()
    if ABANDON in (one, other):
        assert (status, phase) == ("abandoned", "over")
    elif (REDRAW_3 in (one, other) and statuses[(one, other).index(REDRAW_3)] == 201) or (
        one is other is REDRAW_3
    ):
        assert (phase, scene.table.view()["draw"]["draw"]) == ("draw", 2)
    elif one is other:
        assert (phase, scene.table.view()["draw"]["opened"]) == ("draw", [1, 3])
    else:
        assert (phase, contributed) == ("lead", [1, 2, 3])


@every_pair
@pytest.mark.parametrize("swapped", [False, True], ids=["first", "second"])
def test_what_happens_before_a_commit_is_seen_by_it(club: Club, pair: str, swapped: bool) -> None:
    opened, one, other, _ = PAIRS[pair]
    scene = Scene(club, opened)
    mine, theirs = (other, one) if swapped else (one, other)
    faster: list[Got] = []
    meanwhile = Meanwhile(lambda: faster.append(theirs(scene, club)))
    slower = mine(scene, club.use(store=Watched(club.context.store, meanwhile)))
    statuses = slower.status, faster[0].status
    check(scene, pair, (statuses[1], statuses[0]) if swapped else statuses)


@every_pair
def test_at_the_same_moment_one_comes_first(club: Club, pair: str) -> None:
    opened, one, other, _ = PAIRS[pair]
    for _ in range(RACES):
        scene = Scene(club, opened)
        first, second = at_once(partial(one, scene, club), partial(other, scene, club))
        check(scene, pair, (first.status, second.status))


# -- commitments and the close of the entries ------------------------------------------------------


@pytest.mark.parametrize("others", [True, False], ids=["a draw opens", "dealt at once"])
def test_who_commits_during_the_close_is_in_the_draw_or_late(club: Club, others: bool) -> None:
    table = club.night().table
    if others:
        contributors(table, 2, 3)
    late = Contributor(table, 1)

    def close() -> None:
        assert table.put_hand(1).status == 201

    other = club.use(store=Watched(club.context.store, Meanwhile(close)))
    path = f"{table.path}/commitments/1"
    got = other.put(path, {"commitment": late.commitment}, late.token)
    table.hand = 1
    if others:
        assert (got.status, got.code) == (409, "draw-conflict")
        assert table.view()["draw"]["missing"] == [2, 3]
    else:
        assert (got.status, table.view()["phase"]) == (200, "lead")


def test_a_close_between_two_reads_is_seen(club: Club) -> None:
    table = club.night().table
    contributors(table, 2)
    late = Contributor(table, 1)
    assert table.scorer

    class Between(Watcher):
        happened = False

        def got(self, keys: Sequence[Key], found: dict[Key, Item]) -> None:
            if not self.happened:
                self.happened = True
                assert table.put_hand(1).status == 201

    other = club.use(store=Watched(club.context.store, Between()))
    path = f"{table.path}/commitments/1"
    got = other.put(path, {"commitment": late.commitment}, late.token)
    assert (got.status, got.code) == (409, "draw-conflict")


def test_the_close_takes_what_was_committed_before_it(club: Club) -> None:
    table = club.night().table
    contributors(table, 2, 3)
    late = Contributor(table, 1)
    other = club.use(store=Watched(club.context.store, Meanwhile(lambda: assert_ok(late.commit()))))
    table.seat(1)
    assert other.put(table.at(1), {}, table.scorer).status == 201
    table.hand = 1
    assert table.view()["draw"]["missing"] == [1, 2, 3]


def assert_ok(got: Got) -> None:
    assert got.status == 200, got


def test_commitments_that_race_with_the_close(club: Club) -> None:
    for _ in range(RACES):
        table = club.night().table
        contributors(table, 2)
        late = Contributor(table, 1)
        assert table.scorer
        dealt, committed = at_once(partial(table.put_hand, 1), late.commit)
        table.hand = 1
        assert dealt.status == 201
        missing = table.view()["draw"]["missing"]
        assert (committed.status, missing) in ((200, [1, 2]), (409, [2]))


def test_who_leaves_during_the_close_takes_part_or_has_left(club: Club) -> None:
    for _ in range(RACES):
        table = club.night(4).table
        phones = contributors(table)
        seat = phones[2].token
        dealt, left = at_once(
            partial(table.put_hand, 1, table.scorer),
            partial(club.delete, f"{table.path}/seats/3", seat),
        )
        table.hand = 1
        assert (dealt.status, left.status) == (201, 204)
        seats = table.page()["seats"][2]
        assert seats["leaving"] == (3 in table.view()["draw"]["missing"])
        assert seats["left"] != seats["leaving"]


# -- repeats ---------------------------------------------------------------------------------------

steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["commit", "open", "readmit"]), st.integers(1, 3)),
        st.tuples(st.sampled_from(["close", "abandon", "play", "wait"]), st.just(0)),
        st.tuples(st.just("redraw"), st.integers(0, 1)),
    ),
    max_size=sized(14, 40),
)


class Evening:
    """A table at which each request is sent a number of times."""

    def __init__(self) -> None:
        self.club = Club(MemoryStore())
        self.table: Table = self.club.night().table
        self.phones = [Contributor(self.table, seat) for seat in self.table.seats]

    def step(self, verb: str, seat: int, times: int) -> list[Got]:
        """Do a step so many times, and return the answers."""
        table = self.table
        if verb == "wait":
            self.club.clock.tick(20)
            return []
        if verb == "play":
            if table.hand and table.view()["phase"] != "draw":
                table.play_out()
            return []
        if verb == "close":
            number = table.page()["next_hand"] or table.hand + 1
            answers = [table.put_hand(number) for _ in range(times)]
            table.hand = table.page()["hand"]
            return answers
        if verb == "commit":
            return [self.phones[seat - 1].commit() for _ in range(times)]
        if verb == "readmit":
            path = f"{table.path}/commitments/{seat}/readmission"
            return [self.club.put(path, None, table.league.director) for _ in range(times)]
        if not table.hand:
            return []
        draw = table.view()["draw"]
        if verb == "abandon":
            number = table.view()["next_action"] or 1
            return [table.act(number, table.league.director, abandon=True) for _ in range(times)]
        if draw is None:
            return []
        if verb == "redraw":
            return [redraw(table, draw["draw"] + 1, *draw["missing"][seat:]) for _ in range(times)]
        phone = self.phones[seat - 1]
        body = phone.body()
        answers = [phone.post(draw["draw"], body) for _ in range(times)]
        phone.number += answers[0].status == 201
        return answers

    def facts(self) -> Any:
        """Return everything that is public about the table."""
        table = self.table
        hands = range(1, table.hand + 1)
        setups = [self.club.get(f"{table.at(hand)}/setup").json for hand in hands]
        return table.page(), setups, [table.view(hand=hand) for hand in hands]


@settings(max_examples=sized(25, 200), deadline=None)
@given(steps, st.data())
def test_a_step_repeated_is_a_step_done_once(script: list[tuple[str, int]], data: Any) -> None:
    once, again = Evening(), Evening()
    for verb, seat in script:
        first = once.step(verb, seat, 1)
        answers = again.step(verb, seat, data.draw(st.integers(1, 3)))
        for got in answers[1:]:
            if answers[0].status < 300:
                assert got.status == 200, (verb, got)
            else:
                assert (got.status, got.code) == (answers[0].status, answers[0].code)
        assert [got.status for got in first] == [got.status for got in answers[:1]]
    assert once.facts() == again.facts()
    for setup in once.facts()[1]:
        assert len(read_message(setup["message"]).secrets) == len(setup["contributed"])
