"""The answers to requests that never reach the app, as problem+json."""

from __future__ import annotations

import json

from chalicelib.api.http.body import MAX_BODY
from chalicelib.api.http.messages import CORS, Reply
from chalicelib.api.problems.problem import MEDIA_TYPE, problem
from chalicelib.message import say
from chalicelib.service.errors import Refusal


def reply_to(status: int, reason: str, detail: str) -> Reply:
    """Return the answer to a request that never reached the app.

    A body too large and a fault of the server are problems the API knows. For a request that is not
    HTTP only the status has a meaning: ``about:blank`` of RFC 9457 (4.2.1).
    """
    if status == 413:
        reply = problem(
            Refusal("too-large", say("request.body-limit", most=MAX_BODY), limit=MAX_BODY)
        )
    elif status == 500:
        reply = problem(Refusal("internal", say("request.internal")))
    else:
        body = {"type": "about:blank", "title": reason, "status": status, "detail": detail}
        headers = {"Content-Type": MEDIA_TYPE, "Cache-Control": "no-store"}
        reply = Reply(status, json.dumps(body), headers)
    reply.headers |= CORS
    return reply
