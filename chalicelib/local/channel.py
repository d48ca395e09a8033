"""Errors that the HTTP server answers by itself, before the app is asked, as problem+json."""

from __future__ import annotations

import json
from typing import Any, cast

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask

from chalicelib.api.http import Reply, cors_headers
from chalicelib.api.problems import MEDIA_TYPE, problem
from chalicelib.api.routing import MAX_BODY
from chalicelib.service.errors import Refusal, say


def reply_to(status: int, reason: str, detail: str) -> Reply:
    """Return the answer to a request that never reached the app.

    A body too large and a fault of the server are problems the API knows. A request that is no
    HTTP has no meaning beyond its status, which RFC 9457 (4.2.1) calls ``about:blank``.
    """
    if status == 413:
        reply = problem(
            Refusal(
                "too-large", say("a body has at most {most} bytes", most=MAX_BODY), limit=MAX_BODY
            )
        )
    elif status == 500:
        reply = problem(Refusal("internal", "the fault has been logged"))
    else:
        body = {"type": "about:blank", "title": reason, "status": status, "detail": detail}
        headers = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store"}
        reply = Reply(status, json.dumps(body), headers)
    reply.headers |= cors_headers()
    return reply


class ProblemTask(ErrorTask):
    """Answers an error of the server's own."""

    def execute(self) -> None:
        """Write the answer, and end the connection."""
        error = cast(Any, self.request).error  # the stubs take the request for its error
        reply = reply_to(error.code, error.reason, error.body)
        body = reply.body.encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers = [*self.response_headers, *reply.headers.items()]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):
    """A connection whose errors are problem+json."""

    error_task_class = ProblemTask
