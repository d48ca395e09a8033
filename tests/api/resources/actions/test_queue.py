"""A queue of actions: a verdict for each, its longest valid beginning recorded."""

from __future__ import annotations

import pytest
from harness.club import SHORT_PLAYS, Club, Table
from harness.watched import Calls, Watched

ALL = [{"play": card} for card in SHORT_PLAYS]


@pytest.fixture
def table(club: Club) -> Table:
    table = club.entered().table
    table.enter()
    return table


def test_a_queue_is_recorded_in_one_write(table: Table) -> None:
    calls = Calls()
    table.digest(0)
    table.league.club = table.club.use(store=Watched(table.club.context.store, calls))
    assert table.verdicts(1, ALL[:3], table.scorer) == ["recorded"] * 3
    [keys] = [keys for verb, keys in calls.made if verb == "commit"]
    assert len(keys) == 1


def test_each_verdict_has_the_receipt_of_a_single_post(table: Table) -> None:
    results = table.queue(1, ALL, table.scorer)["results"]
    for result in results:
        again = table.act(result["number"], table.scorer, **ALL[result["number"] - 1])
        assert again.json == result["receipt"]


def test_a_queue_can_end_the_hand(table: Table) -> None:
    assert table.verdicts(1, ALL, table.scorer) == ["recorded"] * 4
    assert table.view()["status"] == "over"


def test_nothing_is_tried_behind_the_hands_end(table: Table) -> None:
    got = table.queue(1, [*ALL, {"play": "JS"}, {"play": "9D"}], table.scorer)
    assert [r["verdict"] for r in got["results"]] == ["recorded"] * 4 + ["refused", "not_tried"]
    assert got["results"][4]["problem"]["type"].endswith(":hand-over")
    assert table.view()["status"] == "over"


def test_a_repeated_queue_is_repeated(table: Table) -> None:
    first = table.queue(1, ALL[:3], table.scorer)["results"]
    again = table.queue(1, ALL[:3], table.scorer)["results"]
    assert [r["verdict"] for r in again] == ["repeated"] * 3
    assert [r["receipt"] for r in again] == [r["receipt"] for r in first]


def test_repeats_within_a_queue_count_as_valid(table: Table) -> None:
    table.play_short(2)
    assert table.verdicts(1, ALL, table.scorer) == ["repeated"] * 2 + ["recorded"] * 2


def test_the_first_refusal_stops_the_queue(table: Table) -> None:
    actions = [ALL[0], {"play": "9D"}, ALL[1], ALL[2]]
    got = table.queue(1, actions, table.scorer)
    assert [r["verdict"] for r in got["results"]] == ["recorded", "refused", *["not_tried"] * 2]
    problem = got["results"][1]["problem"]
    assert (problem["status"], problem["section"]) == (422, "R7")
    assert [r["number"] for r in got["results"]] == [1, 2, 3, 4]
    assert len(table.log()["actions"]) == 1


def test_another_action_recorded_stops_the_queue(table: Table) -> None:
    table.play_short(2)
    got = table.queue(1, [ALL[0], {"play": "9D"}, ALL[2]], table.scorer)
    assert [r["verdict"] for r in got["results"]] == ["repeated", "refused", "not_tried"]
    assert got["results"][1]["problem"]["type"].endswith(":action-conflict")


def test_a_right_that_is_missing_refuses_that_action(table: Table) -> None:
    token = table.seat(1)
    assert table.verdicts(1, [ALL[0], {"abandon": True}], token) == ["recorded", "refused"]
    assert table.verdicts(2, [{"play": "3S", "seat": 2}], token) == ["refused"]


def test_after_is_needed_and_must_fit(table: Table) -> None:
    got = table.club.post(f"{table.at()}/actions", {"first": 1, "actions": ALL}, table.scorer)
    assert (got.status, got.code) == (422, "invalid-request")
    got = table.queue(1, ALL, table.scorer, after="x" * 43)
    assert [r["verdict"] for r in got["results"]] == ["refused", *["not_tried"] * 3]
    assert got["results"][0]["problem"]["type"].endswith(":digest-mismatch")
    assert table.log()["actions"] == []


def test_a_queue_cannot_begin_beyond_the_end(table: Table) -> None:
    got = table.queue(3, ALL, table.scorer, after="x" * 43)
    assert got["results"][0]["problem"]["expected"] == 1


def test_a_seat_posts_its_own_cards_only(table: Table) -> None:
    assert table.verdicts(1, ALL[:2], table.seat(1)) == ["recorded", "refused"]


def test_a_card_that_is_none_fails_the_queue_before_it_begins(table: Table) -> None:
    got = table.queue(1, [ALL[0], {"play": "1X"}], table.scorer)
    assert (got.status, got.code) == (422, "invalid-request")
    assert got["errors"][0]["at"] == "/body/actions/1/play"
    assert table.log()["actions"] == []


def test_undo_can_stand_in_a_queue(table: Table) -> None:
    actions = [ALL[0], {"undo": 1}, {"play": "5H"}]
    assert table.verdicts(1, actions, table.scorer) == ["recorded"] * 3
    assert table.view()["plays"] == [{"seat": 1, "card": "5H", "led": True}]


@pytest.mark.parametrize("count", [0, 101])
def test_a_queue_has_1_to_100_actions(table: Table, count: int) -> None:
    got = table.queue(1, [ALL[0]] * count, table.scorer, after="x" * 43)
    assert (got.status, got.code) == (422, "invalid-request")
