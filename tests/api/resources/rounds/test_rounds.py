"""Rounds: drawn, opened, closed, discarded; each step may be repeated."""

from __future__ import annotations

import hashlib

import pytest
from harness.club import Club


def test_a_draw_can_be_repeated_by_anyone(club: Club) -> None:
    league = club.league()
    league.add_players(18)
    drawn = league.draw(seed="30 November", tables=4)
    assert [len(table["players"]) for table in drawn["tables"]] == [5, 5, 4, 4]
    assert [table["number"] for table in drawn["tables"]] == [1, 2, 3, 4]
    order = sorted(
        range(1, 19), key=lambda n: hashlib.sha256(f"30 November:{n}".encode()).hexdigest()
    )
    assert [p for table in drawn["tables"] for p in table["players"]] == order
    again = league.draw(seed="30 November", tables=4)
    assert [t["players"] for t in again["tables"]] == [t["players"] for t in drawn["tables"]]
    other = league.draw(tables=4)
    assert other["seed"]
    assert [t["players"] for t in other["tables"]] != [t["players"] for t in drawn["tables"]]


def test_a_draft_is_public_and_counts_nothing(club: Club) -> None:
    league = club.league()
    league.add_players(4)
    drawn = league.draw(absent=[4, 4], seed="x")
    assert (drawn["round"], drawn["state"], drawn["opened_at"]) == (1, "draft", None)
    assert club.get(f"{league.path}/rounds/1").json == drawn.json
    table = drawn["tables"][0]["table"]
    assert club.get(f"/v1/tables/{table}").code == "not-found"


def test_a_table_of_a_draft_says_which_round_is_to_be_opened(club: Club) -> None:
    league = club.league(public=False)
    league.add_players(4)
    name = league.draw()["tables"][0]["table"]
    bodies: dict[str, object] = {"hands/1": {}, "seats/4": {"player": 1}}
    for path in ("", "/hands/1", "/hands/1/actions", "/standings", "/ledger"):
        got = club.get(f"/v1/tables/{name}{path}", league.organiser)
        assert (got.status, got.code, got["round"]) == (404, "not-found", 1), path
        assert "round 1" in got["detail"]
    for path, body in bodies.items():
        assert club.put(f"/v1/tables/{name}/{path}", body, league.organiser)["round"] == 1
    action = club.put(f"/v1/tables/{name}/hands/1/actions/1", {"play": "2S"}, league.organiser)
    assert action["round"] == 1
    stranger = club.league()
    for token in (None, stranger.organiser):
        assert "round" not in club.get(f"/v1/tables/{name}", token).json
    assert "round" not in club.get("/v1/tables/nothing", league.organiser).json
    club.delete(f"{league.path}/rounds/1", league.organiser)
    discarded = club.get(f"/v1/tables/{name}", league.organiser)
    assert (discarded["round"], "discarded" in discarded["detail"]) == (1, True)
    other = league.draw()["tables"][0]["table"]
    assert club.post(f"{league.path}/rounds/2/open", None, league.organiser).status == 200
    assert club.get(f"/v1/tables/{other}", league.organiser).status == 200


def test_absent_are_all_who_could_have_been_drawn_and_were_not(club: Club) -> None:
    league = club.league()
    league.add_players(6)
    assert league.draw(players=[1, 2, 3])["absent"] == [4, 5, 6]
    assert league.draw(players=[1, 2, 3, 5], absent=[5, 6])["absent"] == [4, 5, 6]
    assert league.draw(absent=[2])["absent"] == [2]
    assert league.draw()["absent"] == []
    withdrawn = club.post(f"{league.path}/players/6/withdraw", None, league.organiser)
    assert withdrawn.status == 200
    assert league.draw(players=[1, 2, 3])["absent"] == [4, 5]


@pytest.mark.parametrize(
    ("players", "body"),
    [
        (2, {}),
        (9, {"tables": 1}),
        (5, {"tables": 2}),
        (4, {"players": [1, 2]}),
        (4, {"players": []}),
        (4, {"absent": [1, 2]}),
    ],
)
def test_numbers_that_make_no_tables_are_refused(
    club: Club, players: int, body: dict[str, object]
) -> None:
    league = club.league()
    league.add_players(players)
    got = league.draw(**body)
    assert (got.status, got.code) == (422, "cannot-seat")
    assert club.get(f"{league.path}/rounds")["rounds"] == []


