"""The Chalice app behind WSGI: each request becomes the event that API Gateway would send."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from chalicelib.api.app import BoodleApp
from chalicelib.api.http.messages import Reply, Request
from chalicelib.local.wsgi import Wsgi


def answered(
    wsgi: Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]], environ: WSGIEnvironment
) -> tuple[str, list[tuple[str, str]], bytes]:
    """Send a request to a WSGI application; return status, headers and content."""
    started: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], /, *rest: Any) -> Callable[..., None]:
        started.append((status, headers))
        return lambda *args: None

    content = b"".join(wsgi(environ, start))
    [(status, headers)] = started
    return status, headers, content


def through_chalice(app: BoodleApp) -> Wsgi:
    """Return a WSGI application that calls the app as a Lambda does."""

    def answer(path: str, request: Request) -> Reply:
        answered = app(
            {
                "requestContext": {
                    "httpMethod": request.method,
                    "resourcePath": path,
                    "path": request.path,
                    "requestId": request.request_id,
                    "identity": {"sourceIp": request.address},
                },
                "headers": request.headers,
                "multiValueQueryStringParameters": {
                    name: list(values) for name, values in request.query.items()
                }
                or None,
                "pathParameters": request.params or None,
                "body": request.body,
                "stageVariables": None,
            },
            None,
        )
        return Reply(answered["statusCode"], answered["body"], dict(answered["headers"]))

    return Wsgi(app.routes, answer)
