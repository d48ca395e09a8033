"""Entity tags: names of an answer's content, so that it need not be sent again."""

from __future__ import annotations

import hashlib

from .compression import SUFFIX
from .messages import Reply, Request


def etag(content: str) -> str:
    """Return the entity tag of a content (RFC 9110, 8.8.3)."""
    return f'"{hashlib.sha256(content.encode()).hexdigest()[:24]}"'


def known_tags(header: str) -> set[str]:
    """Return the tags of ``If-Match`` or ``If-None-Match``, without the suffix of compression."""
    return {tag.strip().replace(SUFFIX, "") for tag in header.split(",")}


def with_etag(request: Request, reply: Reply) -> Reply:
    """Return the answer with an entity tag, which depends on the caller.

    It is a 304 without a body if the caller has the same content.
    """
    tag = etag(reply.body if reply.content is None else reply.content)
    language = ", Accept-Language" if "Content-Language" in reply.headers else ""
    reply.headers |= {
        "ETag": tag,
        "Vary": "Authorization, Accept" + language,
        "Cache-Control": "private, no-cache",
    }
    known = {one.removeprefix("W/") for one in known_tags(request.headers.get("if-none-match", ""))}
    if tag in known or "*" in known:
        headers = {key: value for key, value in reply.headers.items() if key != "Content-Type"}
        return Reply(304, "", headers)
    return reply
