"""Players: added, listed, changed, withdrawn."""

from __future__ import annotations

from harness.club import Club


def test_players_get_the_next_numbers(club: Club) -> None:
    league = club.league()
    assert league.add_players(3) == [1, 2, 3]
    got = club.post(f"{league.path}/players", {"name": "Zoë"}, league.organiser)
    assert (got.status, got.json) == (201, {"player": 4, "name": "Zoë", "withdrawn_from": None})
    assert club.get(f"{league.path}/players/4").json == got.json
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
