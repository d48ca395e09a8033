"""Conventions of HTTP that clients and what stands between rely on."""

from __future__ import annotations

import gzip
import io
import json
import logging
import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from harness.club import DEPLOYMENT_KEY, Club, Got
from harness.gateway import answered
from harness.threads import at_once

from chalicelib.api.contract.components import SCHEMA_REF
from chalicelib.api.contract.schemas import describe
from chalicelib.api.http.compression import AT_LEAST
from chalicelib.api.http.negotiation import choose
from chalicelib.api.http.route import Shape
from chalicelib.api.routes import ROUTES
from chalicelib.recording import Recording
from chalicelib.service.errors import Refusal
from chalicelib.store.port import Item, Key, StoreFailed

JSON = "application/json"
OFFERED = (JSON, "text/csv", "text/html")
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


# -- which media type ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("", JSON),
        ("*/*", JSON),
        ("application/*", JSON),
        ("text/*", "text/csv"),
        ("text/csv", "text/csv"),
        ("Text/CSV; charset=utf-8; Q=0.5", "text/csv"),
        ("application/json;q=0.5, text/csv", "text/csv"),
        ("text/csv;q=0.9, */*", JSON),
        ("text/html;q=0.3, text/csv;q=0.7, application/json;q=0.1", "text/csv"),
        ("application/json;q=0, */*;q=0.1", "text/csv"),
        ("text/*;q=0.9, text/csv;q=0, application/json;q=0.5", "text/html"),
        ("nonsense, text/html", "text/html"),
        ("nonsense", JSON),
        (BROWSER, "text/html"),
    ],
)
def test_accept_is_heeded_by_its_qualities(accept: str, chosen: str) -> None:
    assert choose(accept, OFFERED) == chosen


@pytest.mark.parametrize(
    "accept", ["image/png", "text/plain, image/*", "*/*;q=0", "text/*;q=0.000"]
)
def test_what_is_not_there_is_not_acceptable(accept: str) -> None:
    with pytest.raises(Refusal) as refused:
        choose(accept, OFFERED)
    assert refused.value.code == "not-acceptable"
    assert refused.value.members == {"offered": list(OFFERED)}


def test_no_content_is_acceptable_to_everyone(club: Club) -> None:
    league = club.league()
    league.issue("viewer")
    path = f"{league.path}/tokens/viewer-1"
    got = club.call("DELETE", path, token=league.organiser, headers={"Accept": "image/png"})
    assert got.status == 204


def test_nothing_is_done_that_cannot_be_answered(club: Club) -> None:
    league = club.league()
    path = f"{league.path}/players"
    headers = {"Accept": "text/csv"}
    got = club.call("POST", path, {"name": "Ann"}, league.organiser, headers=headers)
    assert (got.status, got.code, got["offered"]) == (406, "not-acceptable", [JSON])
    assert club.get(path)["players"] == []


def test_a_parameter_counts_more_than_accept(club: Club) -> None:
    for accept in (BROWSER, JSON, "image/png"):
        got = club.call("GET", "/v1/problems", query={"format": "html"}, headers={"Accept": accept})
        assert got.headers["Content-Type"].startswith("text/html")
        got = club.call("GET", "/v1/problems", query={"format": "json"}, headers={"Accept": accept})
        assert got.headers["Content-Type"] == JSON


def test_a_browser_gets_a_page_where_there_is_one(club: Club) -> None:
    for path, media in (
        ("/v1/problems", "text/html; charset=utf-8"),
        ("/v1/presets/boodle/rules", "text/html; charset=utf-8"),
        ("/v1/presets", JSON),
    ):
        got = club.call("GET", path, headers={"Accept": BROWSER})
        assert (got.status, got.headers["Content-Type"]) == (200, media)


# -- names of requests --------------------------------------------------------------------------


def _failing(club: Club) -> Club:
    class Failing:
        query = commit = close = None

        def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
            raise StoreFailed("disk full")

    other = club.use(store=Failing())
    other.expects_faults = True
    return other


