"""What phones commit to before a draw."""

from __future__ import annotations

import hashlib

import pytest
from harness.club import Club, Got, Table

ONE, TWO = (hashlib.sha256(bytes([n])).hexdigest() for n in (1, 2))


def commit(table: Table, seat: int, commitment: object, token: str | None = None) -> Got:
    path = f"{table.path}/commitments/{seat}"
    return table.club.put(path, {"commitment": commitment}, token or table.seat(seat))


def test_a_phone_commits_and_the_table_shows_it(club: Club) -> None:
    table = club.night().table
    got = commit(table, 2, ONE)
    assert (got.status, got.json) == (
        200,
        {"table": table.id, "seat": 2, "commitment": ONE, "redraws": 0, "barred": False},
    )
    seats = table.page()["seats"]
    assert [seat["commitment"] for seat in seats] == [None, ONE, None]
    assert [(seat["redraws"], seat["barred"]) for seat in seats] == [(0, False)] * 3


def test_a_commitment_is_replaced_while_no_draw_is_open(club: Club) -> None:
    table = club.night().table
    for commitment in (ONE, ONE, TWO):
        assert commit(table, 1, commitment)["commitment"] == commitment
    assert table.page()["seats"][0]["commitment"] == TWO


@pytest.mark.parametrize(
    "commitment", ["", ONE[:-1], ONE + "0", ONE.upper(), ONE[:-1] + "g", 5, None, ONE + "\n"]
)
def test_a_commitment_is_64_lower_case_hex_digits(club: Club, commitment: object) -> None:
    got = commit(club.night().table, 1, commitment)
    assert (got.status, got.code) == (422, "invalid-request")


def test_nobody_commits_for_another_seat(club: Club) -> None:
    table = club.night().table
    league = table.league
    for token in (table.seat(2), table.scorer, league.director, league.organiser):
        got = commit(table, 1, ONE, token)
        assert (got.status, got.code) == (403, "forbidden")
    assert commit(table, 4, ONE, table.seat(1)).code == "not-found"


@pytest.mark.parametrize("recording", ["entered", "observed", "result"])
def test_only_where_boodle_deals_there_are_commitments(club: Club, recording: str) -> None:
    table = club.night(recording=recording).table
    assert commit(table, 1, ONE).code == "not-now"
    readmitted = club.put(f"{table.path}/commitments/1/readmission", None, table.league.director)
    assert readmitted.code == "not-now"


def test_who_sits_down_later_has_committed_to_nothing(club: Club) -> None:
    night = club.night()
    table, (other,) = night.table, night.add_players(1, ["Another"])
    commit(table, 1, ONE)
    assert club.delete(f"{table.path}/seats/1", table.seat(1)).status == 204
    assert club.put(f"{table.path}/seats/1", {"player": other}, night.organiser).status == 201
    assert table.page()["seats"][0]["commitment"] is None
