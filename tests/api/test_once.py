"""Idempotency-Keys: the same request again is answered again, and has its effect once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from harness.club import DEPLOYMENT_KEY, Club, Got, League

from chalicelib.api.routes import ROUTES

KEYED: dict[str, tuple[Any, Any]] = {
    "createLeague": ({"name": "L"}, {"name": "M"}),
    "recoverLeague": ({}, {"x": 1}),
    "addPlayer": ({"name": "Ann", "namesakes": True}, {"name": "Bob"}),
    "addPlayers": ({"names": ["Ann"], "namesakes": True}, {"names": ["Bob"]}),
    "drawRound": ({"tables": 1}, {"tables": 2}),
    "issueToken": ({"kind": "viewer"}, {"kind": "director"}),
    "issueCode": ({"kind": "player", "player": 1}, {"kind": "player", "player": 2}),
    "issueSheet": ({}, {"after": 1}),
}
"""For each keyed route a body, and another one."""

WITHOUT_TOKEN = ("createLeague", "recoverLeague")


def test_every_keyed_route_is_tried() -> None:
    assert set(KEYED) == {route.name for route in ROUTES if route.keyed}


@pytest.fixture
def league(club: Club) -> League:
    league = club.league()
    league.add_players(6)
    return league


def ask(league: League, name: str, key: str, which: int = 0, **more: Any) -> Got:
    route = next(route for route in ROUTES if route.name == name)
    path = route.path.format(league=league.id)
    token = None if name in WITHOUT_TOKEN else league.organiser
    if name == "recoverLeague":
        more = {"headers": {"Boodle-Key": DEPLOYMENT_KEY}, **more}
    return league.club.post(path, KEYED[name][which], token, key=key, **more)


@pytest.mark.parametrize("name", KEYED)
def test_the_same_again_is_answered_the_same(league: League, name: str) -> None:
    key = league.club.new_key()
    first = ask(league, name, key)
    assert (first.status, first.replayed) == (201, False)
    league.club.clock.tick(3600)
    again = ask(league, name, key)
    assert (again.status, again.replayed, again.text) == (201, True, first.text)
    assert ask(league, name, league.club.new_key()).text != first.text


@pytest.mark.parametrize("name", KEYED)
def test_the_members_of_a_body_have_no_order(league: League, name: str) -> None:
    key = league.club.new_key()
    first = ask(league, name, key)
    body = KEYED[name][0]
    again = ask(league, name, key, raw=json.dumps(_turned(body), indent=1).encode())
    assert (again.status, again.replayed, again.text) == (201, True, first.text)


def _turned(value: Any) -> Any:
    """Return a JSON value with the members of its objects in another order."""
    if isinstance(value, dict):
        return {name: _turned(part) for name, part in reversed(value.items())}
    return [_turned(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", KEYED)
def test_another_request_with_the_key_is_refused(league: League, name: str) -> None:
    key = league.club.new_key()
    ask(league, name, key)
    got = ask(league, name, key, 1)
    assert (got.status, got.code) == (422, "idempotency-key-reused")


@pytest.mark.parametrize("name", KEYED)
def test_a_key_is_kept_for_a_day(league: League, name: str) -> None:
    key = league.club.new_key()
    first = ask(league, name, key)
    league.club.clock.tick(24 * 3600 - 1)
    assert ask(league, name, key).replayed
    league.club.clock.tick(1)
    later = ask(league, name, key)
    assert (later.status, later.replayed) == (201, False)
    assert later.text != first.text
    assert ask(league, name, key).text == later.text


@pytest.mark.parametrize("name", [name for name in KEYED if name not in WITHOUT_TOKEN])
def test_a_revoked_token_gets_no_answer_again(league: League, name: str) -> None:
    key = league.club.new_key()
    ask(league, name, key)
    second = league.issue("organiser")
    league.club.delete(f"{league.path}/tokens/organiser-1", second)
    assert ask(league, name, key).code == "unauthenticated"


def test_a_refusal_is_not_kept(league: League) -> None:
    key = league.club.new_key()
    path = f"{league.path}/rounds"
    body = {"players": [1, 2, 7]}
    for _ in range(2):
        got = league.club.post(path, body, league.organiser, key=key)
        assert got.code == "unknown-players"
    league.add_players(0, ["Latecomer"])
    assert league.club.post(path, body, league.organiser, key=key).status == 201


def test_a_key_is_ones_own(league: League) -> None:
    key, other = "short", league.club.league()
    first = ask(league, "addPlayer", key)
    got = league.club.post(f"{other.path}/players", {"name": "Ann"}, other.organiser, key=key)
    assert (got.replayed, got["player"]) == (False, 1)
    second = league.issue("organiser")
    again = {"name": "Ann", "namesakes": True}
    got = league.club.post(f"{league.path}/players", again, second, key=key)
    assert (got.replayed, got["player"]) == (False, first["player"] + 1)


def test_a_key_of_nobody_must_be_long(club: Club) -> None:
    got = club.post("/v1/leagues", {"name": "L"}, key="x" * 21)
    assert got.code == "invalid-request"
    assert club.post("/v1/leagues", {"name": "L"}, key="x" * 22).status == 201


@pytest.mark.parametrize("key", ["", "x" * 129, "é" * 20, "a\tb"])
def test_a_key_is_printable_ascii(league: League, key: str) -> None:
    got = league.club.post(f"{league.path}/players", {"name": "A"}, league.organiser, key=key)
    assert (got.status, got.code) == (422, "invalid-request")
