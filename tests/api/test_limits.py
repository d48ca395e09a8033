"""Limits: each is enforced just beyond it and not before, and written down as it is."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness.club import Club, Got
from harness.gateway import answered
from harness.messages import says
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from chalicelib.api.contract import limits_page as texts_limits
from chalicelib.api.http import limits as limits_module
from chalicelib.api.http.body import MAX_BODY, read_json
from chalicelib.api.http.conditions import MAX_KEY, MIN_ANONYMOUS_KEY
from chalicelib.api.http.limits import RateLimiter, whose_address
from chalicelib.api.resources.actions.requests import MAX_QUEUE
from chalicelib.api.resources.leagues.requests import LeagueBody
from chalicelib.api.routes import ROUTES
from chalicelib.api.runtime import folder_context
from chalicelib.league import rounds
from chalicelib.league.players import MAX_BULK
from chalicelib.local.wsgi import direct
from chalicelib.rules import Malformed, make_rules
from chalicelib.service import codes, tokens
from chalicelib.service.context import Settings
from chalicelib.service.errors import Refusal
from chalicelib.service.rights import Caller
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.live_log import MAX_SCORERS

ROOT = Path(__file__).parents[2]


def test_the_document_is_what_is_enforced() -> None:
    written = (ROOT / texts_limits.FILE).read_text("utf-8")
    assert written == texts_limits.markdown(), "run: make openapi"


# -- rates --------------------------------------------------------------------------------------


class Milliseconds:
    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


def _club(club: Club, clock: Milliseconds, **settings: Any) -> Club:
    """Return the club behind a limiter whose clock stands still."""
    other = club.use(settings=Settings(open_leagues=True)._replace(**settings))
    other.serve(limiter=RateLimiter(clock))
    return other


def _waits(request: Callable[[], Any]) -> int:
    """Return for how many seconds a request is refused; 0 if it is not."""
    try:
        request()
    except Refusal as refusal:
        seconds = refusal.members["retry_after"]
        assert isinstance(seconds, int)
        return seconds
    return 0


def _token(number: int, address: str = "192.0.2.1") -> Caller:
    return Caller(Claims(TokenKind.PLAYER, "a league", number, 0, 2**40), address)


def test_an_address_has_its_requests_and_no_more(club: Club) -> None:
    clock = Milliseconds()
    limited = _club(club, clock, requests_per_address=6)
    assert [limited.get("/v1/presets").status for _ in range(6)] == [200] * 6
    got = limited.get("/v1/presets")
    assert (got.status, got.code) == (429, "rate-limited")
    assert (got.headers["Retry-After"], got["retry_after"]) == ("10", 10)
    assert got["detail"] == "too many requests; wait 10 s"
    assert limited.call("GET", "/v1/presets", address="192.0.2.8").status == 200
    clock.now += 9_999
    assert limited.get("/v1/presets").headers["Retry-After"] == "1"
    clock.now += 1
    assert limited.get("/v1/presets").status == 200
    assert limited.get("/v1/presets").status == 429


def test_what_is_refused_changes_nothing(club: Club) -> None:
    limited = _club(club, Milliseconds(), requests_per_address=2)
    league = limited.league()
    assert limited.post(f"{league.path}/players", {"name": "A"}, league.organiser).status == 201
    limited = _club(club, Milliseconds(), requests_per_token=1)
    limited.get("/v1/me", league.organiser)
    refused = limited.post(f"{league.path}/players", {"name": "B"}, league.organiser)
    assert refused.status == 429
    listed = club.get(f"{league.path}/players", league.organiser)
    assert [player["name"] for player in listed["players"]] == ["A"]


def test_a_token_has_its_requests_wherever_they_come_from(club: Club) -> None:
    night = club.night()
    limited = _club(club, Milliseconds(), requests_per_token=3)
    one, two = night.player(1), night.player(2)
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.3"):
        assert limited.call("GET", "/v1/me", token=one, address=address).status == 200
    assert limited.call("GET", "/v1/me", token=one, address="192.0.2.4").code == "rate-limited"
    assert limited.get("/v1/me", two).status == 200


def test_who_has_joined_is_not_held_up_by_others_of_the_same_address(club: Club) -> None:
    """All phones of a Wi-Fi are in one IPv6 network, and all of a club behind one router."""
    night = club.night()
    limited = _club(club, Milliseconds(), requests_per_address=5, requests_per_token=3)
    flood = [limited.call("GET", "/v1/presets", address=f"2001:db8::{n}").status for n in range(9)]
    assert flood == [200] * 5 + [429] * 4
    mine = night.player(1)

    def ask(token: str | None) -> int:
        return limited.call("GET", "/v1/me", token=token, address="2001:db8::99").status

    assert [ask(mine) for _ in range(4)] == [200] * 3 + [429]
    assert [ask(token) for token in ("nonsense", mine[:-6] + "AAAAAA", None)] == [429] * 3


def test_the_scorers_of_two_tables_have_requests_of_their_own(club: Club) -> None:
    night = club.night(tables=2)
    limited = _club(club, Milliseconds(), requests_per_token=2)
    one, two = (table.scorer for table in night.tables)
    assert [limited.get("/v1/me", one).status for _ in range(3)] == [200, 200, 429]
    assert limited.get("/v1/me", two).status == 200


def test_a_proxy_on_this_machine_says_whom_it_speaks_for(tmp_path: Path) -> None:
    """Its callers are counted one by one; anybody else's ``X-Forwarded-For`` is not believed."""
    limiter = RateLimiter(Milliseconds())
    context = folder_context(tmp_path, Settings(requests_per_address=1))
    wsgi = direct(context, limiter)

    def ask(peer: str, forwarded: str) -> str:
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": "/v1/presets",
            "REMOTE_ADDR": peer,
            "HTTP_X_FORWARDED_FOR": forwarded,
            "wsgi.input": io.BytesIO(),
        }
        return answered(wsgi, environ)[0][:3]

    assert [ask("127.0.0.1", "192.0.2.1") for _ in range(2)] == ["200", "429"]
    assert ask("127.0.0.1", "192.0.2.2") == "200"
    assert ask("127.0.0.1", "192.0.2.9, 192.0.2.2") == "429"
    assert [ask("::1", "nonsense") for _ in range(3)] == ["200"] * 3
    assert [ask("192.0.2.3", f"192.0.2.{n}") for n in (4, 5)] == ["200", "429"]
    context.store.close()


