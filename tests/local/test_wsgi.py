"""The app as a WSGI application, asked without a server."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from harness.gateway import answered, through_chalice

from chalicelib.api.app import build_app
from chalicelib.api.http.body import MAX_BODY
from chalicelib.api.runtime import folder_context
from chalicelib.local.server import log_to_stderr
from chalicelib.local.wsgi import direct
from chalicelib.service.context import Settings

LEAGUE = {"name": "A league"}


@dataclass
class Answer:
    status: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Ask = Callable[..., Answer]


@pytest.fixture(params=["as boodle serve", "through chalice"])
def ask(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Ask]:
    """Ask the app both ways: what runs on a laptop has to answer as what runs on AWS."""
    context = folder_context(tmp_path, Settings(open_leagues=True))
    wsgi = direct(context)
    if request.param == "through chalice":
        wsgi = through_chalice(build_app(lambda: context))

    def call(method: str, path: str, query: str = "", body: bytes = b"", **more: Any) -> Answer:
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_LENGTH": str(len(body)) if body else "",
            "CONTENT_TYPE": "application/json" if body else "",
            "wsgi.input": io.BytesIO(body),
            **more,
        }
        setup_testing_defaults(environ)
        status, headers, content = answered(wsgi, environ)
        assert len({name.lower() for name, _ in headers}) == len(headers)
        return Answer(status, {name.lower(): value for name, value in headers}, content)

    yield call
    context.store.close()


def test_an_answer_has_its_length_and_type_and_lets_any_page_in(ask: Ask) -> None:
    answer = ask("GET", "/v1/health")
    assert (answer.status, answer.json["status"]) == ("200 OK", "ok")
    assert answer.headers["content-length"] == str(len(answer.body))
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "Idempotency-Replayed" in answer.headers["access-control-expose-headers"]


def test_length_is_in_bytes_of_utf8(ask: Ask) -> None:
    made = ask("POST", "/v1/leagues", body=json.dumps({"name": "Ворох ♥"}).encode())
    assert made.json["league"]["name"] == "Ворох ♥"
    assert made.headers["content-length"] == str(len(made.body))


def test_head_is_get_without_a_body(ask: Ask) -> None:
    named = {"HTTP_X_REQUEST_ID": "mine"}
    got, head = ask("GET", "/v1/presets", **named), ask("HEAD", "/v1/presets", **named)
    assert head.body == b""
    assert (head.status, head.headers) == (got.status, got.headers)


def test_options_says_what_is_offered_and_lets_pages_ask(ask: Ask) -> None:
    answer = ask("OPTIONS", "/v1/tables/t1/hands/1/actions/1")
    assert answer.status == "204 No Content"
    assert "content-length" not in answer.headers
    assert answer.headers["allow"] == answer.headers["access-control-allow-methods"]
    assert answer.headers["allow"] == "OPTIONS, PUT"
    assert "Authorization" in answer.headers["access-control-allow-headers"]


@pytest.mark.parametrize("method", ["DELETE", "PATCH", "TRACE", "BREW"])
def test_a_method_not_offered_is_a_problem_that_names_those_that_are(ask: Ask, method: str) -> None:
    answer = ask(method, "/v1/join")
    assert answer.status.startswith("405 ")
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["allow"] == "OPTIONS, POST"
    assert answer.json["type"] == "urn:boodle:problem:method-not-allowed"
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/v1/health/",
        "//v1/health",
        "/v1//health",
        "/v1/health\n",
        "/v1/../v1/health",
        "/V1/health",
        "/v1/leagues/",
        "/v1/leagues/a/b/c/d",
        "/v1/tables/../../etc/passwd",
        "/v1/presets/..",
        "/v1/presets/michigan\n",
        "/v1/presets/michigan\x00",
        "/v1/presets/ñ",
        "/v1/leagues/\u0000",
        "/v1/tables/x/hands/١",
        "/v1/tables/x/hands/0",
        "/v1/leagues/{league}",
        "*",
    ],
)
def test_no_other_path_leads_anywhere(ask: Ask, path: str) -> None:
    answer = ask("GET", path)
    assert answer.status == "404 Not Found"
    assert answer.json["type"] == "urn:boodle:problem:not-found"
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["access-control-allow-origin"] == "*"


def test_a_literal_path_is_not_taken_for_a_variable_one(ask: Ask) -> None:
    made = ask("POST", "/v1/leagues", body=json.dumps(LEAGUE).encode()).json
    path = f"/v1/leagues/{made['league']['league']}/players/bulk"
    token = {"HTTP_AUTHORIZATION": f"Bearer {made['token']}"}
    assert ask("POST", path, body=b'{"names": ["Ann"]}', **token).status == "201 Created"
    assert ask("GET", path).status.startswith("405 ")


@pytest.mark.parametrize(("size", "status"), [(MAX_BODY, 422), (MAX_BODY + 1, 413)])
def test_a_body_has_its_limit(ask: Ask, size: int, status: int) -> None:
    body = b'{"name":"' + b"x" * (size - 11) + b'"}'
    assert len(body) == size
    answer = ask("POST", "/v1/leagues", body=body)
    assert answer.status.startswith(f"{status} ")
    assert answer.headers["access-control-allow-origin"] == "*"
    if status == 413:
        assert answer.json["limit"] == MAX_BODY


def test_queries_are_decoded_and_checked(ask: Ask) -> None:
    league = ask("POST", "/v1/leagues", body=json.dumps(LEAGUE).encode()).json["league"]["league"]
    path = f"/v1/leagues/{league}/standings"
    assert ask("GET", path, "by=%6Eet&limit=1").json["by"] == "net"
    assert ask("GET", path, "limit=1&limit=2").status.startswith("422 ")
    assert ask("GET", path, "by=").status.startswith("422 ")
    assert ask("GET", path, "nonsense=1").status.startswith("422 ")
    assert ask("GET", path, "format=csv").headers["content-type"] == "text/csv; charset=utf-8"


def test_an_answer_that_is_known_is_not_sent_again(ask: Ask) -> None:
    tag = ask("GET", "/v1/presets").headers["etag"]
    answer = ask("GET", "/v1/presets", HTTP_IF_NONE_MATCH=tag)
    assert (answer.status, answer.body) == ("304 Not Modified", b"")
    assert "content-length" not in answer.headers


def test_faults_tell_nothing_and_are_logged_where_a_person_looks(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: Any, keys: Any) -> None:
        raise ZeroDivisionError("the secret")

    monkeypatch.setattr("chalicelib.store.sqlite.store.SqliteStore.get", broken)
    log_to_stderr()
    answer = ask("GET", "/v1/leagues/x")
    assert answer.status == "500 Internal Server Error"
    assert b"secret" not in answer.body
    out, err = capsys.readouterr()
    assert answer.json["request_id"] in err
    assert "ZeroDivisionError: the secret" in err
    assert out == ""


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/"])
def test_the_bare_address_leads_to_the_page_to_read(ask: Ask, path: str) -> None:
    got = ask("GET", path)
    assert (got.status[:3], got.headers["location"]) == ("302", "/v1/docs")
    assert ask("POST", path).status[:3] == "404"
