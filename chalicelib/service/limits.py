"""Counting attempts within a window of time, in the store."""

from __future__ import annotations

from chalicelib.store.port import Put
from chalicelib.store.records import keys

from .context import Context
from .errors import Refusal, say


def count_up(ctx: Context, name: str, window: int, most: int) -> Put:
    """Return the write that counts one more attempt.

    Parameters
    ----------
    name
        What is counted.
    window
        The length of a window in seconds; windows are aligned to the clock.
    most
        How many attempts a window may have.

    Raises
    ------
    Refusal
        ``rate-limited``, with the seconds to wait.
    """
    check_count(ctx, name, window, most)
    now = ctx.seconds()
    where = keys.tally(name, now // window)
    kept = ctx.store.get([where]).get(where)
    count = int(kept.body) if kept else 0
    version = kept.version if kept else None
    return Put(where, str(count + 1), version, now + 2 * window)


def check_count(ctx: Context, name: str, window: int, most: int) -> None:
    """Return if the window has room for another attempt.

    Raises
    ------
    Refusal
        ``rate-limited``, with the seconds to wait.
    """
    now = ctx.seconds()
    where = keys.tally(name, now // window)
    kept = ctx.store.get([where]).get(where)
    if (int(kept.body) if kept else 0) >= most:
        wait = window - now % window
        raise Refusal(
            "rate-limited",
            say("too many attempts; wait {wait} seconds", wait=wait),
            retry_after=wait,
        )
