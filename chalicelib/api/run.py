"""Running a request through its route, and turning every error into a problem."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import partial
from urllib.parse import urljoin

from chalicelib.api.http.etag import with_etag
from chalicelib.api.http.limits import UNCOUNTED, RateLimiter
from chalicelib.api.http.messages import REQUEST_ID, Answered, Reply, Request, json_reply
from chalicelib.api.http.route import NO_TOKEN, Route
from chalicelib.api.problems.problem import problem
from chalicelib.api.resources.actions.conflicts import recorded
from chalicelib.api.resources.hands.entry_answers import entered
from chalicelib.league.errors import LeagueError
from chalicelib.message import say
from chalicelib.rules import RulesError
from chalicelib.service.access import check_valid
from chalicelib.service.context import Context
from chalicelib.service.errors import NoTable, Refusal
from chalicelib.service.once import Answer
from chalicelib.service.rights import ANYONE, Caller, check_right
from chalicelib.store.port import Busy, StoreFailed
from chalicelib.store.records.claims import Claims

log = logging.getLogger("boodle")


def run(ctx: Context, route: Route, request: Request, limiter: RateLimiter | None = None) -> Reply:
    """Answer a request; every error is answered as a problem, in the request's language."""
    language = request.language
    try:
        reply = _answer(ctx, route, request, limiter if route.name not in UNCOUNTED else None)
    except (Refusal, RulesError, LeagueError) as error:
        reply = problem(error, language, recorded(error) | entered(error))
    except Busy:
        reply = problem(Refusal("busy", say("request.busy"), retry_after=1), language)
    except StoreFailed:
        unavailable = Refusal("unavailable", say("request.store-failed"), retry_after=5)
        reply = _fault(route, request, unavailable)
    except Exception:
        # No detail of a fault may leave the server, and every fault must be in the log.
        reply = _fault(route, request, Refusal("internal", say("request.internal")))
    if reply.status == 401 and "authorization" in request.headers:
        reply.headers["WWW-Authenticate"] += ', error="invalid_token"'  # RFC 6750, 3.1
    reply.headers = {**reply.headers, **route.headers, REQUEST_ID: request.request_id}
    return reply


def _fault(route: Route, request: Request, refusal: Refusal) -> Reply:
    """Log the exception being handled, and return its problem."""
    log.exception("request %s: %s %s", request.request_id, route.method, route.path)
    return problem(refusal, request.language, {"request_id": request.request_id})


def _answer(ctx: Context, route: Route, request: Request, limiter: RateLimiter | None) -> Reply:
    if limiter:
        _count_address(ctx, route, request, limiter)
    try:
        answer = route.answer(ctx, request, partial(_admit, ctx, route, request, limiter))
    except NoTable as missing:
        from chalicelib.service.drafts import of_draft

        raise of_draft(ctx, _caller(ctx, route, request), missing) from None
    except Refusal as refusal:
        if refusal.code == "forbidden":
            # A void token is said to be void, rather than what it might not do. Only here is it
            # worth a read: who may act is checked with what the action reads anyway.
            check_valid(ctx, _caller(ctx, route, request))
        raise
    status = next(iter(route.replies))
    reply = answer if isinstance(answer, Reply) else json_reply(status, answer)
    if reply.status == 201:
        # On AWS the path begins with the stage. A PUT creates at its own path.
        created = _created(route, request, answer) if route.location else ""
        reply.headers["Location"] = urljoin(request.path, created)
    return with_etag(request, reply) if route.method == "GET" else reply


def _count_address(ctx: Context, route: Route, request: Request, limiter: RateLimiter) -> None:
    """Count a request by its address; one beyond its limit may be counted by its token alone.

    So a stranger who shares an address with the phones of a club, or an IPv6 network, cannot use
    up the requests of those that have joined.

    Raises
    ------
    Refusal
        ``rate-limited``.
    """
    try:
        limiter.count_address(request.address, ctx.settings)
    except Refusal:
        if route.right in NO_TOKEN or _claims(ctx, request) is None:
            raise


def _claims(ctx: Context, request: Request) -> Claims | None:
    """Return the claims of a request's token, if it has a valid one."""
    try:
        return _read_token(ctx, request)
    except Refusal:
        return None


def _created(route: Route, request: Request, answer: Answered) -> str:
    """Return the path of what was created, relative to the route's own."""
    body = answer.body if isinstance(answer, Answer) else answer
    known = body if isinstance(body, Mapping) else {}
    return route.location.format_map({**request.params, **known})


def _admit(ctx: Context, route: Route, request: Request, limiter: RateLimiter | None) -> Caller:
    """Return the caller of a request, who may make it as far as the kind of token decides."""
    caller = _caller(ctx, route, request)
    if limiter:
        limiter.count_token(caller, ctx.settings)
    check_right(caller, route.right)
    return caller


def _caller(ctx: Context, route: Route, request: Request) -> Caller:
    """Return the caller that a request's token names."""
    claims = None if route.right in NO_TOKEN else _read_token(ctx, request)
    return Caller(claims, request.address) if claims or request.address else ANYONE


def _read_token(ctx: Context, request: Request) -> Claims | None:
    """Return the claims of a request's token; ``None`` if it has no token.

    Raises
    ------
    Refusal
        ``unauthenticated``: it is not one of ours, or has expired.
    """
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip() or not token.isascii():
        raise Refusal("unauthenticated", say("token.header"))
    return ctx.signer.read(token.strip(), ctx.seconds())
