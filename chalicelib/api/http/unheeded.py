"""Headers that ask for care which a route does not take: they are refused, not ignored."""

from __future__ import annotations

from chalicelib.api.problems.invalid import InvalidRequest, Wrong
from chalicelib.message import say

from .messages import Request


def refuse_unheeded(request: Request, *, keyed: bool, conditional: bool) -> None:
    """Refuse a request that relies on a header which its route does not heed.

    Reading twice is harmless, so that only requests that change something are looked at.

    Parameters
    ----------
    keyed, conditional
        Whether the route heeds an Idempotency-Key, and ``If-Match``.

    Raises
    ------
    Refusal
        ``invalid-request``.
    """
    if request.method == "GET":
        return
    for name, heeded in (("Idempotency-Key", keyed), ("If-Match", conditional)):
        if not heeded and name.lower() in request.headers:
            what = say("request.header-unheeded", header=name)
            raise InvalidRequest([Wrong(f"/header/{name}", what)])