def test_unknown_players_are_named(club: Club) -> None:
    league = club.league()
    league.add_players(4)
    assert league.draw(players=[1, 2, 3, 9, 8])["players"] == [8, 9]
    assert league.draw(absent=[7]).code == "unknown-players"


def test_opening_and_closing_again_is_harmless(club: Club) -> None:
    night = club.night()
    path = f"{night.path}/rounds/1"
    before = club.get(path).json
    night.table.deal()
    page = night.table.page()
    assert club.post(f"{path}/open", None, night.organiser).json == before
    assert night.table.page() == page
    closed = night.close_round()
    club.clock.tick(60)
    assert night.close_round().json == closed.json
    assert (closed["state"], closed["closed_at"]) == ("closed", "2026-11-30T19:00:00.000Z")


def test_each_state_has_its_steps(club: Club) -> None:
    league = club.league()
    league.add_players(3)
    path = f"{league.path}/rounds"

    def step(number: int, name: str) -> str | None:
        if name == "discard":
            return club.delete(f"{path}/{number}", league.organiser).code
        return club.post(f"{path}/{number}/{name}", None, league.organiser).code

    league.draw()
    assert step(1, "close") == "round-state"
    assert step(1, "discard") is None
    assert step(1, "discard") is None
    assert step(1, "open") == "round-state"
    assert step(1, "close") == "round-state"
    assert league.draw()["round"] == 2  # the number of a discarded round is not used again
    assert step(2, "open") is None
    assert step(2, "discard") == "round-state"
    assert step(2, "close") is None
    assert step(2, "open") == "round-state"
    assert step(2, "discard") == "round-state"
    for name in ("open", "close", "discard"):
        assert step(3, name) == "not-found"
    states = [(r["round"], r["state"]) for r in club.get(path)["rounds"]]
    assert states == [(1, "discarded"), (2, "closed")]
    page = club.get(path, limit=1)
    assert page["next_after"] == 1
    assert club.get(path, after=1)["rounds"][0]["round"] == 2


def test_nobody_sits_in_two_open_rounds(club: Club) -> None:
    league = club.league()
    league.add_players(7)
    league.open_round(players=[1, 2, 3])
    league.draw(players=[3, 4, 5])
    league.draw(players=[4, 5, 6, 7])
    got = club.post(f"{league.path}/rounds/2/open", None, league.organiser)
    assert (got.status, got.code, got["players"]) == (409, "round-state", [3])
    assert club.post(f"{league.path}/rounds/3/open", None, league.organiser).status == 200
    league.close_round(3)
    league.close_round(1)
    assert club.post(f"{league.path}/rounds/2/open", None, league.organiser).status == 200


def test_who_withdrew_since_the_draw_is_not_seated(club: Club) -> None:
    league = club.league()
    league.add_players(4)
    league.draw()
    club.post(f"{league.path}/players/2/withdraw", None, league.organiser)
    got = club.post(f"{league.path}/rounds/1/open", None, league.organiser)
    assert (got.code, got["players"]) == ("round-state", [2])
    club.patch(f"{league.path}/players/2", {"withdrawn_from": None}, league.organiser)
    assert club.post(f"{league.path}/rounds/1/open", None, league.organiser).status == 200


def test_who_withdraws_in_an_open_round_plays_it_out(club: Club) -> None:
    league = club.league()
    league.add_players(4)
    league.open_round()
    got = club.post(f"{league.path}/players/2/withdraw", None, league.organiser)
    assert got["withdrawn_from"] == 2


def test_a_round_can_be_recorded_otherwise_than_its_league(club: Club) -> None:
    league = club.league()
    league.add_players(3)
    league.open_round(recording="entered")
    assert league.table.page()["recording"] == "entered"


def test_a_round_says_of_how_many_drafts_it_was_opened(club: Club) -> None:
    """Drawing until the seating pleases cannot be hidden, whichever draft is opened."""
    league = club.league()
    league.add_players(6)
    path = f"{league.path}/rounds"
    for _ in range(3):
        assert league.draw()["drafts"] is None
        club.clock.tick(1)
    assert club.delete(f"{path}/1", league.organiser).status == 200
    opened = club.post(f"{path}/2/open", None, league.organiser)
    assert opened["drafts"] == club.get(f"{path}/2")["drafts"] == 3
    league.close_round(2)
    club.clock.tick(1)
    assert league.open_round() == 4
    assert club.get(f"{path}/4")["drafts"] == 1