@pytest.mark.parametrize("path", ["/v1/health", "/v1/nothing", "/v1/me", "/v1/leagues/x"])
def test_a_request_keeps_the_name_it_has(club: Club, path: str) -> None:
    got = club.call("GET", path, headers={"X-Request-Id": "phone-7:42"})
    assert got.headers["X-Request-Id"] == "phone-7:42"
    first, second = club.get(path), club.get(path)
    assert first.headers["X-Request-Id"] != second.headers["X-Request-Id"]


@pytest.mark.parametrize("name", ["", "x" * 65, "a b", "a\tb", "ж"])
def test_a_name_that_cannot_stand_in_a_log_is_not_taken(club: Club, name: str) -> None:
    got = club.call("GET", "/v1/health", headers={"X-Request-Id": name})
    assert got.headers["X-Request-Id"] not in ("", name)


def test_a_fault_is_logged_under_the_name(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "boodle"):
        got = _failing(club).call("GET", "/v1/leagues/x", headers={"X-Request-Id": "phone-7"})
    assert (got["request_id"], got.headers["X-Request-Id"]) == ("phone-7", "phone-7")
    assert "phone-7" in caplog.text


# -- tokens -------------------------------------------------------------------------------------


def test_a_token_that_is_not_good_is_called_so(club: Club) -> None:
    challenge = club.get("/v1/me").headers["WWW-Authenticate"]
    assert challenge == 'Bearer realm="boodle"'
    for token in ("nonsense", "é", club.league().organiser[:-6] + "AAAAAA"):
        got = club.call("GET", "/v1/me", headers={"Authorization": f"Bearer {token}"})
        assert got.status == 401
        assert got.headers["WWW-Authenticate"] == challenge + ', error="invalid_token"'


def test_no_cache_keeps_a_token_or_a_code(club: Club) -> None:
    secret = {
        route.name
        for route in ROUTES
        for shape in route.replies.values()
        if shape and _has_secrets(shape)
    }
    by_key = {"listLeagues"}  # private leagues as well, by a header that no cache knows
    assert secret | by_key == {route.name for route in ROUTES if route.no_store}
    assert club.post("/v1/leagues", {"name": "L"}).headers["Cache-Control"] == "no-store"


def _has_secrets(shape: Shape) -> bool:
    parts = describe([shape], [], SCHEMA_REF).components.values()
    fields = {name for part in parts for name in part.get("properties", {})}
    return "token" in fields or {"code", "code_id"} <= fields


# -- what is created ----------------------------------------------------------------------------


def test_what_is_created_says_where_it_is(club: Club) -> None:
    made = club.post("/v1/leagues", {"name": "L"})
    path = "/v1/leagues/" + made["league"]["league"]
    assert made.headers["Location"] == path
    token = made["token"]

    def where(below: str, body: object = None, **more: Any) -> str:
        got = club.post(path + below, body, token, **more)
        assert got.status == 201, got
        return got.headers["Location"].removeprefix(path)

    assert where("/players", {"name": "Ann"}) == "/players/1"
    assert where("/players/bulk", {"names": ["Ben", "Cleo"]}) == "/players"
    assert where("/rounds", {"tables": 1}) == "/rounds/1"
    assert where("/tokens", {"kind": "viewer"}) == "/tokens/viewer-1"
    code = where("/codes", {"kind": "player", "player": 1})
    assert club.delete(path + code, token).status == 204
    assert where("/codes/sheet") == "/codes"
    assert where("/codes/sheet", query={"format": "html"}) == "/codes"
    assert where("/recover", headers={"Boodle-Key": DEPLOYMENT_KEY}) == ""


def test_a_repeat_is_where_the_first_was(club: Club) -> None:
    league = club.league()
    key = club.new_key()
    for _ in range(2):
        got = club.post(f"{league.path}/players", {"name": "Ann"}, league.organiser, key=key)
        assert got.headers["Location"] == f"{league.path}/players/1"


