"""Entity tags: an answer named by its content, so that it need not be sent again."""

from __future__ import annotations

import hashlib

from .compression import SUFFIX
from .messages import Reply, Request


def with_etag(request: Request, reply: Reply) -> Reply:
    """Return the answer with a name for its content, which depends on who asks (RFC 9110, 8.8.3).

    It is a 304 without a body where the caller has the same already.
    """
    tag = f'"{hashlib.sha256(reply.body.encode()).hexdigest()[:24]}"'
    language = ", Accept-Language" if "Content-Language" in reply.headers else ""
    reply.headers |= {
        "ETag": tag,
        "Vary": "Authorization, Accept" + language,
        "Cache-Control": "private, no-cache",
    }
    asked = request.headers.get("if-none-match", "")
    known = {part.strip().removeprefix("W/").replace(SUFFIX, "") for part in asked.split(",")}
    if tag in known or asked.strip() == "*":
        headers = {key: value for key, value in reply.headers.items() if key != "Content-Type"}
        return Reply(304, "", headers)
    return reply
