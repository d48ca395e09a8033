"""The ``Idempotency-Key`` header, by which a repeated request counts once."""

from __future__ import annotations

import hashlib
import json
from typing import Final

from chalicelib.message import say
from chalicelib.service.callers import Caller
from chalicelib.service.errors import Refusal
from chalicelib.service.once import Once

from .messages import Request

MAX_KEY: Final = 128
MIN_ANONYMOUS_KEY: Final = 16


def read_key(request: Request, caller: Caller) -> Once | None:
    """Return the key of a request, bound to the caller and the content of the request.

    Raises
    ------
    Refusal
        ``invalid-request``: the key is malformed, or others could guess it.
    """
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not (1 <= len(key) <= MAX_KEY and key.isascii() and key.isprintable()):
        raise Refusal(
            "invalid-request",
            say("request.key-form", most=MAX_KEY),
        )
    claims = caller.claims
    if claims is None and len(key) < MIN_ANONYMOUS_KEY:
        raise Refusal(
            "invalid-request",
            say(
                "request.key-too-short",
                least=MIN_ANONYMOUS_KEY,
            ),
        )
    scope = f"{claims.league}/{claims.kind}-{claims.number}" if claims else "anyone"
    query = sorted((name, values[0]) for name, values in request.query.items())
    asked = json.dumps([request.method, request.path, query])
    digest = hashlib.sha256(asked.encode() + b"\n" + request.body).hexdigest()
    return Once(scope, key, digest)