def test_what_is_put_is_where_it_was_put(club: Club) -> None:
    table = club.entered().table
    assert table.enter().headers["Location"] == table.at()
    got = table.act(1, table.scorer, play="2S")
    assert got.headers["Location"] == f"{table.at()}/actions/1"
    assert "Location" not in table.act(1, table.scorer, play="2S").headers


# -- what is sent -------------------------------------------------------------------------------


def test_changes_may_be_merge_patches(club: Club) -> None:
    league = club.league()
    merge = {"Content-Type": "application/merge-patch+json"}
    got = club.call("PATCH", league.path, {"name": "M"}, league.organiser, headers=merge)
    assert (got.status, got["name"]) == (200, "M")
    got = club.call("POST", "/v1/leagues", {"name": "M"}, headers=merge)
    assert got.code == "unsupported-media-type"


@pytest.mark.parametrize("coding", ["gzip", "br", "identity, gzip"])
def test_a_compressed_body_is_refused(club: Club, coding: str) -> None:
    headers = {"Content-Encoding": coding, "Content-Type": JSON}
    raw = gzip.compress(b'{"name": "L"}')
    got = club.call("POST", "/v1/leagues", raw=raw, headers=headers)
    assert (got.status, got.code) == (415, "unsupported-media-type")
    plain = {"Content-Encoding": "identity", "Content-Type": JSON}
    assert club.call("POST", "/v1/leagues", raw=b'{"name": "L"}', headers=plain).status == 201


def test_a_parameter_given_twice_is_refused(club: Club) -> None:
    league = club.league()
    got = ask(club, "GET", f"{league.path}/players", query="limit=1&after=0&limit=2")
    assert (got.status, got.code) == (422, "invalid-request")
    assert [error["at"] for error in got["errors"]] == ["/query/limit"]
    got = ask(club, "GET", f"{league.path}/players", query="a~b%2Fc=1&a~b%2Fc=2")
    assert got["errors"][0]["at"] == "/query/a~0b~1c"


@pytest.mark.parametrize("header", ["Idempotency-Key", "If-Match"])
def test_care_that_is_not_taken_is_refused(club: Club, header: str) -> None:
    """A caller who relies on it must not believe that it was heeded."""
    night = club.night()
    table = night.table
    headers = {header: '"a key or a tag"'}
    for method, path, body in (
        ("POST", f"{night.path}/rounds/1/close", None),
        ("DELETE", f"{night.path}/rounds/1", None),
        ("PUT", f"{table.at(1)}/actions/1", {"play": "2S"}),
        ("PUT", f"{table.path}/seats/4", {"player": 1}),
    ):
        got = club.call(method, path, body, night.organiser, headers=headers)
        assert (got.status, got.code) == (422, "invalid-request")
        assert got["errors"][0]["at"] == f"/header/{header}"
    assert club.call("GET", night.path, headers=headers).status == 200
    assert club.get(f"{night.path}/rounds/1")["state"] == "open"


# -- how much is sent ---------------------------------------------------------------------------


def ask(club: Club, method: str, path: str, query: str = "", **headers: str) -> Got:
    """Make a request past the harness, which sends no parameter twice and reads no gzip."""
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "wsgi.input": io.BytesIO(),
    }
    environ |= {f"HTTP_{name.upper()}": value for name, value in headers.items()}
    status, heads, body = answered(club.wsgi, environ)
    sent = dict(heads)
    assert sent.get("Content-Length", "0") == str(len(body)) or method == "HEAD"
    text = gzip.decompress(body) if body and sent.get("Content-Encoding") == "gzip" else body
    return Got(int(status.split()[0]), heads, text.decode())


