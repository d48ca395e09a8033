"""The route table behind WSGI (PEP 3333), for a server on this computer."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from http import HTTPStatus
from itertools import count
from typing import Final, TypeAlias
from urllib.parse import parse_qs
from wsgiref.types import StartResponse, WSGIEnvironment

from chalicelib.api.http.body import MAX_BODY
from chalicelib.api.http.compression import compressed
from chalicelib.api.http.hosts import Hosts, caller_address
from chalicelib.api.http.language import negotiate
from chalicelib.api.http.limits import RateLimiter
from chalicelib.api.http.messages import CORS, REQUEST_ID, Reply, Request, request_id
from chalicelib.api.http.methods import offered_methods
from chalicelib.api.http.route import Route
from chalicelib.api.problems.problem import method_not_allowed, problem
from chalicelib.api.routes import ROUTES
from chalicelib.api.run import run
from chalicelib.message import say
from chalicelib.service.context import Context
from chalicelib.service.errors import Refusal

from .refusals import reply_to

DOCS: Final = "/v1/docs"
_MISDIRECTED: Final = "This server is not known by that name. `boodle serve --name NAME` adds one."

Offered: TypeAlias = Mapping[str, Collection[str]]
"""Path of the route table -> the methods it has."""

Answering: TypeAlias = Callable[[str, Request], Reply]
"""Answers a request that matches this path of the route table."""


def direct(
    context: Context,
    limiter: RateLimiter | None = None,
    routes: Iterable[Route] = ROUTES,
    hosts: Hosts | None = None,
) -> Wsgi:
    """Return the WSGI application that uses the route table directly, without a framework."""
    table = {(route.path, route.method): route for route in routes}
    offered: dict[str, list[str]] = {}
    for path, method in table:
        offered.setdefault(path, []).append(method)

    def answer(path: str, request: Request) -> Reply:
        return run(context, table[path, request.method], request, limiter)

    return Wsgi(offered, answer, hosts)


class Wsgi:
    """A WSGI application (PEP 3333).

    Parameters
    ----------
    offered
        The paths, with their methods.
    answer
        Answers a request that has been read, with one of the methods offered.
    hosts
        The names by which it may be asked; ``None``: any.
    """

    def __init__(self, offered: Offered, answer: Answering, hosts: Hosts | None = None) -> None:
        self._hosts = hosts
        self._offered = {path: offered_methods(methods) for path, methods in offered.items()}
        self._ask = answer
        self._began = secrets.token_hex(4)  # of this run; a counter distinguishes its requests
        self._count = count(1)
        # Literal segments first, so that /players/bulk is not taken for a player.
        patterns = sorted(
            self._offered, key=lambda path: [part[:1] == "{" for part in path.split("/")]
        )
        # By number of parts; otherwise most requests would be matched against every pattern.
        self._paths: dict[int, list[tuple[re.Pattern[str], str]]] = {}
        for path in patterns:
            self._paths.setdefault(path.count("/"), []).append((_compiled(path), path))

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        method, headers_in = environ["REQUEST_METHOD"], _headers(environ)
        name = request_id(headers_in, f"{self._began}-{next(self._count):x}")
        reply = self._answer(method, environ, headers_in, name)
        body = compressed(reply, headers_in.get("accept-encoding", ""))
        headers = list({**reply.headers, REQUEST_ID: name}.items())
        if reply.status not in (204, 304):
            headers.append(("Content-Length", str(len(body))))
        start_response(f"{reply.status} {HTTPStatus(reply.status).phrase}", headers)
        return [] if method == "HEAD" else [body]

    def _answer(
        self, method: str, environ: WSGIEnvironment, headers: dict[str, str], name: str
    ) -> Reply:
        # WSGI has decoded the path. Valid paths never need encoding, and the routes check them, so
        # another spelling of a path leads to the same page or to none.
        path = environ.get("PATH_INFO", "")
        language = negotiate(headers.get("accept-language", ""))
        if self._hosts is not None and headers.get("host", "localhost") not in self._hosts:
            return reply_to(421, "Misdirected Request", _MISDIRECTED)
        if path in ("/", "/v1", "/v1/") and method in ("GET", "HEAD"):
            # so that a browser that opens the address shown by `serve` gets a page
            return Reply(302, "", {"Location": DOCS, **CORS})
        for pattern, route in self._paths.get(path.count("/"), ()):
            if match := pattern.fullmatch(path):
                request = Request(
                    method="GET" if method == "HEAD" else method,
                    path=path,
                    params=match.groupdict(),
                    query=parse_qs(environ.get("QUERY_STRING", ""), keep_blank_values=True),
                    headers=headers,
                    body=b"",
                    address=caller_address(environ.get("REMOTE_ADDR", ""), headers),
                    request_id=name,
                    language=language,
                )
                return self._call(method, route, request, environ)
        return _refused(Refusal("not-found", say("not-found.path", path=path[:200])), language)

    def _call(self, method: str, route: str, request: Request, environ: WSGIEnvironment) -> Reply:
        offered = self._offered[route]
        if method == "OPTIONS":
            allow = ", ".join(offered)
            return Reply(204, "", {**CORS, "Access-Control-Allow-Methods": allow, "Allow": allow})
        if method not in offered:
            return method_not_allowed(method, offered, request.language)
        length = int(environ.get("CONTENT_LENGTH") or 0)
        if length > MAX_BODY:
            detail = say("request.body-limit", most=MAX_BODY)
            return _refused(Refusal("too-large", detail, limit=MAX_BODY), request.language)
        return self._ask(route, request._replace(body=environ["wsgi.input"].read(length)))


def _refused(refusal: Refusal, language: str) -> Reply:
    reply = problem(refusal, language)
    reply.headers |= CORS
    return reply


def _compiled(path: str) -> re.Pattern[str]:
    parts = [
        f"(?P<{part[1:-1]}>[^/]+)" if part.startswith("{") else re.escape(part)
        for part in path.split("/")
    ]
    return re.compile("/".join(parts))


def _headers(environ: WSGIEnvironment) -> dict[str, str]:
    headers = {
        name[5:].replace("_", "-").lower(): value
        for name, value in environ.items()
        if name.startswith("HTTP_")
    }
    if environ.get("CONTENT_TYPE"):
        headers["content-type"] = environ["CONTENT_TYPE"]
    return headers
