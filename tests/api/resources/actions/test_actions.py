"""Actions under their numbers: what is new, what is repeated, what is refused, in which order."""

from __future__ import annotations

import base64
import hashlib

import pytest
from harness.club import SHORT_PLAYS, Body, Club, Table


@pytest.fixture
def table(club: Club) -> Table:
    table = club.entered().table
    table.enter()
    return table


def test_a_new_action_is_created(table: Table) -> None:
    got = table.act(1, table.seat(1), play="2S")
    assert got.status == 201
    assert not got.replayed
    assert got["action"] == {"play": "2S", "seat": 1}
    assert (got["table"], got["hand"], got["number"]) == (table.id, 1, 1)
    assert got["at"] == "2026-11-30T19:00:00.000Z"


def test_the_same_again_gets_the_same_receipt(table: Table) -> None:
    first = table.act(1, table.seat(1), play="2S")
    table.club.clock.tick(7)
    for body in ({"play": "2s"}, {"play": "2♠", "seat": 1}):
        again = table.act(1, table.seat(1), phone_at="2026-11-30T18:00:00Z", **body)
        assert (again.status, again.replayed) == (200, True)
        assert again.json == first.json


def test_who_posts_and_when_make_no_difference(table: Table) -> None:
    first = table.act(1, table.seat(1), play="2S", phone_at="2026-11-30T19:00:00+01:00")
    assert table.act(1, table.scorer, play="2S").json == first.json
    assert table.log()["actions"][0]["by"] == {"kind": "seat", "number": 1}
    assert table.log()["actions"][0]["phone_at"] == "2026-11-30T18:00:00.000Z"


@pytest.mark.parametrize("body", [{"play": "3S"}, {"play": "5H"}])
def test_another_there_is_a_conflict_that_shows_it(table: Table, body: Body) -> None:
    table.act(1, table.seat(1), play="2S")
    got = table.act(1, table.seat(1), **body)
    assert (got.status, got.code) == (409, "action-conflict")
    assert got["recorded"] == {"play": "2S", "seat": 1}
    assert got["by"] == {"kind": "seat", "number": 1}


def test_the_same_card_of_another_seat_is_another_action(table: Table) -> None:
    table.act(1, table.seat(1), play="2S")
    assert table.act(1, table.seat(2), play="2S").code == "action-conflict"
    assert table.act(1, table.scorer, play="2S", seat=2).code == "action-conflict"


def test_beyond_the_end_names_the_next_number(table: Table) -> None:
    got = table.act(3, table.seat(1), play="2S")
    assert (got.status, got.code, got["expected"]) == (409, "beyond-the-end", 1)


def test_after_must_be_the_digest_before(table: Table) -> None:
    start = table.digest(0)
    got = table.act(1, table.seat(1), play="2S", after="x" * 43)
    assert (got.status, got.code, got["expected_after"]) == (409, "digest-mismatch", start)
    first = table.act(1, table.seat(1), play="2S", after=start)
    assert first.status == 201
    assert table.act(2, table.seat(2), play="3S", after=start).code == "digest-mismatch"
    assert table.act(2, table.seat(2), play="3S", after=first["digest"]).status == 201


def test_an_illegal_action_names_the_rule_and_what_is_legal(table: Table) -> None:
    got = table.act(1, table.seat(1), play="3S")
    assert (got.status, got.code, got["section"]) == (422, "against-the-rules", "R6")
    assert got["legal"] == [{"play": "5H", "seat": 1}, {"play": "2S", "seat": 1}]


def test_what_is_legal_for_others_is_not_revealed(table: Table) -> None:
    table.act(1, table.seat(1), play="2S")
    for seat in (1, 3):
        got = table.act(2, table.seat(seat), play="9C")
        assert (got.code, got["section"], got["legal"]) == ("against-the-rules", "R7", [])
    assert table.act(2, table.seat(2), play="9D")["legal"] == [{"play": "3S", "seat": 2}]
    assert table.act(2, table.seat(3), play="3S")["legal"] == []


def test_a_refused_action_changes_nothing(table: Table) -> None:
    first, second = table.seat(1), table.seat(2)
    before = table.view(), table.ledger()
    table.act(1, first, play="3S")
    table.act(1, second, play="3S")
    assert (table.view(), table.ledger()) == before


def test_an_action_of_a_hand_that_was_not_dealt_is_not_found(table: Table) -> None:
    assert table.act(1, table.seat(1), hand=2, play="2S").code == "not-found"
    got = table.club.put("/v1/tables/nowhere/hands/1/actions/1", {"play": "2S"}, table.seat(1))
    assert got.code == "not-found"


# -- the order of the checks, each pair of neighbours -------------------------------------------


def test_the_token_comes_before_the_right(table: Table) -> None:
    viewer, director = table.league.viewer, table.league.director
    assert table.act(1, viewer, play="2S").code == "forbidden"
    table.league.revoke("director-1")
    assert table.act(1, director, play="2S").code == "unauthenticated"


def test_the_right_comes_before_what_is_recorded(table: Table) -> None:
    table.act(1, table.seat(1), play="2S")
    assert table.act(1, table.league.director, play="2S").code == "forbidden"
    assert table.act(1, table.league.director, play="3S").code == "forbidden"
    assert table.act(1, table.seat(2), play="2S", seat=1).code == "forbidden"