def test_a_long_answer_is_compressed_for_who_takes_it(club: Club) -> None:
    plain = ask(club, "GET", "/v1/presets")
    assert len(plain.text) > AT_LEAST
    for accept in ("gzip", "deflate, GZIP;q=0.5", "*"):
        small = ask(club, "GET", "/v1/presets", accept_encoding=accept)
        assert small.headers["Content-Encoding"] == "gzip"
        assert int(small.headers["Content-Length"]) < len(plain.text) / 4
        assert small.text == plain.text
        assert small.headers["ETag"] != plain.headers["ETag"]
        for tag in (small.headers["ETag"], plain.headers["ETag"]):
            again = ask(club, "GET", "/v1/presets", accept_encoding=accept, if_none_match=tag)
            assert again.status == 304
    for accept in ("", "br", "gzip;q=0", "*;q=0", "gzip; q=0.00"):
        got = ask(club, "GET", "/v1/presets", accept_encoding=accept)
        assert "Content-Encoding" not in got.headers
        assert got.headers["ETag"] == plain.headers["ETag"]
    assert all("Accept-Encoding" in got.headers["Vary"] for got in (plain, small))


def test_a_short_answer_is_sent_as_it_is(club: Club) -> None:
    got = ask(club, "GET", "/v1/health", accept_encoding="gzip")
    assert "Content-Encoding" not in got.headers


def test_a_head_tells_the_length_of_what_would_be_sent(club: Club) -> None:
    for accept in ("gzip", ""):
        got = ask(club, "GET", "/v1/presets", accept_encoding=accept, x_request_id="x")
        head = ask(club, "HEAD", "/v1/presets", accept_encoding=accept, x_request_id="x")
        assert (head.headers, head.text) == (got.headers, "")


# -- whether it works ---------------------------------------------------------------------------


def test_it_is_ready_once_the_store_answers(club: Club) -> None:
    assert club.get("/v1/ready")["status"] == "ready"
    failing = _failing(club)
    assert failing.get("/v1/health").status == 200
    got = failing.get("/v1/ready")
    assert (got.status, got.code) == (503, "unavailable")
    assert json.loads(got.text)["retry_after"] > 0


# -- what has been seen -------------------------------------------------------------------------


def conditional_routes() -> list[str]:
    gets = {route.path for route in ROUTES if route.method == "GET"}
    return [
        route.name
        for route in ROUTES
        if route.method == "PATCH" or (route.method == "PUT" and route.path in gets)
    ]


def test_what_can_be_got_and_changed_is_conditional() -> None:
    assert {route.name for route in ROUTES if route.conditional} == set(conditional_routes())


def test_a_change_is_made_to_what_was_seen(club: Club) -> None:
    league = club.league()
    league.add_players(1)
    player = f"{league.path}/players/1"
    for path, change, other in (
        (league.path, {"name": "M"}, {"public": False}),
        (player, {"name": "Ann"}, {"withdrawn_from": 2}),
    ):

        def put(tag: str, body: object, path: str = path) -> Got:
            return club.call("PATCH", path, body, league.organiser, headers={"If-Match": tag})

        seen = club.get(path, league.organiser).headers["ETag"]
        assert put(seen, change).status == 200
        assert put(seen, change).status == 200  # a repeat, whose reply was lost
        got = put(seen, other)
        assert (got.status, got.code) == (412, "precondition-failed")
        seen = club.get(path, league.organiser).headers["ETag"]
        assert put(f"W/{seen}", other).code == "precondition-failed"
        assert put(f'"x", {seen[:-1]}-gzip"', other).status == 200
        assert put("*", change).status == 200


