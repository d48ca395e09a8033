"""Headers for conditions that a route does not support: they are refused, not ignored."""

from __future__ import annotations

from chalicelib.api.problems.invalid import InvalidRequest, Wrong
from chalicelib.message import say

from .messages import Request


def refuse_unheeded(request: Request, *, keyed: bool, conditional: bool) -> None:
    """Raise if a request relies on a header that its route does not support.

    Reading twice is harmless, so only requests that change something are checked.

    Parameters
    ----------
    keyed, conditional
        Whether the route supports an Idempotency-Key, and ``If-Match``.

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
