"""HTTP as such: media types, sizes, methods, ETags, faults, and what a number is."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import Any

import pytest
from harness.club import Body, Club
from harness.gateway import answered, through_chalice

from chalicelib.api.app import build_app
from chalicelib.api.http.body import MAX_BODY
from chalicelib.api.http.paths import NoPath
from chalicelib.api.http.route import route, takes
from chalicelib.api.routes import ROUTES
from chalicelib.service.rights import Right
from chalicelib.store.port import Busy, Item, Key


def test_the_service_answers(club: Club) -> None:
    got = club.get("/v1/health")
    assert got["status"] == "ok"
    assert got.headers["X-Content-Type-Options"] == "nosniff"


# -- ETags --------------------------------------------------------------------------------------


def test_what_is_known_is_not_sent_again(club: Club) -> None:
    table = club.night().table
    table.deal()
    for path in (table.path, table.at(), f"{table.at()}/actions", f"{table.league.path}/standings"):
        first = club.get(path)
        tag = first.headers["ETag"]
        for asked in (tag, f'"x", {tag}', f"W/{tag}", "*"):
            again = club.call("GET", path, headers={"If-None-Match": asked})
            assert (again.status, again.text, again.headers["ETag"]) == (304, "", tag)
            assert "Content-Type" not in again.headers
        assert club.call("GET", path, headers={"If-None-Match": '"other"'}).status == 200


def test_each_viewer_has_an_etag_of_his_own(club: Club) -> None:
    table = club.night().table
    table.deal()
    tags = {club.get(table.at(), table.seat(seat)).headers["ETag"] for seat in table.seats}
    tags.add(club.get(table.at()).headers["ETag"])
    assert len(tags) == 4


def test_a_play_changes_the_etag(club: Club) -> None:
    table = club.entered().table
    table.enter()
    tag = club.get(table.at()).headers["ETag"]
    table.play("2S")
    got = club.call("GET", table.at(), headers={"If-None-Match": tag})
    assert (got.status, got["waits_for"]) == (200, "3S")


def test_pages_tell_when_to_look_again(club: Club) -> None:
    table = club.entered().table
    assert club.get(table.at(1))["poll_after"] == 2  # cards may come at once
    table.enter()
    assert (
        club.get(table.at())["poll_after"] == club.get(f"{table.at()}/actions")["poll_after"] == 2
    )
    table.play_short()
    assert club.get(table.at())["poll_after"] == 10


# -- methods and paths --------------------------------------------------------------------------


def test_head_is_get_without_a_body(club: Club) -> None:
    league = club.league()
    got = club.get(league.path)
    environ: dict[str, Any] = {"REQUEST_METHOD": "HEAD", "PATH_INFO": league.path}

    class Nothing:
        def read(self, size: int) -> bytes:
            assert size == 0
            return b""

    environ["wsgi.input"] = Nothing()
    status, headers, body = answered(club.wsgi, environ)
    assert (status, body) == ("200 OK", b"")
    for name in ("ETag", "Content-Length"):
        assert dict(headers)[name] == got.headers[name]


def test_options_says_what_is_allowed(club: Club) -> None:
    environ = {"REQUEST_METHOD": "OPTIONS", "PATH_INFO": "/v1/leagues/x/rounds/1"}
    status, sent, _ = answered(club.wsgi, environ)
    headers = dict(sent)
    assert status == "204 No Content"
    assert headers["Access-Control-Allow-Methods"] == "DELETE, GET, HEAD, OPTIONS"
    assert "Idempotency-Key" in headers["Access-Control-Allow-Headers"]


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("POST", "/v1/health", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/v1/leagues/x", {"GET", "HEAD", "OPTIONS", "PATCH"}),
        ("GET", "/v1/tables/x/hands/1/actions/1", {"OPTIONS", "PUT"}),
        ("TRACE", "/v1/me", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_another_method_is_reported_which_there_are(
    club: Club, method: str, path: str, allow: set[str]
) -> None:
    got = club.call(method, path)
    assert (got.status, got.code) == (405, "method-not-allowed")
    assert set(got["allow"]) == allow
    assert {name.strip() for name in got.headers["Allow"].split(",")} >= allow


@pytest.mark.parametrize(
    "path",
    [
        "/v1/nothing",
        "/v1/leagues/",
        "/v1/leagues/a b",
        "/v1/leagues/é",
        "/v1/leagues/" + "x" * 65,
        "/v1/leagues/x/players/0",
        "/v1/leagues/x/players/01",
        "/v1/leagues/x/players/1e3",
        "/v1/leagues/x/players/٣",
        "/v1/leagues/x/rounds/-1",
        "/v1/tables/x/hands/1\n",
        "/v1/tables/x/hands/99999",
        "/v1/presets/Michigan",
        "/V1/health",
    ],
)
def test_a_path_that_leads_nowhere_is_not_found(club: Club, path: str) -> None:
    got = club.get(path)
    assert (got.status, got.code) == (404, "not-found")


# -- bodies -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"nonsense",
        b"\xff\xfe{}",
        b'{"name": "L",}',
        b'{"name": "\\ud800"}',
        b"[" * 5000,
        b'{"name": NaN1}',
    ],
)
def test_a_body_that_is_no_json_is_refused(club: Club, raw: bytes) -> None:
    got = club.post("/v1/leagues", raw=raw)
    assert (got.status, got.code) == (400, "invalid-json")


@pytest.mark.parametrize("raw", [b"[]", b"null", b'"x"', b"5"])
def test_a_body_is_an_object(club: Club, raw: bytes) -> None:
    assert club.post("/v1/leagues", raw=raw).code == "invalid-request"


def test_an_empty_body_says_nothing(club: Club) -> None:
    league = club.league()
    league.add_players(3)
    assert club.post(f"{league.path}/rounds", raw=b" \n", token=league.organiser).status == 201


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "", "json"])
def test_a_body_of_another_media_type_is_refused(club: Club, media: str) -> None:
    got = club.post("/v1/leagues", {"name": "L"}, headers={"Content-Type": media})
    assert (got.status, got.code) == (415, "unsupported-media-type")


def test_the_charset_may_be_said(club: Club) -> None:
    for media in ("application/json; charset=utf-8", "Application/JSON"):
        got = club.post("/v1/leagues", {"name": "L"}, headers={"Content-Type": media})
        assert got.status == 201


def test_a_body_that_is_too_large_is_refused(club: Club) -> None:
    raw = json.dumps({"name": "x" * MAX_BODY}).encode()
    got = club.post("/v1/leagues", raw=raw)
    assert (got.status, got.code, got["limit"]) == (413, "too-large", MAX_BODY)
    raw = b'{"name": "L"' + b" " * (MAX_BODY - 13) + b"}"
    assert club.post("/v1/leagues", raw=raw).status == 201


@pytest.mark.parametrize(
    ("value", "fine"),
    [
        ("2", True),
        ("2.0", True),
        ("2e0", True),
        ("2.5", False),
        ("true", False),
        ('"2"', False),
        ("null", False),
        ("-1", False),
        ("10001", False),
        ("1e400", False),
        ("NaN", False),
        ("[2]", False),
        ("1" + "0" * 4000, False),
    ],
)
def test_a_whole_number_is_a_number(club: Club, value: str, fine: bool) -> None:
    table = club.night(preset="boodle").table
    raw = f'{{"amount": {value}}}'.encode()
    got = club.call("PUT", f"{table.at(1)}/amount", token=table.scorer, raw=raw)
    assert got.status == (200 if fine else 422), got
    assert got.code in (None, "invalid-request")


def test_every_wrong_field_is_named(club: Club) -> None:
    body = {"name": 5, "public": "yes", "colour": "red"}
    got = club.post("/v1/leagues", body)
    assert {error["at"] for error in got["errors"]} == {
        "/body/name",
        "/body/public",
        "/body/colour",
    }


@pytest.mark.parametrize(
    ("path", "body", "places"),
    [
        ("actions/1", {"waive": 0}, {"/body/waive"}),
        ("actions/1", {"waive": {"x": 1}}, {"/body/waive"}),
        ("actions/1", {"play": "2S", "seat": 9, "a/b~": 1}, {"/body/seat", "/body/a~1b~0"}),
        ("count", {}, {"/body/stacks"}),
        ("count", {"stacks": {"01": 1, "2": "x"}}, {"/body/stacks/01", "/body/stacks/2"}),
        ("count", {"stacks": {"[key]": 1}}, {"/body/stacks/[key]"}),
        ("score", {"cards_left": {"9": 1}}, {"/body/cards_left/9"}),
        ("score", {"chips": {"a": 1}}, {"/body/chips/a"}),
        ("score", {"spaces": {"": [1]}}, {"/body/spaces/"}),
        ("score", {"spaces": {"QD": [0]}, "bets": [{}]},
         {"/body/spaces/QD/0", "/body/bets/0/seat", "/body/bets/0/chips"}),
        ("", {"deal": {"hands": {"0": ["2S"], "1": ["2S", "x"]}}},
         {"/body/deal/hands/0", "/body/deal/hands/1/1"}),
    ],
)  # fmt: skip
def test_a_fault_has_a_place_in_the_request(
    club: Club, path: str, body: Body, places: set[str]
) -> None:
    """RFC 6901: no form, no validator, nothing else of the program is a part of it."""
    table = club.entered().table
    got = club.put(f"{table.path}/hands/1/{path}".rstrip("/"), body, table.scorer)
    assert got.code == "invalid-request"
    assert {error["at"] for error in got["errors"]} == places


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"play": "2S", "stop": True},
        {"stop": False},
        {"play": 5},
        {"play": None},
        {"undo": 0},
        {"undo": True},
        {"bid": "3"},
        {"play": "2S", "seat": 9},
        {"play": "2S", "after": "x"},
        {"play": "2S", "card": "2S"},
        {"play": "2S", "phone_at": "yesterday"},
        {"play": "2S", "phone_at": "2026-11-30T19:00:00"},
        {"play": "2S", "phone_at": "1999-11-30T19:00:00Z"},
    ],
)
def test_an_action_has_one_verb_and_what_goes_with_it(club: Club, body: dict[str, object]) -> None:
    table = club.entered().table
    table.enter()
    got = club.put(f"{table.at()}/actions/1", body, table.scorer)
    assert (got.status, got.code) == (422, "invalid-request"), got


def test_an_unknown_query_parameter_is_refused(club: Club) -> None:
    for one in ROUTES:
        if one.path.count("{") == 0 and one.method == "GET" and one.right == "open.read":
            got = club.get(one.path, colour="red")
            assert (got.code, got["errors"][0]["at"]) == ("invalid-request", "/query/colour")


# -- faults -------------------------------------------------------------------------------------


def _failing(club: Club, error: Exception) -> Club:
    class Failing:
        query = commit = close = None

        def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
            raise error

    other = club.use(store=Failing())
    other.expects_faults = True
    return other


def test_an_unforeseen_fault_is_logged_and_not_revealed(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "boodle"):
        got = _failing(club, ZeroDivisionError("secret detail")).get("/v1/leagues/x")
    assert (got.status, got.code) == (500, "internal")
    assert "secret" not in got.text
    assert got["request_id"] in caplog.text
    assert "ZeroDivisionError: secret detail" in caplog.text


def test_a_fault_of_a_handler_is_answered_alike(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    def fault(ctx: object, call: object) -> None:
        raise RuntimeError("secret detail")

    faulty = route(
        "GET", "/v1/health", "health", "x", takes(NoPath), fault, Right.OPEN_READ, {200: None}
    )
    app = through_chalice(build_app(lambda: club.context, [faulty]))
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/v1/health"}

    class Nothing:
        def read(self, size: int) -> bytes:
            return b""

    with caplog.at_level(logging.CRITICAL, "boodle"):
        status, _, body = answered(app, {**environ, "wsgi.input": Nothing()})
    assert status == "500 Internal Server Error"
    assert b"secret" not in body


def test_a_busy_store_asks_to_come_back(club: Club) -> None:
    got = _failing(club, Busy("throttled")).get("/v1/leagues/x")
    assert (got.status, got.code, got["retry_after"]) == (503, "busy", 1)
    assert got.headers["Retry-After"] == "1"