def test_a_table_is_changed_and_a_hand_dealt_as_they_were_seen(club: Club) -> None:
    night = club.night(preset="boodle")
    table = night.table

    def put(method: str, path: str, body: object, tag: str) -> Got:
        return club.call(method, path, body, night.organiser, headers={"If-Match": tag})

    seen = club.get(table.path, night.organiser).headers["ETag"]
    for _ in range(2):
        assert put("PATCH", table.path, {"recording": "entered"}, seen).status == 200
    assert put("PATCH", table.path, {"recording": "dealt"}, seen).code == "precondition-failed"
    club.patch(table.path, {"recording": "dealt"}, night.organiser)

    before = club.get(table.at(1), night.organiser).headers["ETag"]
    for seat in table.seats:
        club.put(f"{table.at(1)}/entries/{seat}", {"stakes": {"AH": 4}}, table.scorer)
    got = put("PUT", table.at(1), {}, before)
    assert (got.status, got.code) == (412, "precondition-failed")
    assert club.get(table.at(1), night.organiser)["status"] == "open"
    seen = club.get(table.at(1), night.organiser).headers["ETag"]
    assert put("PUT", table.at(1), {}, seen).status == 201
    assert put("PUT", table.at(1), {}, seen).status == 200
    # another deal: refused for what is seen now, and for what was seen before it
    assert put("PUT", table.at(1), {"dealer": 2}, seen).code == "precondition-failed"
    dealt = club.get(table.at(1), night.organiser).headers["ETag"]
    assert put("PUT", table.at(1), {"dealer": 2}, dealt).code == "hand-conflict"


def test_a_word_of_an_enum_that_is_none_of_its_words_is_named(club: Club) -> None:
    league = club.league()
    got = club.call("PATCH", league.path, {"recording": "filmed"}, league.organiser)
    assert (got.status, got.code) == (422, "invalid-request")
    for word in Recording:
        assert word in got.text


def test_of_two_changes_to_the_same_state_one_is_made(club: Club) -> None:
    league = club.league()
    for number in range(5):
        seen = {"If-Match": club.get(league.path).headers["ETag"]}

        def change(name: str, seen: dict[str, str] = seen) -> Got:
            body = {"name": name}
            return club.call("PATCH", league.path, body, league.organiser, headers=seen)

        answers = at_once(*(partial(change, f"{number}-{one}") for one in range(4)))
        assert sorted(got.status for got in answers) == [200, 412, 412, 412]


# -- names of content and of files --------------------------------------------------------------


def test_standings_computed_again_are_the_same(club: Club) -> None:
    night = club.night(recording="entered")
    first = night.standings(fresh="true")
    club.clock.tick(60)
    again = night.standings(fresh="true")
    assert first["made_at"] != again["made_at"]
    assert first.headers["ETag"] == again.headers["ETag"]
    tag = {"If-None-Match": first.headers["ETag"]}
    path = f"{night.path}/standings"
    assert club.call("GET", path, token=night.organiser, headers=tag).status == 304
    night.table.enter()
    night.table.play_short()
    club.clock.tick(60)
    changed = night.standings()
    assert changed.headers["ETag"] != first.headers["ETag"]
    assert night.standings(by="chips").headers["ETag"] != changed.headers["ETag"]


def test_a_file_has_a_name_to_read(club: Club) -> None:
    night = club.night(name="Клуб «Ворох»/2")
    sheet = club.get(f"{night.path}/standings", night.organiser, format="csv", hands=3)
    given = sheet.headers["Content-Disposition"]
    assert "filename*=UTF-8''%D0%9A%D0%BB%D1%83%D0%B1%20%C2%AB" in given
    assert "%202%2C%20standings%20by%20net%20after%20hand%203%2C%20revision%20" in given
    assert given.isascii()
    sheet = club.get(f"{night.table.path}/standings", night.organiser, format="csv", by="net")
    given = sheet.headers["Content-Disposition"]
    assert "2%2C%20round%201%2C%20table%201%2C%20standings%20by%20net%2C%20revision%20" in given
    assert "Content-Disposition" in sheet.headers["Access-Control-Expose-Headers"].split(",")


def test_a_name_cannot_break_out_of_its_header(club: Club) -> None:
    league = club.league(name='a" ; b\\c%41')
    got = club.get(f"{league.path}/standings", league.organiser, format="csv")
    assert re.fullmatch(
        'attachment; filename="a  ; b c 41, standings by net, revision [0-9a-f]{16}.csv"',
        got.headers["Content-Disposition"],
    )
