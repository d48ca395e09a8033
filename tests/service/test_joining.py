"""Something else happens just before a player's joining is written: it counts, and he knows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from harness.club import Club, Got, League
from harness.watched import Meanwhile, Watched


@pytest.fixture
def night(club: Club) -> League:
    league = club.league(recording="entered")
    league.add_players(6)
    league.open_round(players=[1, 2, 3])
    return league


def join_while(night: League, happens: Callable[[], Got], player: int = 4) -> Got:
    """Let a player join; something else happens just before that is written."""

    def happen() -> None:
        got = happens()
        assert got.status < 300, got

    token, path = night.table.scorer, f"{night.table.path}/seats/4"
    store = Watched(night.club.context.store, Meanwhile(happen))
    return night.club.use(store=store).put(path, {"player": player}, token)


def test_a_token_revoked_meanwhile_is_void_at_the_table(night: League) -> None:
    old = night.player(4)
    assert join_while(night, lambda: night.revoke("player-4")).status == 201
    for token, status in ((old, 401), (night.issue("player", player=4), 200)):
        assert night.club.get(night.table.path, token).status == status


def test_a_hand_dealt_meanwhile_comes_first(night: League) -> None:
    table = night.table
    assert join_while(night, table.enter).code == "hand-conflict"
    assert len(table.page()["seats"]) == 3


def test_a_round_opened_meanwhile_keeps_its_players(night: League) -> None:
    drawn = night.draw(players=[4, 5, 6])["round"]
    path = f"{night.path}/rounds/{drawn}/open"
    got = join_while(night, lambda: night.club.post(path, None, night.organiser))
    assert (got.code, got["players"]) == ("round-state", [4])


def test_a_seat_taken_meanwhile_is_taken(night: League) -> None:
    body, path = {"player": 5}, f"{night.table.path}/seats/4"
    got = join_while(night, lambda: night.club.put(path, body, night.organiser))
    assert (got.code, got["expected"]) == ("seat-taken", 5)


def test_a_round_closed_meanwhile_takes_nobody(night: League) -> None:
    assert join_while(night, night.close_round).code == "game-over"
    assert night.club.get(f"{night.path}/rounds/1")["tables"][0]["players"] == night.table.players
