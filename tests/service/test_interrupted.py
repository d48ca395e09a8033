"""A process that dies between two commits: what it had begun is finished by asking again."""

from __future__ import annotations

import pytest
from harness.club import Club, League
from harness.watched import Fails, PowerCut, Watched

from chalicelib.store.port import Busy, Conflict

NONCE = {"nonce": "n" * 22}


def cut_off(club: Club, commits: int) -> Club:
    return club.use(store=Watched(club.context.store, Fails(commits, Busy("the line went dead"))))


@pytest.fixture
def league(club: Club) -> League:
    league = club.league()
    league.add_players(20)
    league.draw(tables=4)
    return league


@pytest.mark.parametrize("commits", range(6))
def test_opening_a_round_is_finished_by_asking_again(league: League, commits: int) -> None:
    club, path = league.club, f"{league.path}/rounds/1"
    got = cut_off(club, commits).post(f"{path}/open", None, league.organiser)
    assert got.code == "busy"
    shown = club.get(path)
    assert shown["state"] == ("opening" if commits else "draft")
    there = [club.get(f"/v1/tables/{table['table']}").status for table in shown["tables"]]
    assert there.count(200) == max(0, commits - 1)
    opened = club.post(f"{path}/open", None, league.organiser)
    assert opened.status == 200
    for table in opened["tables"]:
        assert club.get(f"/v1/tables/{table['table']}").status == 200
    assert club.post(f"{path}/close", None, league.organiser).status == 200


def test_a_table_that_was_dealt_at_meanwhile_is_left_alone(league: League) -> None:
    club, path = league.club, f"{league.path}/rounds/1"
    cut_off(club, 2).post(f"{path}/open", None, league.organiser)
    first = club.get(path)["tables"][0]["table"]
    assert club.put(f"/v1/tables/{first}/hands/1", {}, league.organiser).status == 201
    before = club.get(f"/v1/tables/{first}").json
    assert club.post(f"{path}/open", None, league.organiser).status == 200
    assert club.get(f"/v1/tables/{first}").json == before


def test_while_a_round_is_being_opened_some_things_wait(league: League) -> None:
    club, path = league.club, f"{league.path}/rounds/1"
    first, second = (table["players"][0] for table in club.get(path)["tables"][:2])
    whom = {"kind": "player", "player": second}
    league.player(second)
    code = club.post(f"{league.path}/codes", whom, league.organiser)
    cut_off(club, 2).post(f"{path}/open", None, league.organiser)
    assert league.revoke(f"player-{second}").code == "not-now"
    tokens = f"{league.path}/tokens"
    assert club.post(tokens, whom, league.organiser).code == "not-now"
    assert club.post("/v1/me/tokens", NONCE, league.player(second)).code == "not-now"
    assert league.revoke(f"player-{first}").status == 204  # whose table is there
    assert club.post("/v1/join", {"code": code["code"], "nonce": "n" * 22}).code == "not-now"
    assert club.get(tokens, league.organiser).status == 200
    club.post(f"{path}/open", None, league.organiser)
    assert club.post("/v1/join", {"code": code["code"], "nonce": "n" * 22}).status == 200
    assert league.revoke(f"player-{second}").status == 204


@pytest.mark.parametrize("commits", range(5))
def test_closing_a_round_is_finished_by_asking_again(league: League, commits: int) -> None:
    club, path = league.club, f"{league.path}/rounds/1"
    opened = club.post(f"{path}/open", None, league.organiser)
    got = cut_off(club, commits).post(f"{path}/close", None, league.organiser)
    assert got.code == "busy"
    assert club.post(f"{path}/close", None, league.organiser).status == 200
    for table in opened["tables"]:
        assert club.get(f"/v1/tables/{table['table']}")["ended"] == "closed"


def test_an_unforeseen_fault_in_a_commit_changes_nothing(league: League) -> None:
    store = Watched(league.club.context.store, Fails(0, PowerCut()))
    path = f"{league.path}/players"
    other = league.club.use(store=store)
    other.expects_faults = True
    got = other.post(path, {"name": "Ann"}, league.organiser)
    assert (got.status, got.code) == (500, "internal")
    assert len(league.club.get(path)["players"]) == 20


def test_too_many_writers_are_reported_to_come_back(league: League) -> None:
    store = Watched(league.club.context.store, Fails(0, Conflict({})))
    path = f"{league.path}/players"
    got = league.club.use(store=store).post(path, {"name": "Ann"}, league.organiser)
    assert (got.status, got.code) == (503, "busy")
