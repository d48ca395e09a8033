"""The Chalice app behind WSGI: each request becomes the event that API Gateway would send."""

from __future__ import annotations

from chalicelib.api.http.adapter import BoodleApp
from chalicelib.api.http.messages import Reply, Request
from chalicelib.local.wsgi import Wsgi


def through_chalice(app: BoodleApp) -> Wsgi:
    """Return a WSGI application that asks the app as a Lambda asks it."""

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
