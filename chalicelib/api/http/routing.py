"""The route table's form, and how a request runs through it.

A route is declared once: its method and path, the deed it needs the right to, what it takes,
what it answers, and which problems it can give. The same declaration serves requests, checks
rights and describes the API.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ValidationError

from chalicelib.api.problems.problem import problem
from chalicelib.rules import RulesError
from chalicelib.service.access import ANYONE, RIGHTS, Caller, check_right
from chalicelib.service.context import Context
from chalicelib.service.errors import Refusal, not_found, say
from chalicelib.service.once import Answer, Once, compact
from chalicelib.service.secrets import SEAL, unseal
from chalicelib.store.port import Busy, StoreFailed

from .body import invalid, read_json
from .language import negotiate, speaking
from .limits import UNCOUNTED, RateLimiter
from .messages import Deprecated, Reply, Request, cors_headers
from .queries import NoQuery, Query

log = logging.getLogger("boodle")

MAX_BODY: Final = 64 * 1024
MAX_KEY: Final = 128
MIN_ANONYMOUS_KEY: Final = 16

PATH_PARAMETERS: Final[Mapping[str, str]] = {
    "league": r"[A-Za-z0-9_-]{1,64}",
    "table": r"[A-Za-z0-9_-]{1,64}",
    "preset": r"[a-z_]{1,40}",
    "player": r"[1-9][0-9]{0,4}",
    "round": r"[1-9][0-9]{0,3}",
    "hand": r"[1-9][0-9]{0,3}",
    "seat": r"[1-8]",
    "number": r"[1-9][0-9]{0,5}",
    "subject": r"[A-Za-z0-9_-]{1,80}",
    "code_id": r"[A-Za-z0-9_-]{1,64}",
}
"""What each variable part of a path may be; anything else is not found."""

NUMBERS: Final[Mapping[str, int]] = {
    "player": 99_999,
    "round": 9_999,
    "hand": 9_999,
    "seat": 8,
    "number": 999_999,
}
"""Those of them that are whole numbers from 1, and how high they go."""

_NO_TOKEN: Final = frozenset({"open.read", "league.create", "join"})
"""Deeds for which a token is not looked at: an old one must not keep a phone from joining."""

COMMON_PROBLEMS: Final = ("invalid-request", "internal", "busy", "unavailable")
"""What any route can answer, beside its own problems."""


class Call(NamedTuple):
    """A request as a route's handler gets it: checked, and read into models."""

    caller: Caller
    params: Mapping[str, Any]
    query: Any
    body: Any
    once: Once | None
    deployment_key: str | None
    accept: str


class AnswerName(NamedTuple):
    """An answer model by its name: describing the API needs the model, serving it does not."""

    module: str
    name: str

    def model(self) -> type[BaseModel]:
        """Return the model."""
        found: type[BaseModel] = getattr(import_module(self.module), self.name)
        return found


