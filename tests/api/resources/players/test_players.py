"""Players: added, listed, changed, withdrawn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from harness.club import Club

from chalicelib.store.records.players import PlayerRecord


def test_players_get_the_next_numbers(club: Club) -> None:
    league = club.league()
    assert league.add_players(3) == [1, 2, 3]
    got = club.post(f"{league.path}/players", {"name": "Zoë"}, league.organiser)
    zoe = {"player": 4, "name": "Zoë", "withdrawn_from": None}
    assert (got.status, got.json) == (201, {**zoe, "similar": []})
    assert club.get(f"{league.path}/players/4").json == zoe
    assert club.get(f"{league.path}/players/5").code == "not-found"


def test_a_bulk_is_taken_whole_or_not_at_all(club: Club) -> None:
    league = club.league()
    path = f"{league.path}/players/bulk"
    for names in (["Ann", ""], ["Ann", 5], [], ["x"] * 91, "Ann"):
        assert club.post(path, {"names": names}, league.organiser).code == "invalid-request"
    assert club.get(f"{league.path}/players")["players"] == []
    assert len(league.add_players(90)) == 90


def test_players_are_listed_in_pages(club: Club) -> None:
    league = club.league()
    league.add_players(7)
    page = club.get(f"{league.path}/players", limit=3)
    assert ([p["player"] for p in page["players"]], page["next_after"]) == ([1, 2, 3], 3)
    page = club.get(f"{league.path}/players", after=6, limit=3)
    assert ([p["player"] for p in page["players"]], page["next_after"]) == ([7], None)
    assert club.get(f"{league.path}/players", limit=7)["next_after"] is None
    for wrong in ({"limit": 0}, {"limit": 201}, {"after": -1}, {"limit": "x"}, {"page": 1}):
        assert club.get(f"{league.path}/players", **wrong).code == "invalid-request"


def test_a_player_withdraws_and_comes_back(club: Club) -> None:
    league = club.league()
    league.add_players(4)
    league.open_round()
    path = f"{league.path}/players/2"
    assert club.post(f"{path}/withdraw", None, league.organiser)["withdrawn_from"] == 2
    league.close_round()
    assert club.post(f"{path}/withdraw", None, league.organiser)["withdrawn_from"] == 2
    drawn = league.draw()
    assert sorted(drawn["tables"][0]["players"]) == [1, 3, 4]
    assert league.draw(players=[1, 2, 3])["players"] == [2]
    assert club.patch(path, {"withdrawn_from": None}, league.organiser)["withdrawn_from"] is None
    assert len(league.draw()["tables"][0]["players"]) == 4


def test_a_player_is_renamed(club: Club) -> None:
    league = club.league()
    league.add_players(1)
    path = f"{league.path}/players/1"
    assert club.patch(path, {"name": "Ann"}, league.organiser)["name"] == "Ann"
    assert club.patch(path, {"name": None}, league.organiser).code == "invalid-request"
    assert club.patch(path, {"player": 2}, league.organiser).code == "invalid-request"
    assert club.get(path)["name"] == "Ann"


def test_a_list_sent_twice_does_not_double_the_league(club: Club) -> None:
    league = club.league()
    names = {"names": ["Ann", "Ben"]}
    path = f"{league.path}/players/bulk"
    assert club.post(path, names, league.organiser).status == 201
    got = club.post(path, names, league.organiser)
    assert (got.code, got["names"]) == ("name-taken", ["Ann", "Ben"])
    assert club.post(path, {"names": ["Cy", "CY"]}, league.organiser)["names"] == ["CY"]
    assert len(club.get(f"{league.path}/players")["players"]) == 2
    other_ann = {"name": "Ann", "namesakes": True}
    assert club.post(f"{league.path}/players", other_ann, league.organiser).status == 201


@pytest.mark.parametrize(
    "written",
    [
        "Zoe\u0308", "Ann  Lee", "Ａnn", "A\u034fnn", "Ann\u3164", "Ann\u2800", "Ann\ufe0f",
        "Ann \u0301", "\ufeffANN", "ann\u00a0lee",
    ],
)  # fmt: skip
def test_a_name_written_in_another_way_is_taken(club: Club, written: str) -> None:
    league = club.league()
    league.add_players(3, ["Zoë", "Ann Lee", "Ann"])
    got = club.post(f"{league.path}/players", {"name": written}, league.organiser)
    assert (got.status, got.code) == (409, "name-taken")


@pytest.mark.parametrize("text", ["\u0301", "\u3164", "\u2800", "\ufe0f", "\u200d", "Ann\nLee"])
def test_what_nobody_could_read_is_no_players_name(club: Club, text: str) -> None:
    league = club.league()
    got = club.post(f"{league.path}/players", {"name": text}, league.organiser)
    assert (got.code, got["errors"][0]["at"]) == ("invalid-request", "/body/name")


def test_names_are_stored_as_people_read_them(club: Club) -> None:
    written = [
        "علی\u200cرضا",
        "क\u094d\u200dष",
        "👨\u200d👩\u200d👧",
        "Ann\u00a0Lee",
        "\ufeffBen",
        " Cy  D ",
    ]
    league = club.league(name="\ufeffTuesday\u00a0 club")
    league.add_players(6, written)
    names = [player["name"] for player in club.get(f"{league.path}/players")["players"]]
    assert names == [*written[:3], "Ann Lee", "Ben", "Cy D"]
    assert club.get(league.path)["name"] == "Tuesday club"


def test_a_long_name_is_measured_as_it_is_stored(club: Club) -> None:
    league = club.league()
    path = f"{league.path}/players"
    long = "e\u0301" * 60
    assert club.post(path, {"name": long}, league.organiser)["name"] == "é" * 60
    assert club.post(path, {"name": "é" * 61}, league.organiser).code == "invalid-request"


def test_a_player_is_not_renamed_to_a_name_that_is_taken(club: Club) -> None:
    league = club.league()
    league.add_players(2, ["Ann", "Ben"])
    path = f"{league.path}/players/2"
    got = club.patch(path, {"name": "ＡNN"}, league.organiser)
    assert (got.status, got.code, got["names"]) == (409, "name-taken", ["ＡNN"])
    assert club.get(path)["name"] == "Ben"
    # Its own name written otherwise is free, and so is a namesake's where that is meant.
    assert club.patch(path, {"name": "BEN"}, league.organiser)["name"] == "BEN"
    assert club.patch(path, {"name": "Ann", "namesakes": True}, league.organiser).status == 200
    assert club.patch(path, {"withdrawn_from": 1}, league.organiser).status == 200


def test_names_that_look_alike_are_warned_of(club: Club) -> None:
    league = club.league()
    league.add_players(2, ["Ann", "Семён"])
    got = club.post(f"{league.path}/players/bulk", {"names": ["Аnn", "Cy"]}, league.organiser)
    ann = {"player": 1, "name": "Ann", "withdrawn_from": None}
    assert [player["similar"] for player in got["players"]] == [[ann], []]
    got = club.patch(f"{league.path}/players/4", {"name": "Семен"}, league.organiser)
    assert [player["player"] for player in got["similar"]] == [2]


def test_a_refusal_of_many_names_says_how_many_more_there_are(club: Club) -> None:
    league = club.league()
    names = [f"Player {n}" for n in range(1, 31)]
    league.add_players(30)
    path = f"{league.path}/players/bulk"
    got = club.post(path, {"names": names}, league.organiser)
    assert "Player 5 and 25 more; set namesakes" in got["detail"]
    assert got["names"] == names
    got = club.post(path, {"names": names[:5]}, league.organiser)
    assert "more" not in got["detail"]
    got = club.post(path, {"names": ["\u200b"] * 30}, league.organiser)
    assert got["errors"][20:] == [{"at": "/body", "problem": "10 more errors"}]


def test_names_of_old_are_read_as_they_are_and_taken_as_they_sound(club: Club) -> None:
    league = club.league()
    league.add_players(2)
    store = club.context.store
    for number, name in ((1, "Zoe\u0308  A\u034fnn"), (2, "\u202eBen\u3164")):
        stored = PlayerRecord.at(league.id, number).read(store)
        assert stored
        store.commit([stored.put(replace(stored.record, name=name))])
    listed = club.get(f"{league.path}/players")["players"]
    assert [player["name"] for player in listed] == ["Zoe\u0308  A\u034fnn", "\u202eBen\u3164"]
    for name in ("Zoë Ann", "BEN"):
        got = club.post(f"{league.path}/players", {"name": name}, league.organiser)
        assert got.code == "name-taken"
    got = club.patch(f"{league.path}/players/1", {"withdrawn_from": 1}, league.organiser)
    assert (got.status, got["name"]) == (200, "Zoe\u0308  A\u034fnn")


def test_a_player_who_never_sat_is_deleted(club: Club) -> None:
    league = club.league()
    league.add_players(5)
    token = league.player(5)
    issued = club.post(f"{league.path}/codes", {"kind": "player", "player": 5}, league.organiser)
    path = f"{league.path}/players/5"
    assert club.delete(path, league.player(4)).code == "forbidden"
    assert club.delete(path, league.organiser).status == 204
    assert club.get(path).code == club.delete(path, league.organiser).code == "not-found"
    assert [p["player"] for p in club.get(f"{league.path}/players")["players"]] == [1, 2, 3, 4]
    assert club.get("/v1/me", token).code == "unauthenticated"
    join = {"code": issued["code"], "nonce": "0" * 32}
    assert club.post("/v1/join", join).code == "code-expired"
    added = club.post(f"{league.path}/players", {"name": "Player 5"}, league.organiser)
    assert (added.status, added["player"]) == (201, 6)  # the name is free, the number is not


def test_a_player_who_sat_is_withdrawn_and_not_deleted(club: Club) -> None:
    league = club.league()
    league.add_players(4)
    path = f"{league.path}/players/4"
    league.draw(seed="a")
    drafted = club.delete(path, league.organiser)
    assert (drafted.code, drafted["players"]) == ("round-state", [4])
    club.delete(f"{league.path}/rounds/1", league.organiser)
    league.open_round(players=[1, 2, 3])
    one = f"{league.path}/players/1"
    assert club.delete(one, league.organiser).code == "round-state"
    league.close_round(2)
    assert club.delete(one, league.organiser).code == "round-state"
    assert club.post(f"{one}/withdraw", None, league.organiser).status == 200
    assert club.delete(path, league.organiser).status == 204
    names = club.get(f"{league.path}/rounds/1")["tables"][0]["names"]
    assert sorted(names) == ["", "Player 1", "Player 2", "Player 3"]
