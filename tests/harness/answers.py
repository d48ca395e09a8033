"""Answers, each of which is checked against the declaration of its route.

That is the status, the model of the body, the code and the members of a problem, and the headers of
all answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from chalicelib.api.contract.schemas import hold_to
from chalicelib.api.http.messages import CORS
from chalicelib.api.http.pages import MAX_ANSWER, MAX_FILE
from chalicelib.api.http.route import Route
from chalicelib.api.problems.answers import Problem
from chalicelib.api.problems.problem import KINDS, MEDIA_TYPE, URN
from chalicelib.api.routes import ROUTES
from chalicelib.message import say
from chalicelib.texts import DEFAULT_LANGUAGE, render

UNROUTED = {404: "not-found", 405: "method-not-allowed", 413: "too-large"}


class Headers(Mapping[str, str]):
    """Headers, whose names may be written in any case."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._values = {name.lower(): value for name, value in pairs}

    def __getitem__(self, name: str) -> str:
        return self._values[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)


class Got:
    """An answer."""

    def __init__(self, status: int, headers: Iterable[tuple[str, str]], text: str) -> None:
        self.status = status
        self.headers = Headers(headers)
        self.text = text

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def code(self) -> str | None:
        """The code of the problem, or ``None``."""
        if self.headers.get("Content-Type") != MEDIA_TYPE:
            return None
        return str(self.json["type"]).removeprefix(URN)

    @property
    def replayed(self) -> bool:
        return self.headers.get("Idempotency-Replayed") == "true"

    def __getitem__(self, name: str) -> Any:
        return self.json[name]

    def __repr__(self) -> str:
        return f"<{self.status} {self.text[:2000]}>"


def route_of(method: str, path: str) -> Route | None:
    """Return the route that a request meets, literal segments first."""
    method = "GET" if method == "HEAD" else method
    parts = path.split("/")
    found = [
        route
        for route in ROUTES
        if route.method == method
        and len(own := route.path.split("/")) == len(parts)
        and all(a == b or (a[:1] == "{" and b) for a, b in zip(own, parts, strict=True))
    ]
    return min(found, key=lambda route: route.path.count("{"), default=None)


def check_places(got: Got, body: bytes, query: Mapping[str, Any]) -> None:
    """Check that every place of ``errors`` is one in the request, or of what it lacks there."""
    missing = render(say("value.missing"), got.headers.get("Content-Language", DEFAULT_LANGUAGE))
    for error in got.json.get("errors", ()) if got.code == "invalid-request" else ():
        where, *steps = error["at"].removeprefix("/").split("/")
        if where == "header":
            continue
        at: Any = query if where == "query" else json.loads(body or b"{}")
        for number, step in enumerate(steps, 1):
            name = step.replace("~1", "/").replace("~0", "~")
            if isinstance(at, list):
                assert name.isdecimal(), error
                assert int(name) < len(at), error
                at = at[int(name)]
                continue
            assert isinstance(at, Mapping), error
            if name not in at:
                assert (number, error["problem"]) == (len(steps), missing), error
                break
            at = at[name]


def check_answer(route: Route | None, got: Got) -> None:
    """Check an answer against the declaration of its route."""
    for name, value in CORS.items():
        assert got.headers.get(name) == value, (name, got.headers)
    assert "Traceback" not in got.text
    media = got.headers.get("Content-Type", "").partition(";")[0]
    most = MAX_FILE if media in ("text/csv", "text/html") else MAX_ANSWER
    assert len(got.text.encode()) <= most
    assert 'File "' not in got.text
    if got.status not in (204, 304):
        assert got.headers["Content-Length"] == str(len(got.text.encode()))
    if got.code is not None:
        _check_problem(route, got)
        return
    assert got.status < 400, got
    if got.status in (204, 304):
        assert got.text == ""
        assert got.status == 304 or route is None or 204 in route.replies
        return
    assert route is not None, got
    if route.method == "GET":
        assert got.headers["ETag"].startswith('"')
        assert "Authorization" in got.headers["Vary"]
    if not got.text:
        return  # HEAD
    assert got.status in route.replies, (route.name, got)
    media = got.headers["Content-Type"].partition(";")[0]
    if media == "application/json":
        shape = route.replies[got.status]
        assert shape is not None
        hold_to(shape, got.text)
    else:
        assert media in route.other_media, (route.name, media)


def _check_problem(route: Route | None, got: Got) -> None:
    hold_to(Problem, got.text)
    body, code = got.json, got.code
    kind = KINDS[str(code)]
    title = render(kind.title, got.headers.get("Content-Language", DEFAULT_LANGUAGE))
    assert (body["status"], body["title"], got.status) == (kind.status, title, kind.status)
    own = {"type", "title", "status", "detail"}
    assert set(body) - own <= set(kind.members), (code, body)
    assert got.headers["Cache-Control"] == "no-store"
    if got.status in (429, 503):
        assert int(got.headers["Retry-After"]) >= 1
    if route is None:
        assert UNROUTED[got.status] == code
    else:
        assert code in route.errors, (route.name, "does not declare", code, body)