class Answers:
    """The answer models of a module, by attribute, not imported before they are looked at.

    Answers are plain values when a request is served; their models describe them, and tests
    hold them to it. Building dozens would be an eighth of a Lambda's start.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> AnswerName:
        return AnswerName(self._module, name)


Handler = Callable[[Context, Call], Any]


@dataclass(frozen=True, slots=True)
class Route:
    """One method of one path.

    Attributes
    ----------
    name
        The stable ``operationId``.
    right
        The deed in :data:`chalicelib.service.access.RIGHTS`.
    replies
        Status -> model of the answer; the first is the usual one. ``None``: no body.
    problems
        The codes of the problems it can give, beside :data:`COMMON_PROBLEMS`.
    body, query
        Models of what it takes; a body that few send by its name, to be loaded when it comes.
    keyed
        Whether it heeds an Idempotency-Key.
    other_media
        Media types it can answer with beside JSON.
    deprecated
        Since when and until when, if it is to go; every answer says so.
    """

    method: str
    path: str
    name: str
    summary: str
    handler: Handler
    right: str
    replies: Mapping[int, AnswerName | None]
    problems: tuple[str, ...] = ()
    body: type[BaseModel] | AnswerName | None = None
    query: type[Query] = NoQuery
    keyed: bool = False
    other_media: tuple[str, ...] = ()
    deprecated: Deprecated | None = None
    errors: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        own = list(self.problems) + list(COMMON_PROBLEMS)
        if self.name not in UNCOUNTED:
            own.append("rate-limited")
        if "anyone" not in RIGHTS[self.right]:
            own.append("forbidden")
        if self.right not in _NO_TOKEN:
            own.append("unauthenticated")
        if "{" in self.path:
            own.append("not-found")
        if self.body is not None:
            own += ["invalid-json", "too-large", "unsupported-media-type"]
        if self.keyed:
            own.append("idempotency-key-reused")
        object.__setattr__(self, "errors", tuple(sorted(set(own))))

    @property
    def body_model(self) -> type[BaseModel] | None:
        """The model of the body it takes, if it takes one."""
        return self.body.model() if isinstance(self.body, AnswerName) else self.body

    def headers(self) -> dict[str, str]:
        """Return the headers of all its answers, problems too."""
        told = self.deprecated.headers() if self.deprecated else {}
        return {**cors_headers(), "X-Content-Type-Options": "nosniff", **told}


def run(ctx: Context, route: Route, request: Request, limiter: RateLimiter | None = None) -> Reply:
    """Answer a request; whatever goes wrong is answered as a problem, in its language."""
    with speaking(negotiate(request.headers.get("accept-language", ""))):
        return _run(ctx, route, request, limiter if route.name not in UNCOUNTED else None)


def _run(ctx: Context, route: Route, request: Request, limiter: RateLimiter | None) -> Reply:
    try:
        if limiter:
            limiter.count_address(request.address, ctx.settings)
        reply = _answer(ctx, route, request, limiter)
    except (Refusal, RulesError) as error:
        reply = problem(error)
    except Busy:
        reply = problem(
            Refusal("busy", "the request was not carried out for certain; repeat it", retry_after=1)
        )
    except StoreFailed:
        unavailable = Refusal(
            "unavailable", "the store failed; nothing is certain, repeat it", retry_after=5
        )
        reply = _fault(route, request, unavailable)
    except Exception:
        # Nothing of a fault may leave the house, and every one must be found in the log.
        reply = _fault(route, request, Refusal("internal", "the fault has been logged"))
    reply.headers = {**reply.headers, **route.headers()}
    return reply


def _fault(route: Route, request: Request, refusal: Refusal) -> Reply:
    """Log the fault under way and return what is said of it."""
    log.exception("request %s: %s %s", request.request_id, route.method, route.path)
    return problem(refusal, request.request_id)


def _answer(ctx: Context, route: Route, request: Request, limiter: RateLimiter | None) -> Reply:
    params = _path_parameters(request)
    caller = _caller(ctx, route, request)
    if limiter:
        limiter.count_token(caller, ctx.settings)
    check_right(caller, route.right)
    query = _read_query(route, request)
    body = _read_body(route, request)
    call = Call(
        caller=caller,
        params=params,
        query=query,
        body=body,
        once=_once(route, request, caller),
        deployment_key=request.headers.get("boodle-key"),
        accept=request.headers.get("accept", ""),
    )
    answer = route.handler(ctx, call)
    if isinstance(answer, Reply):
        reply = answer
    else:
        status = next(iter(route.replies))
        reply = json_reply(ctx, status, answer)
    return _with_etag(request, reply) if route.method == "GET" else reply


def json_reply(ctx: Context, status: int, answer: Any) -> Reply:
    """Return an answer as JSON, its secrets unsealed; an :class:`Answer` says if it is repeated."""
    headers = {"Content-Type": "application/json"}
    if isinstance(answer, Answer):
        if answer.replayed:
            headers["Idempotency-Replayed"] = "true"
        answer = answer.body
    if answer is None:
        return Reply(status, "", {})
    text = compact(answer)
    if SEAL in text:
        text = compact(unseal(ctx, answer))
    return Reply(status, text, headers)


def _with_etag(request: Request, reply: Reply) -> Reply:
    """Give the answer a name for its content, which depends on who asks (RFC 9110, 8.8.3)."""
    tag = f'"{hashlib.sha256(reply.body.encode()).hexdigest()[:24]}"'
    spoken = ", Accept-Language" if "Content-Language" in reply.headers else ""
    reply.headers |= {
        "ETag": tag,
        "Vary": "Authorization, Accept" + spoken,
        "Cache-Control": "private, no-cache",
    }
    asked = request.headers.get("if-none-match", "")
    known = {part.strip().removeprefix("W/") for part in asked.split(",")}
    if tag in known or asked.strip() == "*":
        headers = {key: value for key, value in reply.headers.items() if key != "Content-Type"}
        return Reply(304, "", headers)
    return reply


def _path_parameters(request: Request) -> dict[str, Any]:
    params: dict[str, Any] = {}
    for name, text in request.params.items():
        if not re.fullmatch(PATH_PARAMETERS[name], text, re.ASCII):
            raise not_found(name.replace("_", " "))
        params[name] = int(text) if name in NUMBERS else text
    return params


def _caller(ctx: Context, route: Route, request: Request) -> Caller:
    header = request.headers.get("authorization")
    if header is None or route.right in _NO_TOKEN:
        return Caller(None, request.address) if request.address else ANYONE
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip() or not token.isascii():
        raise Refusal("unauthenticated", "Authorization must be: Bearer, a space, the token")
    return Caller(ctx.signer.read(token.strip(), ctx.seconds()), request.address)


def _read_query(route: Route, request: Request) -> Query:
    try:
        return route.query.model_validate(dict(request.query))
    except ValidationError as error:
        raise invalid(error, "query") from None


def _read_body(route: Route, request: Request) -> Any:
    model = route.body_model
    if model is None:
        return None
    if len(request.body) > MAX_BODY:
        most = say("a body has at most {most} bytes", most=MAX_BODY)
        raise Refusal("too-large", most, limit=MAX_BODY)
    raw = request.body
    if not raw.strip():
        raw = b"{}"  # nothing said is the same as an empty object
    else:
        media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media != "application/json":
            raise Refusal("unsupported-media-type", "send Content-Type: application/json")
    return read_json(model, raw)


def _once(route: Route, request: Request, caller: Caller) -> Once | None:
    key = request.headers.get("idempotency-key")
    if key is None or not route.keyed:
        return None
    if not (1 <= len(key) <= MAX_KEY and key.isascii() and key.isprintable()):
        raise Refusal(
            "invalid-request",
            say("an Idempotency-Key has 1 to {most} ASCII characters", most=MAX_KEY),
        )
    claims = caller.claims
    if claims is None and len(key) < MIN_ANONYMOUS_KEY:
        raise Refusal(
            "invalid-request",
            say(
                "without a token an Idempotency-Key has at least {least} characters, "
                "as nobody else may guess it",
                least=MIN_ANONYMOUS_KEY,
            ),
        )
    who = f"{claims.league}/{claims.kind}-{claims.number}" if claims else "anyone"
    asked = json.dumps([request.method, request.path, sorted(request.query.items())])
    digest = hashlib.sha256(asked.encode() + b"\n" + request.body).hexdigest()
    return Once(who, key, digest)