def test_nobody_spends_the_requests_of_a_token_that_he_has_not(club: Club) -> None:
    night = club.night()
    limited = _club(club, Milliseconds(), requests_per_token=1)
    forged = night.player(1)[:-6] + "AAAAAA"
    for _ in range(3):
        assert limited.get("/v1/me", forged).status == 401
    assert limited.get("/v1/me", night.player(1)).status == 200


def test_health_is_always_answered(club: Club) -> None:
    limited = _club(club, Milliseconds(), requests_per_address=1)
    limited.get("/v1/presets")
    assert limited.get("/v1/presets").status == 429
    for path in ("/v1/health", "/v1/ready"):
        assert [limited.get(path).status for _ in range(5)] == [200] * 5
    uncounted = {route.name for route in ROUTES if "rate-limited" not in route.errors}
    assert uncounted == {"health", "ready"}


def test_this_machine_itself_is_not_counted(club: Club) -> None:
    night = club.night()
    limited = _club(club, Milliseconds(), requests_per_address=1, requests_per_token=1)
    for address in ("127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", ""):
        for _ in range(3):
            got = limited.call("GET", "/v1/me", token=night.player(1), address=address)
            assert got.status == 200, (address, got)


def test_without_a_limiter_as_many_are_answered_as_come(club: Club) -> None:
    other = club.use(settings=Settings(requests_per_address=1))
    assert {other.get("/v1/presets").status for _ in range(5)} == {200}


def test_a_rate_of_0_is_no_limit(club: Club) -> None:
    limited = _club(club, Milliseconds(), requests_per_address=0, requests_per_token=0)
    assert {limited.get("/v1/presets").status for _ in range(20)} == {200}


def test_a_club_behind_one_address_never_meets_the_limit() -> None:
    clock, settings = Milliseconds(), Settings()
    limiter = RateLimiter(clock)
    for _ in range(30 * 60):  # an hour, in steps of two seconds
        for phone in range(8 * 8):
            limiter.count_address("192.0.2.1", settings)
            limiter.count_token(_token(phone), settings)
            if phone % 8 == 0:  # and each table plays
                limiter.count_address("192.0.2.1", settings)
        clock.now += 2000