def test_what_is_recorded_comes_before_after(table: Table) -> None:
    first = table.act(1, table.seat(1), play="2S")
    assert table.act(1, table.seat(1), play="2S", after="x" * 43).json == first.json
    assert table.act(1, table.seat(1), play="5H", after="x" * 43).code == "action-conflict"


def test_after_comes_before_the_end_of_the_hand(table: Table) -> None:
    table.play_short()
    digest = table.log()["actions"][3]["digest"]
    assert table.act(5, table.seat(1), play="JS", after="x" * 43).code == "digest-mismatch"
    assert table.act(5, table.seat(1), play="JS", after=digest).code == "hand-over"


def test_the_end_of_the_hand_comes_before_the_end_of_the_log(table: Table) -> None:
    table.play_short()
    assert table.act(9, table.seat(1), play="JS").code == "hand-over"


def test_the_end_of_the_log_comes_before_legality(table: Table) -> None:
    assert table.act(2, table.seat(1), play="AC").code == "beyond-the-end"
    assert table.act(1, table.seat(1), play="AC").code == "against-the-rules"


# -- receipts -----------------------------------------------------------------------------------


def test_effects_hold_what_the_action_caused(table: Table) -> None:
    table.play_short(2)
    third = table.act(3, table.seat(3), play="4S")["effects"]
    assert third["events"] == [
        {"event": "stop", "seat": 3, "card": "4S"},
        {"event": "pass", "seat": 3},
    ]
    last = table.act(4, table.seat(1), play="5H")["effects"]
    assert last["events"] == [{"event": "stop", "seat": 1, "card": "5H"}] or last["events"] == [
        {"event": "end", "seat": 1}
    ]
    assert [(entry["from"], entry["to"], entry["amount"]) for entry in last["ledger"]] == [
        ("seat 2", "seat 1", 1),
        ("seat 3", "seat 1", 1),
    ]


def test_receipts_stay_as_they_were_whatever_comes_later(table: Table) -> None:
    receipts = []
    for number, (card, seat) in enumerate(zip(SHORT_PLAYS, (1, 2, 3, 1), strict=True), 1):
        receipts.append(table.act(number, table.seat(seat), play=card).json)
        for earlier in receipts:
            again = table.act(earlier["number"], table.scorer, play=earlier["action"]["play"])
            assert (again.status, again.json) == (200, earlier)
    table.enter()  # the next hand; the first is in the archive
    for earlier in receipts:
        again = table.act(earlier["number"], table.scorer, hand=1, play=earlier["action"]["play"])
        assert (again.status, again.json) == (200, earlier)


def test_the_log_shows_the_same_effects_as_the_receipts(table: Table) -> None:
    receipts = []
    for number, (card, seat) in enumerate(zip(SHORT_PLAYS, (1, 2, 3, 1), strict=True), 1):
        receipts.append(table.act(number, table.seat(seat), play=card).json)
    log = table.log()
    assert [entry["effects"] for entry in log["actions"]] == [r["effects"] for r in receipts]
    assert [entry["digest"] for entry in log["actions"]] == [r["digest"] for r in receipts]
    assert log["over"] is True


def test_posts_to_an_earlier_hand_are_answered_from_its_archive(table: Table) -> None:
    table.play_short()
    table.enter()
    assert table.act(4, table.seat(1), hand=1, play="9C").code == "action-conflict"
    assert table.act(5, table.seat(1), hand=1, play="9C").code == "hand-over"
    got = table.club.post(
        f"{table.at(1)}/actions",
        {"first": 1, "after": "x" * 43, "actions": [{"play": c} for c in SHORT_PLAYS]},
        table.scorer,
    )
    assert {result["verdict"] for result in got["results"]} == {"repeated"}


def test_digests_can_be_worked_out_from_what_is_public(table: Table) -> None:
    table.play_short()

    def shown(digest: bytes) -> str:
        return base64.urlsafe_b64encode(digest)[:43].decode()

    setup = table.club.get(f"{table.at()}/setup")
    digest = hashlib.sha256(setup["text"].encode()).digest()
    log = table.log()
    assert log["digest"] == shown(digest)
    for entry in log["actions"]:
        action = entry["action"]
        said = f"{entry['number']}|play|{action['seat']}|{action['play']}|"
        digest = hashlib.sha256(digest + said.encode()).digest()
        assert entry["digest"] == shown(digest)


def test_the_log_is_read_in_pages(table: Table) -> None:
    table.play_short()
    page = table.log(limit=3)
    assert ([a["number"] for a in page["actions"]], page["next_after"]) == ([1, 2, 3], 3)
    page = table.log(after=3, limit=3)
    assert ([a["number"] for a in page["actions"]], page["next_after"]) == ([4], None)


@pytest.mark.parametrize("verb", ["stop", "follow", "undo", "abandon"])
def test_a_verb_without_a_seat_takes_none(club: Club, verb: str) -> None:
    table = club.entered(options={"penalty.missed_play": 1}).table
    table.enter()
    table.play("2S")
    body: Body = {verb: 1 if verb == "undo" else True, "seat": 2}
    got = table.act(2, table.league.director, **body)
    wanted = "malformed" if verb == "follow" else "invalid-request"  # which may have one elsewhere
    assert (got.status, got.code) == (422, wanted)
    del body["seat"]
    more: Body = {"reason": "a mistake"} if verb == "undo" else {}
    done = table.act(2, table.league.director, **body, **more)
    assert done.status == 201
    assert table.act(2, table.league.director, **body).json == done.json
