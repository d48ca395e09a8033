"""The headers on which a change depends: ``If-Match`` and ``Idempotency-Key``.

A route says which of them it supports. A change that relies on another is refused, not made anyway.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from chalicelib.message import say
from chalicelib.service.addresses import hashed, network_of
from chalicelib.service.conditions import Condition
from chalicelib.service.errors import Refusal
from chalicelib.service.once import Once
from chalicelib.service.rights import Caller
from chalicelib.store.records.members import compact

from .etag import etag, known_tags
from .invalid import InvalidRequest, Wrong
from .messages import JsonObject, Request

IDEMPOTENCY_KEY: Final = "Idempotency-Key"
IF_MATCH: Final = "If-Match"
MAX_KEY: Final = 128
MIN_ANONYMOUS_KEY: Final = 22
"""The characters of 128 random bits in base64url."""

T = TypeVar("T")


class IfMatch(NamedTuple):
    """The entity tags of a request's ``If-Match`` (RFC 9110, 13.1.1).

    Attributes
    ----------
    tags
        The tags, one of which must be the current one; ``None``: the request has no condition.
    """

    tags: frozenset[str] | None = None

    def against(self, render: Callable[[T], JsonObject]) -> Condition[T]:
        """Return a condition that raises unless the caller has seen the present state.

        Parameters
        ----------
        render
            Makes the answer of ``GET``.
        """

        tags = self.tags
        if tags is None or "*" in tags:
            return None

        def check(current: T) -> None:
            if etag(compact(render(current))) not in tags:
                raise Refusal("precondition-failed", say("request.changed-since"))

        return check


UNCONDITIONAL: Final = IfMatch()


def read_if_match(request: Request) -> IfMatch:
    """Return the condition of a request. A weak tag never matches, as RFC 9110 demands."""
    header = request.headers.get("if-match")
    if header is None:
        return UNCONDITIONAL
    return IfMatch(frozenset(tag for tag in known_tags(header) if not tag.startswith("W/")))


def read_key(request: Request, caller: Caller) -> Once | None:
    """Return the idempotency key of a request, bound to the caller and the request's content.

    Raises
    ------
    Refusal
        ``invalid-request``: the key is malformed, or others could guess it.
    """
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not (1 <= len(key) <= MAX_KEY and key.isascii() and key.isprintable()):
        raise Refusal("invalid-request", say("request.key-form", most=MAX_KEY))
    claims = caller.claims
    if claims is None and len(key) < MIN_ANONYMOUS_KEY:
        raise Refusal("invalid-request", say("request.key-too-short", least=MIN_ANONYMOUS_KEY))
    scope = f"{claims.league}/{claims.subject}" if claims else _anonymous(request)
    query = sorted((name, values[0]) for name, values in request.query.items())
    asked = json.dumps([request.method, request.path, query])
    digest = hashlib.sha256(asked.encode() + b"\n" + _content(request.body)).hexdigest()
    return Once(scope, key, digest)


def _content(body: bytes) -> bytes:
    """Return a body, which is JSON, in one form: the order of members and space decide nothing."""
    return json.dumps(json.loads(body or b"{}"), sort_keys=True).encode()


def _anonymous(request: Request) -> str:
    """Return the scope of the keys of a caller without a token.

    An answer that is repeated may hold a token. So it is repeated only to the holder of the same
    deployment key, or to the same address, even if others know the Idempotency-Key.
    """
    held = request.headers.get("boodle-key")
    if held is not None:
        return "holder/" + hashlib.sha256(held.encode()).hexdigest()[:32]
    return "anyone/" + hashed(network_of(request.address))


def unheeded_headers(method: str, *, keyed: bool, conditional: bool) -> tuple[str, ...]:
    """Return the headers that a route does not support, and which a request may not rely on.

    Reading twice is harmless, so for reading there are none.
    """
    if method == "GET":
        return ()
    supported = {IDEMPOTENCY_KEY: keyed, IF_MATCH: conditional}
    return tuple(name for name, is_supported in supported.items() if not is_supported)


def unheeded(header: str) -> InvalidRequest:
    """Return the refusal of a request that relies on a header which its route does not support."""
    what = say("request.header-unheeded", header=header)
    return InvalidRequest([Wrong(f"/header/{header}", what)])