def test_a_burst_is_taken_and_then_the_rate_holds() -> None:
    clock, settings = Milliseconds(), Settings()
    limiter = RateLimiter(clock)
    taken = sum(
        not _waits(lambda: limiter.count_address("192.0.2.1", settings)) for _ in range(7000)
    )
    assert taken == settings.requests_per_address
    taken = 0
    for _ in range(1000):  # ten seconds, at ten times the rate
        clock.now += 10
        taken += sum(
            not _waits(lambda: limiter.count_address("192.0.2.1", settings)) for _ in range(10)
        )
    assert taken == settings.requests_per_address // 6


@given(steps=st.lists(st.tuples(st.integers(0, 3000), st.integers(1, 5)), max_size=60))
def test_who_waits_as_asked_is_let_in(steps: list[tuple[int, int]]) -> None:
    clock, settings = Milliseconds(), Settings(requests_per_address=7)
    limiter = RateLimiter(clock)
    for pause, requests in steps:
        clock.now += pause
        for _ in range(requests):
            wait = _waits(lambda: limiter.count_address("192.0.2.1", settings))
            if wait:
                assert 1 <= wait <= 9
                clock.now += wait * 1000
                assert not _waits(lambda: limiter.count_address("192.0.2.1", settings))


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "KEPT", 10)
    limiter, settings = RateLimiter(Milliseconds()), Settings(requests_per_address=1)
    for number in range(100):
        limiter.count_address(f"192.0.2.{number}", settings)
    assert len(limiter._buckets) == 10
    assert _waits(lambda: limiter.count_address("192.0.2.99", settings))


def test_threads_share_a_limit() -> None:
    limiter, settings = RateLimiter(Milliseconds()), Settings(requests_per_address=500)
    taken: list[int] = []

    def ask() -> None:
        taken.extend(
            not _waits(lambda: limiter.count_address("192.0.2.1", settings)) for _ in range(200)
        )

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(taken) == 500


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a pipe", "a pipe"),
        ("", None),
    ],
)
def test_under_what_an_address_is_counted(address: str, whose: str | None) -> None:
    assert whose_address(address) == whose


def test_the_library_is_loaded_when_it_is_needed() -> None:
    script = "import sys, chalicelib.api.app; print('pyrate_limiter' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "False"


# -- bodies -------------------------------------------------------------------------------------


def _league_body(raw: bytes) -> LeagueBody:
    return read_json(LeagueBody, raw)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b'{"name": "L", "name": "M"}', "the body names 'name' twice"),
        (b'{"name": "L", "n\\u0061me": "M"}', "the body names 'name' twice"),
        (b'{"name": "L", "options": {"ace": "low", "ace": "high"}}', "the body names 'ace' twice"),
        (b'{"name": "L", "x": [{"y": 1, "y": 1}]}', "the body names 'y' twice"),
        (b'{"name": "L", "options": {"ace": NaN}}', "the body has NaN, which is not a JSON number"),
        (
            b'{"name": "L", "options": {"ace": -Infinity}}',
            "the body has -Infinity, which is not a JSON number",
        ),
        (b'{"name": "L\xff"}', "the body is not UTF-8"),
        (b'{"name": "\xed\xa0\x80"}', "the body is not UTF-8"),
        (b'\xff\xfe{\x00"\x00', "the body is not UTF-8"),
    ],
)
def test_a_body_that_readers_understand_differently_is_refused(
    club: Club, raw: bytes, said: str
) -> None:
    got = club.post("/v1/leagues", raw=raw)
    assert (got.status, got.code, got["detail"]) == (400, "invalid-json", said)


@pytest.mark.parametrize("option", ["ace", "layout", "chips.start", "penalty.missed_play", "x"])
def test_an_infinite_number_is_no_option(club: Club, option: str) -> None:
    for number in (b"1e999", b"-1e999"):
        raw = b'{"name": "L", "options": {"' + option.encode() + b'": ' + number + b"}}"
        assert club.post("/v1/leagues", raw=raw).code == "malformed"


def test_a_number_that_is_none_in_a_numbers_place_is_reported_with_its_place(club: Club) -> None:
    for number in (b"NaN", b"Infinity", b"1e999"):
        got = club.post("/v1/leagues", raw=b'{"name": "L", "play_clock": ' + number + b"}")
        assert (got.status, got["errors"][0]["at"]) == (422, "/body/play_clock")


