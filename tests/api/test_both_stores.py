"""A league night on each store: what a request does must not depend on where it is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from harness.club import SHORT, Club
from harness.contributors import drawing, redraw


@pytest.fixture(params=["sqlite_store", "moto_store"], ids=["sqlite", "dynamodb"])
def club(request: pytest.FixtureRequest) -> Club:
    return Club(request.getfixturevalue(request.param))


def test_an_entered_hand_from_the_draw_to_the_standings(club: Club) -> None:
    night = club.entered()
    table = night.table
    table.enter(SHORT)
    assert table.act(1, table.seat(1), play="2S").status == 201
    assert table.act(1, table.seat(1), play="2S").status == 200
    assert table.act(1, table.seat(1), play="5H").code == "action-conflict"
    assert table.act(2, table.scorer, undo=1).status == 201
    assert (
        table.verdicts(3, [{"play": c} for c in ("2S", "3S", "4S", "5H")], table.scorer)
        == ["recorded"] * 4
    )
    assert table.act(1, table.seat(1), play="2S")["undone_by"] == 2
    assert [line["chips"] for line in night.standings()["standings"]] == [48, 45, 41]
    assert night.close_round()["state"] == "closed"
    assert table.page()["ended"] == "closed"


def test_dealt_hands_one_abandoned(club: Club) -> None:
    night = club.night(4)
    table = night.table
    table.deal()
    table.act(1, night.director, abandon=True)
    table.deal()
    table.play_out()
    assert [row["status"] for row in club.get(f"{table.path}/hands")["hands"]] == [
        "abandoned",
        "over",
    ]


def test_codes_tokens_and_keys(club: Club) -> None:
    night = club.night()
    key = club.new_key()
    sheets = [
        club.post(f"{night.path}/codes/sheet", {}, night.organiser, key=key) for _ in range(2)
    ]
    assert sheets[0].text == sheets[1].text
    code = sheets[0]["codes"][0]
    joined = club.post("/v1/join", {"code": code["code"], "nonce": "n" * 22})
    assert club.get("/v1/me", joined["token"])["player"] == 1
    assert club.post("/v1/join", {"code": code["code"], "nonce": "m" * 22}).code == "code-used"
    assert club.post("/v1/join", {"code": "0000-0000", "nonce": "m" * 22}).code == "code-unknown"
    night.revoke("player-1")
    assert club.get("/v1/me", joined["token"]).code == "unauthenticated"
    league = club.league()
    league.add_players(1)
    league.issue("player", player=1)
    league.issue("player", player=1)  # sits nowhere
    assert league.revoke("player-1").status == 204


def test_stakes_and_deals(club: Club) -> None:
    table = club.night(preset="boodle").table
    assert table.put_hand(1).code == "stakes-missing"
    for seat in table.seats:
        body: dict[str, Any] = {"stakes": {"AH": 4}}
        assert club.put(f"{table.at(1)}/entries/{seat}", body, table.seat(seat)).status == 200
    assert table.put_hand(1).status == 201
    assert table.put_hand(1).status == 200
    assert table.put_hand(2).code == "hand-conflict"


def test_a_draw_is_opened_and_drawn_again(club: Club) -> None:
    table = club.night().table
    first, second, _ = drawing(table)
    assert [first.open().status, second.open().status] == [201, 201]
    club.clock.tick(20)
    assert [redraw(table, 2, 3).status for _ in range(2)] == [201, 200]
    assert first.open()["phase"] == "draw"
    assert second.open()["phase"] == "lead"
    assert club.put(f"{table.path}/commitments/3/readmission", None, table.scorer).status == 403


def test_many_players_and_pages(club: Club) -> None:
    league = club.league()
    league.add_players(100)
    league.open_round()
    assert len(league.tables) == 17
    page = club.get(f"{league.path}/players", limit=60)
    assert page["next_after"] == 60
    assert json.loads(page.text)["players"][0]["player"] == 1


def test_joining_buying_again_and_counting(club: Club) -> None:
    night = club.entered(options={"broke": "rebuy", "chips.start": 8})
    table = night.table
    guest = night.add_players(1, ["Eve"])[0]
    table.enter()
    table.play_short()
    seat = f"{table.path}/seats/4"
    assert [club.put(seat, {"player": guest}, table.scorer).status for _ in range(2)] == [201, 200]
    entry = f"{table.at(2)}/entries/3"
    assert club.put(entry, {"rebuy": True}, table.seat(3)).status == 200
    table.enter({"1": "2S", "2": "3S", "3": "4S", "4": "5S"})
    bought = club.get(f"{table.path}/ledger")["bought_in"]
    assert [(buy["hand"], buy["to"]) for buy in bought[3:]] == [(2, "seat 4"), (2, "seat 3")]
    count = {"stacks": {"1": 5, "2": 3, "3": 1}}
    for _ in range(2):
        assert club.put(f"{table.at(1)}/count", count, table.scorer).status == 200
    got = club.get(f"{table.path}/counts")
    assert [one["difference"] for one in got["counts"][0]["seats"]] == [0, 0, 1]
