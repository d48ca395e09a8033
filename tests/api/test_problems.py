"""Every kind of problem can occur, and each has the same form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pytest
from harness.club import Club, Got

from chalicelib.api.problems.problem import KINDS, URN, refusal_of
from chalicelib.api.routes import ROUTES
from chalicelib.league.players import MAX_PLAYERS
from chalicelib.message import say
from chalicelib.rules import AgainstRules, Malformed, NotNow
from chalicelib.service.context import Settings
from chalicelib.store.port import Busy, Item, Key, StoreFailed
from chalicelib.store.records.counters import CountersRecord
from chalicelib.texts import render

NONCE = "n" * 22


def _dealt(club: Club) -> Got:
    table = club.entered().table
    table.enter()
    table.play("2S")
    return table.act(1, table.scorer, play="5H")


def _beyond(club: Club) -> Got:
    table = club.entered().table
    table.enter()
    return table.act(2, table.scorer, play="2S")


def _mismatch(club: Club) -> Got:
    table = club.entered().table
    table.enter()
    return table.act(1, table.scorer, play="2S", after="x" * 43)


def _over(club: Club) -> Got:
    table = club.entered().table
    table.enter()
    table.play_short()
    return table.act(5, table.scorer, play="2S")


def _undo(club: Club) -> Got:
    table = club.entered().table
    table.enter()
    return table.act(1, table.scorer, undo=1)


def _against(club: Club) -> Got:
    table = club.entered().table
    table.enter()
    return table.act(1, table.scorer, play="3S")


def _not_now(club: Club) -> Got:
    table = club.entered().table
    table.enter()
    return table.act(1, table.scorer, follow=True)


def _malformed(club: Club) -> Got:
    return club.post("/v1/leagues", {"name": "L", "preset": "canasta"})


def _game_over(club: Club) -> Got:
    night = club.night()
    night.close_round()
    return night.table.put_hand(1)


def _frozen(club: Club) -> Got:
    night = club.night()
    night.table.deal()
    return club.patch(night.path, {"preset": "boodle"}, night.organiser)


def _code(club: Club, hours: int = 0, used: bool = False) -> Got:
    night = club.night()
    code = club.post(f"{night.path}/codes", {"kind": "player", "player": 1}, night.organiser)[
        "code"
    ]
    if used:
        club.post("/v1/join", {"code": code, "nonce": "m" * 22})
    club.clock.tick(hours * 3600)
    return club.post("/v1/join", {"code": code, "nonce": NONCE})


def _full(club: Club) -> Got:
    league = club.league()
    counters = CountersRecord.at(league.id).read(club.context.store)
    assert counters is not None
    full = replace(counters.record, players=MAX_PLAYERS - 1)
    club.context.store.commit([counters.put(full)])
    path = f"{league.path}/players/bulk"
    assert club.post(path, {"names": ["A", "B"]}, league.organiser).code == "league-full"
    assert club.post(path, {"names": ["A"]}, league.organiser)["players"][0]["player"] == 5000
    return club.post(path, {"names": ["B"]}, league.organiser)


def _too_many(club: Club) -> Got:
    league = club.league()
    for _ in range(62):
        league.issue("organiser")
    return club.post(f"{league.path}/tokens", {"kind": "organiser"}, league.organiser)


def _reused(club: Club) -> Got:
    key = club.new_key()
    club.post("/v1/leagues", {"name": "L"}, key=key)
    return club.post("/v1/leagues", {"name": "M"}, key=key)


def _failing(club: Club, error: Exception) -> Got:
    class Failing:
        query = commit = close = None

        def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
            raise error

    other = club.use(store=Failing())
    other.expects_faults = True
    return other.get("/v1/leagues/x")


def _drawn(club: Club, count: int, **body: object) -> Got:
    league = club.league()
    league.add_players(count)
    return league.draw(**body)


def _seat(club: Club) -> Got:
    table = club.night().table
    return club.put(f"{table.path}/seats/5", {"player": 1}, table.scorer)


def _round_state(club: Club) -> Got:
    night = club.night()
    return club.delete(f"{night.path}/rounds/1", night.organiser)


def _name_taken(club: Club) -> Got:
    league = club.league()
    league.add_players(0, ["Ann"])
    return club.post(f"{league.path}/players", {"name": "ann"}, league.organiser)


def _precondition(club: Club) -> Got:
    league = club.league()
    head = {"If-Match": '"x"'}
    return club.call("PATCH", league.path, {"name": "M"}, league.organiser, headers=head)


WAYS: Final[dict[str, Callable[[Club], Got]]] = {
    "invalid-json": lambda club: club.post("/v1/leagues", raw=b"{"),
    "unauthenticated": lambda club: club.get("/v1/me"),
    "forbidden": lambda club: club.use(settings=Settings()).post("/v1/leagues", {"name": "L"}),
    "not-found": lambda club: club.get("/v1/leagues/x"),
    "code-unknown": lambda club: club.post("/v1/join", {"code": "0000-0000", "nonce": NONCE}),
    "method-not-allowed": lambda club: club.call("POST", "/v1/health"),
    "not-acceptable": lambda club: club.call("GET", "/v1/presets", headers={"Accept": "text/csv"}),
    "action-conflict": _dealt,
    "beyond-the-end": _beyond,
    "digest-mismatch": _mismatch,
    "hand-over": _over,
    "hand-conflict": lambda club: club.night().table.put_hand(2),
    "game-over": _game_over,
    "not-now": _not_now,
    "undo-refused": _undo,
    "stakes-missing": lambda club: club.night(preset="boodle").table.put_hand(1),
    "seat-taken": _seat,
    "rules-frozen": _frozen,
    "round-state": _round_state,
    "name-taken": _name_taken,
    "code-used": lambda club: _code(club, used=True),
    "code-expired": lambda club: _code(club, hours=24),
    "precondition-failed": _precondition,
    "too-large": lambda club: club.post("/v1/leagues", raw=b" " * 70_000),
    "unsupported-media-type": lambda club: club.post(
        "/v1/leagues", {}, headers={"Content-Type": "text/plain"}
    ),
    "invalid-request": lambda club: club.post("/v1/leagues", {}),
    "malformed": _malformed,
    "against-the-rules": _against,
    "cannot-seat": lambda club: _drawn(club, 2),
    "unknown-players": lambda club: _drawn(club, 3, players=[1, 2, 4]),
    "league-full": _full,
    "too-many": _too_many,
    "idempotency-key-reused": _reused,
    "rate-limited": lambda club: club.use(
        settings=Settings(open_leagues=True, leagues_in_all=0)
    ).post("/v1/leagues", {"name": "L"}),
    "internal": lambda club: _failing(club, ZeroDivisionError()),
    "unavailable": lambda club: _failing(club, StoreFailed("disk full")),
    "busy": lambda club: _failing(club, Busy("throttled")),
}
"""A way to each kind of problem."""


def test_every_kind_of_problem_comes_about() -> None:
    assert set(WAYS) == set(KINDS)


@pytest.mark.parametrize("code", WAYS)
def test_a_problem_is_reported_as_declared(club: Club, code: str) -> None:
    got = WAYS[code](club)
    assert got.code == code
    assert got["type"] == URN + code
    assert (got.status, got["title"]) == (KINDS[code].status, render(KINDS[code].title, "en"))
    assert got["detail"]


def test_every_kind_is_declared_by_a_route_and_no_other() -> None:
    declared = {code for route in ROUTES for code in route.errors}
    assert declared == set(KINDS) - {"method-not-allowed"}


def test_every_member_of_a_problem_is_given_somewhere(club: Club) -> None:
    for code in ("action-conflict", "beyond-the-end", "digest-mismatch", "stakes-missing",
                 "too-large", "invalid-request", "against-the-rules", "unknown-players",
                 "rate-limited", "busy", "method-not-allowed"):  # fmt: skip
        members = set(KINDS[code].members) - {"sheet"}  # a score sheet's, in test_scores
        assert members <= set(WAYS[code](club).json), code


def test_the_engines_errors_have_kinds_of_their_own() -> None:
    assert refusal_of(Malformed(say("game.over"))).code == "malformed"
    assert refusal_of(NotNow(say("game.over"))).code == "not-now"
    refusal = refusal_of(AgainstRules("R6", say("game.over")))
    assert (refusal.code, refusal.members["section"]) == ("against-the-rules", "R6")