@pytest.mark.parametrize(
    "raw",
    [
        b'{"name": "\\ud800"}',
        b'{"name": "\\udc00\\ud800"}',
        b"\xef\xbb\xbf{}",
        b'{"name": "L", "options": {"ace": ' + b"9" * 5000 + b"}}",
        b"[" * 60_000,
        b'{"options":' * 5_000,
        b'{"name": "L", "options": {"layout": ' + b"[" * 900 + b"]" * 900 + b"}}",
        b"[" * 30_000 + b"]" * 30_000,
    ],
)
def test_a_body_made_to_break_a_reader_is_refused(club: Club, raw: bytes) -> None:
    got = club.post("/v1/leagues", raw=raw)
    assert (got.status, got.code) == (400, "invalid-json"), got


@pytest.mark.parametrize(
    "value",
    [
        b"9" * 4000,
        b"-" + b"9" * 4000,
        b"1e308",
        b"1e-999",
        b"[" * 150 + b"]" * 150,
        b'"' + b"x" * 60_000 + b'"',
        b'"\\u0000"',
    ],
)
@pytest.mark.parametrize("field", ["name", "play_clock", "preset", "options", "public"])
def test_a_monstrous_value_is_a_problem_and_no_fault(club: Club, field: str, value: bytes) -> None:
    inside = b'{"ace": ' + value + b', "layout": ' + value + b', "' + b"y" * 50 + b'": 1}'
    for one in (value, inside):
        got = club.post("/v1/leagues", raw=b'{"' + field.encode() + b'": ' + one + b"}")
        assert got.status in (400, 413, 422), got
        assert len(got.text) < 6000
    got = club.post("/v1/leagues", raw=b'{"name": "L", "options": ' + inside + b"}")
    assert got.status in (400, 413, 422), got


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"])), inner
    ),
    max_leaves=20,
)  # fmt: skip


class Anything(BaseModel):
    model_config = ConfigDict(extra="allow")


@given(JSON)
def test_what_is_plain_json_is_read(value: Any) -> None:
    body = read_json(Anything, json.dumps({"value": value}).encode())
    assert (body.model_extra or {})["value"] == value


@given(st.binary(max_size=80))
def test_any_bytes_are_a_body_or_a_refusal(raw: bytes) -> None:
    for body in (raw, b'{"name": "' + raw + b'"}', b'{"options": {"' + raw + b'": 1}}'):
        with contextlib.suppress(Refusal):
            _league_body(body)


# -- how much -----------------------------------------------------------------------------------


def _around(club: Club, ask: Callable[[int], Got], most: int, code: str = "invalid-request") -> Got:
    """Ask for as many as there may be, and for one more; return the first answer."""
    fine = ask(most)
    assert fine.status < 300, fine
    refused = ask(most + 1)
    assert refused.code == code, refused
    return fine


def test_a_body_has_its_bytes(club: Club) -> None:
    begun = b'{"name": "L"'
    _around(
        club,
        lambda size: club.post("/v1/leagues", raw=begun + b" " * (size - len(begun) - 1) + b"}"),
        MAX_BODY,
        "too-large",
    )


def test_a_queue_has_its_actions(club: Club) -> None:
    table = club.entered().table
    table.enter()
    got = _around(
        club, lambda count: table.queue(1, [{"play": "2S"}] * count, table.scorer), MAX_QUEUE
    )
    assert len(got["results"]) == MAX_QUEUE


def test_a_bulk_has_its_names(club: Club) -> None:
    league = club.league()
    numbers = itertools.count()

    def add(count: int) -> Got:
        names = [f"Player {next(numbers)}" for _ in range(count)]
        return club.post(f"{league.path}/players/bulk", {"names": names}, league.organiser)

    assert len(_around(club, add, MAX_BULK)["players"]) == MAX_BULK


@pytest.mark.parametrize("what", ["players", "rounds", "standings"])
def test_a_page_has_its_entries(club: Club, what: str) -> None:
    league = club.league()
    path = f"{league.path}/{what}"
    _around(club, lambda limit: club.get(path, league.organiser, limit=limit), 200)


def test_a_page_of_a_log_has_its_actions(club: Club) -> None:
    table = club.entered().table
    table.enter()
    path = f"{table.at()}/actions"
    _around(club, lambda limit: club.get(path, table.scorer, limit=limit), 200)


def test_names_and_labels_have_their_characters(club: Club) -> None:
    league = club.league()

    def post(path: str, **body: str) -> Callable[[int], Got]:
        def ask(length: int) -> Got:
            sent = {key: value or "я" * length for key, value in body.items()}
            return club.post(f"{league.path}{path}", sent, league.organiser)

        return ask

    _around(club, lambda length: club.post("/v1/leagues", {"name": "я" * length}), 60)
    _around(club, post("/players", name=""), 60)
    _around(club, post("/tokens", kind="viewer", label=""), 60)
    league.add_players(3)
    _around(club, post("/rounds", seed=""), 64)


