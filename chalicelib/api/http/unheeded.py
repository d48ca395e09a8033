"""Headers that ask for care which a route does not take: they are refused, not ignored."""

from __future__ import annotations

from typing import Final

from chalicelib.service.errors import Refusal, say

from .messages import Request

_ASKED: Final = ("Idempotency-Key", "If-Match")


def refuse_unheeded(request: Request, heeded: frozenset[str]) -> None:
    """Refuse a request that relies on a header which its route does not heed.

    Reading twice is harmless, so that only requests that change something are looked at.

    Raises
    ------
    Refusal
        ``invalid-request``.
    """
    if request.method == "GET":
        return
    for name in _ASKED:
        if name not in heeded and name.lower() in request.headers:
            what = say("{header} is not heeded here", header=name)
            raise Refusal(
                "invalid-request", what, errors=[{"at": f"/header/{name}", "problem": what}]
            )
