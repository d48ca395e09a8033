"""Running a request through its route, and turning every error into a problem."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from urllib.parse import urljoin

from chalicelib.api.problems.problem import problem
from chalicelib.league.errors import LeagueError
from chalicelib.message import say
from chalicelib.rules import RulesError
from chalicelib.service.callers import ANYONE, Caller
from chalicelib.service.context import Context
from chalicelib.service.errors import Refusal
from chalicelib.service.once import Answer
from chalicelib.service.rights import check_right
from chalicelib.store.port import Busy, StoreFailed

from .etag import with_etag
from .language import negotiate, speaking
from .limits import UNCOUNTED, RateLimiter
from .messages import Reply, Request
from .replies import Answered, json_reply
from .request_id import HEADER
from .route import NO_TOKEN, Route

log = logging.getLogger("boodle")


def run(ctx: Context, route: Route, request: Request, limiter: RateLimiter | None = None) -> Reply:
    """Answer a request; every error is answered as a problem, in the request's language."""
    with speaking(negotiate(request.headers.get("accept-language", ""))):
        return _run(ctx, route, request, limiter if route.name not in UNCOUNTED else None)


def _run(ctx: Context, route: Route, request: Request, limiter: RateLimiter | None) -> Reply:
    try:
        if limiter:
            limiter.count_address(request.address, ctx.settings)
        reply = _answer(ctx, route, request, limiter)
    except (Refusal, RulesError, LeagueError) as error:
        reply = problem(error)
    except Busy:
        reply = problem(Refusal("busy", say("request.busy"), retry_after=1))
    except StoreFailed:
        unavailable = Refusal("unavailable", say("request.store-failed"), retry_after=5)
        reply = _fault(route, request, unavailable)
    except Exception:
        # No detail of a fault may leave the server, and every fault must be in the log.
        reply = _fault(route, request, Refusal("internal", say("request.internal")))
    if reply.status == 401 and "authorization" in request.headers:
        reply.headers["WWW-Authenticate"] += ', error="invalid_token"'  # RFC 6750, 3.1
    reply.headers = {**reply.headers, **route.headers(), HEADER: request.request_id}
    return reply


def _fault(route: Route, request: Request, refusal: Refusal) -> Reply:
    """Log the exception being handled, and return its problem."""
    log.exception("request %s: %s %s", request.request_id, route.method, route.path)
    return problem(refusal, request.request_id)


def _answer(ctx: Context, route: Route, request: Request, limiter: RateLimiter | None) -> Reply:
    def admit() -> Caller:
        caller = _caller(ctx, route, request)
        if limiter:
            limiter.count_token(caller, ctx.settings)
        check_right(caller, route.right)
        return caller

    answer = route.answer(ctx, request, admit)
    status = next(iter(route.replies))
    reply = answer if isinstance(answer, Reply) else json_reply(status, answer)
    if reply.status == 201:
        reply.headers["Location"] = _location(route, request, answer)
    return with_etag(request, reply) if route.method == "GET" else reply


def _location(route: Route, request: Request, answer: Answered) -> str:
    """Return the path of what was created; on AWS it begins with the stage."""
    body = answer.body if isinstance(answer, Answer) else answer
    known = body if isinstance(body, Mapping) else {}
    return urljoin(request.path, route.location.format_map({**request.params, **known}))


def _caller(ctx: Context, route: Route, request: Request) -> Caller:
    header = request.headers.get("authorization")
    if header is None or route.right in NO_TOKEN:
        return Caller(None, request.address) if request.address else ANYONE
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip() or not token.isascii():
        raise Refusal("unauthenticated", say("token.header"))
    return Caller(ctx.signer.read(token.strip(), ctx.seconds()), request.address)