def test_idempotency_keys_have_their_characters(club: Club) -> None:
    league = club.league()
    body, path = {"kind": "viewer"}, f"{league.path}/tokens"
    _around(club, lambda length: club.post(path, body, league.organiser, key="k" * length), MAX_KEY)
    for length, status in ((MIN_ANONYMOUS_KEY, 201), (MIN_ANONYMOUS_KEY - 1, 422)):
        assert club.post("/v1/leagues", {"name": "L"}, key="a" * length).status == status


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/players/99999", "there is no such player"),
        ("/players/100000", "there is no such player"),
        ("/rounds/9999", "there is no such round"),
        ("/rounds/10000", "there is no such round"),
        ("/rounds/0", "there is no such round"),
        ("/rounds/%31", "there is no such round"),
    ],
)
def test_numbers_in_paths_have_their_digits(club: Club, path: str, found: str) -> None:
    league = club.league()
    got = club.get(league.path + path, league.organiser)
    assert (got.status, got.code) == (404, "not-found")
    if not got["detail"].startswith("there is no such page: "):
        assert got["detail"] == found


def test_ids_in_paths_have_their_characters(club: Club) -> None:
    for length in (64, 65, 5000):
        assert club.get(f"/v1/leagues/{'x' * length}").code == "not-found"


def test_layouts_and_spaces_have_their_bounds() -> None:
    cards = ["AH", "KC", "QD", "JS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S"]
    assert len(make_rules("michigan", {"layout": cards[:12]}).table.layout) == 12
    with pytest.raises(Malformed, match=says("option.layout-size", most=12)):
        make_rules("michigan", {"layout": cards})
    make_rules("michigan", {"layout": [{"name": "n" * 24, "cards": ["AH"]}]})
    with pytest.raises(Malformed, match=says("option.layout-name")):
        make_rules("michigan", {"layout": [{"name": "n" * 25, "cards": ["AH"]}]})


def test_a_round_has_its_tables(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "MAX_TABLES", 2)
    league = club.league()
    league.add_players(9)
    _around(club, lambda tables: league.draw(tables=tables), 2, "cannot-seat")


def test_a_draw_names_its_tables_within_bounds(club: Club) -> None:
    league = club.league()
    league.add_players(3)
    assert league.draw(tables=200).code == "cannot-seat"
    assert league.draw(tables=201).code == "invalid-request"


def test_a_league_has_its_rounds(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "MAX_ROUNDS", 2)
    league = club.league()
    league.add_players(3)
    assert [league.draw().code for _ in range(3)] == [None, None, "too-many"]


def test_a_league_has_its_codes_and_tokens_of_a_day(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codes, "CODES_A_DAY", 5)
    monkeypatch.setattr(tokens, "TOKENS_A_DAY", 2)
    league = club.league()
    league.add_players(3)
    wanted = {"kind": "player", "player": 1}

    def ask(path: str, body: Any = None) -> str | None:
        return club.post(f"{league.path}/{path}", body, league.organiser).code

    assert [ask("codes", wanted) for _ in range(2)] == [None] * 2
    assert [ask("codes/sheet") for _ in range(2)] == [None, "rate-limited"]
    assert ask("codes", wanted) == "rate-limited"
    assert [ask("tokens", wanted) for _ in range(3)] == [None, None, "rate-limited"]
    other = club.league()
    assert club.post(f"{other.path}/tokens", {"kind": "viewer"}, other.organiser).status == 201
    club.clock.tick(24 * 3600)
    assert ask("codes/sheet") is ask("tokens", wanted) is None


def test_a_table_has_its_scorers(club: Club) -> None:
    night = club.night()
    body = {"kind": "scorer", "table": night.table.id}
    asked = [
        club.post(f"{night.path}/tokens", body, night.organiser).code
        for _ in range(MAX_SCORERS + 1)
    ]
    assert asked == [None] * MAX_SCORERS + ["too-many"]


@pytest.mark.parametrize(("seconds", "status"), [(4, 422), (5, 201), (3600, 201), (3601, 422)])
def test_a_play_clock_has_its_seconds(club: Club, seconds: int, status: int) -> None:
    got = club.post("/v1/leagues", {"name": "L", "play_clock": seconds})
    assert got.status == status
