"""The route table as a Chalice app. Only this module knows the framework."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from chalice.app import Chalice, CORSConfig, Response
from chalice.app import Request as ChaliceRequest

from chalicelib.api.http.language import negotiate
from chalicelib.api.http.limits import RateLimiter
from chalicelib.api.http.messages import (
    CORS as CORS_ALWAYS,
)
from chalicelib.api.http.messages import (
    CORS_HEADERS,
    CORS_MAX_AGE,
    EXPOSED_HEADERS,
    REQUEST_ID,
    Reply,
    Request,
    request_id,
)
from chalicelib.api.http.methods import offered_methods
from chalicelib.api.http.route import Route
from chalicelib.api.problems.problem import method_not_allowed, problem
from chalicelib.message import say
from chalicelib.service.context import Context
from chalicelib.service.errors import Refusal

from .events import sound
from .routes import ROUTES
from .run import run

CORS = CORSConfig(
    allow_origin="*",
    allow_headers=list(CORS_HEADERS),
    expose_headers=list(EXPOSED_HEADERS),
    max_age=CORS_MAX_AGE,
)


class BoodleApp(Chalice):
    """A Chalice app that many threads may call at once.

    Chalice keeps the current request on the app, where another thread's request would
    overwrite it; here each thread has its own.
    """

    _local = threading.local()

    def __call__(self, event: object, context: object) -> Any:
        """Answer an event of API Gateway."""
        try:
            checked = sound(event, self.routes)
        except Refusal as refusal:
            reply = problem(refusal)
            reply.headers |= CORS_ALWAYS
            return to_chalice(reply).to_dict()
        return super().__call__(checked, context)

    @property
    def current_request(self) -> ChaliceRequest | None:
        """The request this thread is answering."""
        return getattr(self._local, "request", None)

    @current_request.setter
    def current_request(self, request: ChaliceRequest | None) -> None:
        self._local.request = request


def build_app(
    context: Callable[[], Context],
    routes: Iterable[Route] = ROUTES,
    limiter: RateLimiter | None = None,
) -> BoodleApp:
    """Return the app that serves ``routes``.

    Parameters
    ----------
    context
        Returns the context for handlers; called at each request.
    limiter
        Counts the requests; without one there is no limit.
    """
    app = BoodleApp(app_name="boodle")
    by_path: dict[str, dict[str, Route]] = {}
    for route in routes:
        by_path.setdefault(route.path, {})[route.method] = route
    for path, methods in by_path.items():
        name = next(iter(methods.values())).name
        # No content types: the routes check them, and answer with a problem. Chalice answers
        # OPTIONS itself, from its CORS configuration.
        offered = [method for method in offered_methods(methods) if method != "OPTIONS"]
        register = app.route(path, methods=offered, cors=CORS, content_types=[], name=name)
        register(_view(app, context, methods, limiter))

    @app.middleware("http")
    def own_errors(event: Any, get_response: Callable[[Any], Response]) -> Response:
        """Answer with a problem where chalice has no route for the method."""
        response = get_response(event)
        body = response.body
        if response.status_code == 405 and isinstance(body, dict):
            allowed = [m.strip() for m in str(response.headers["Allow"]).split(",")]
            language = negotiate(event.headers.get("accept-language", ""))
            method = event.context["httpMethod"]
            reply = method_not_allowed(method, offered_methods(allowed), language)
            reply.headers[REQUEST_ID] = request_id(
                _lower(event.headers), str(event.context.get("requestId", ""))
            )
            return to_chalice(reply)
        return response

    return app


def _view(
    app: BoodleApp,
    context: Callable[[], Context],
    methods: dict[str, Route],
    limiter: RateLimiter | None,
) -> Callable[..., Response]:
    def view(**params: str) -> Response:
        request = app.current_request
        assert request is not None
        method = "GET" if request.method == "HEAD" else request.method
        route = methods[method]
        try:
            raw = request.raw_body
            body = raw.encode() if isinstance(raw, str) else raw
        except ValueError:  # base64 or text that is none
            read = _request(request, method, params, b"")
            reply = problem(Refusal("invalid-json", say("json.unreadable")), read.language)
            reply.headers |= {**route.headers, REQUEST_ID: read.request_id}
            return to_chalice(reply)
        reply = run(context(), route, _request(request, method, params, body), limiter)
        if request.method == "HEAD":
            reply.body = ""
        return to_chalice(reply)

    return view


def _request(request: ChaliceRequest, method: str, params: dict[str, str], body: bytes) -> Request:
    where = request.context
    query = request.query_params
    headers = _lower(request.headers)
    own = where.get("requestId") or getattr(request.lambda_context, "aws_request_id", "")
    return Request(
        method=method,
        path=str(where.get("path", request.path)),
        params=params,
        query={} if query is None else {name: query.getlist(name) for name in query},
        headers=headers,
        body=body,
        address=str((where.get("identity") or {}).get("sourceIp", "")),
        request_id=request_id(headers, str(own)),
        language=negotiate(headers.get("accept-language", "")),
    )


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def to_chalice(reply: Reply) -> Response:
    """Return a reply as a response of chalice."""
    return Response(reply.body, headers=dict(reply.headers), status_code=reply.status)
