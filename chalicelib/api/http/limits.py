"""How many requests a process takes from one address and for one token.

What counts against guessing and hoarding (joins, wrong codes, new leagues) is counted in the
store, across processes (:mod:`chalicelib.service.limits`). This is the other part: it keeps one
broken or hostile client from taking the whole process, costs no unit of the store, and is
forgotten when the process ends. ``docs/adr/0005-rate-limits.md`` says why it is done so.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Final

from chalicelib.message import say
from chalicelib.service.callers import Caller
from chalicelib.service.context import Settings
from chalicelib.service.errors import Refusal

if TYPE_CHECKING:
    from pyrate_limiter import StateBucket

UNCOUNTED: Final = frozenset({"health", "ready"})
"""Routes that always answer: a monitor must not be asked to wait."""

KEPT: Final = 4096
"""Of how many addresses and tokens the requests are remembered; the longest silent go first."""

_MINUTE: Final = 60_000


def monotonic_ms() -> int:
    """Return milliseconds on a clock that is never put back, as the wall's may be."""
    return time.monotonic_ns() // 1_000_000


class RateLimiter:
    """Counts requests by address and by token, in token buckets.

    A bucket holds a minute's requests, fills evenly, and so bears a burst after a silence.
    Threads may share it.

    Parameters
    ----------
    clock
        Gives milliseconds.
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
        """Count a request with a token that has been verified, so that nobody counts for another.

        Raises
        ------
        Refusal
            ``rate-limited``, with the seconds to wait.
        """
        most, claims = settings.requests_per_token, caller.claims
        if most and claims and whose_address(caller.address):
            self._count(f"{claims.league}/{claims.kind}-{claims.number}", most)

    def _count(self, key: str, per_minute: int) -> None:
        from pyrate_limiter import RateItem  # 15 ms, which who has no limiter never pays

        with self._lock:
            item = RateItem(key, self._clock())
            bucket = self._buckets.get(key)
            if bucket is None:
                bucket = self._buckets[key] = _new_bucket(per_minute)
                if len(self._buckets) > KEPT:
                    self._buckets.popitem(last=False)
            else:
                self._buckets.move_to_end(key)
            if bucket.put(item) is True:  # a store of another kind would give an awaitable
                return
            left = bucket.waiting(item)
        wait = max(1, -(-left // 1000)) if isinstance(left, int) else 1
        detail = say("request.rate", wait=wait)
        raise Refusal("rate-limited", detail, retry_after=wait)


def _new_bucket(per_minute: int) -> StateBucket:
    from pyrate_limiter import Rate, StateBucket, TokenBucket

    return StateBucket([Rate(per_minute, _MINUTE)], TokenBucket())


@lru_cache(maxsize=KEPT)
def whose_address(address: str) -> str | None:
    """Return under what an address is counted; ``None``: it is not.

    An IPv6 network of 64 bits counts as one, because it is one customer's to choose from. The
    loopback is this machine: its demonstration, its tests, its backups.
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address or None
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is None:
            return None if parsed.is_loopback else str(ip_network((parsed, 64), strict=False))
        parsed = parsed.ipv4_mapped
    return None if parsed.is_loopback else str(parsed)
