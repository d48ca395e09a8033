"""Limits on the requests that a process accepts from one address and with one token.

Limits against guessing and hoarding (joins, wrong codes, new leagues) are counted in the store,
across processes (:mod:`chalicelib.service.limits`). These limits are the other part: they keep one
broken or hostile client from taking the whole process, cost no unit of the store, and end with the
process. ``docs/adr/0005-rate-limits.md`` has the reasons.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from chalicelib.message import say
from chalicelib.service.addresses import HERE, network_of
from chalicelib.service.context import Settings
from chalicelib.service.errors import Refusal
from chalicelib.service.rights import Caller

if TYPE_CHECKING:
    from pyrate_limiter import StateBucket

UNCOUNTED: Final = frozenset({"health", "ready"})
"""Routes that are not limited, so that a monitor never has to wait."""

KEPT: Final = 4096
"""How many addresses and tokens are remembered; the ones silent for longest are dropped first."""

_MINUTE: Final = 60_000


def monotonic_ms() -> int:
    """Return milliseconds of a monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class RateLimiter:
    """Counts requests by address and by token, in token buckets.

    A bucket holds a minute's requests and fills evenly, so it allows a burst after a pause.
    Threads may share it.

    Parameters
    ----------
    clock
        Returns milliseconds.
    """

    def __init__(self, clock: Callable[[], int] = monotonic_ms) -> None:
        self._clock = clock
        self._buckets: OrderedDict[str, StateBucket] = OrderedDict()
        self._lock = threading.Lock()

    def count_address(self, address: str, settings: Settings) -> None:
        """Count a request from ``address``; those from this machine itself are not counted.

        Raises
        ------
        Refusal
            ``rate-limited``, with the seconds to wait.
        """
        most = settings.requests_per_address
        if most and (whose := whose_address(address)):
            self._count(whose, most)

    def count_token(self, caller: Caller, settings: Settings) -> None:
        """Count a request with a verified token, so that nobody can use up another's requests.

        Raises
        ------
        Refusal
            ``rate-limited``, with the seconds to wait.
        """
        most, claims = settings.requests_per_token, caller.claims
        if most and claims and whose_address(caller.address):
            self._count(f"{claims.league}/{claims.subject}", most)

    def _count(self, key: str, per_minute: int) -> None:
        from pyrate_limiter import RateItem  # takes 15 ms, and only the limiter needs it

        with self._lock:
            item = RateItem(key, self._clock())
            bucket = self._buckets.get(key)
            if bucket is None:
                bucket = self._buckets[key] = _new_bucket(per_minute)
                if len(self._buckets) > KEPT:
                    self._buckets.popitem(last=False)
            else:
                self._buckets.move_to_end(key)
            if bucket.put(item) is True:  # an asynchronous store would return an awaitable
                return
            left = bucket.waiting(item)
        wait = max(1, -(-left // 1000)) if isinstance(left, int) else 1
        detail = say("request.rate", wait=wait)
        raise Refusal("rate-limited", detail, retry_after=wait)


def _new_bucket(per_minute: int) -> StateBucket:
    from pyrate_limiter import Rate, StateBucket, TokenBucket

    return StateBucket([Rate(per_minute, _MINUTE)], TokenBucket())


def whose_address(address: str) -> str | None:
    """Return the name under which an address is counted; ``None`` if it is not counted.

    An IPv6 network of 64 bits counts as one address, because one customer has all of it. The
    loopback address is this machine: its demonstration, its tests, its backups.
    """
    network = network_of(address)
    return None if network == HERE else network or None
