"""Times for people and other programs: RFC 3339 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def rfc3339(milliseconds: int) -> str:
    """Return a time as RFC 3339 in UTC, to the millisecond (``2026-11-30T19:00:05.300Z``)."""
    seconds, thousandths = divmod(milliseconds, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC).isoformat()[:19]}.{thousandths:03d}Z"


def read_rfc3339(text: str) -> int:
    """Return the milliseconds since 1970 of a time that :func:`rfc3339` wrote.

    Raises
    ------
    ValueError
        It is not such a time.
    """
    return (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)
