"""Counting attempts within a window of time, in the store."""

from __future__ import annotations

from chalicelib.message import say
from chalicelib.store.port import Put
from chalicelib.store.records.record import At, Stored
from chalicelib.store.records.tallies import TallyRecord

from .context import Context
from .errors import Refusal


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
    at, tally = _tally(ctx, name, window, most)
    count = tally.record.count if tally else 0
    return at.put(TallyRecord(count + 1), tally, ctx.seconds() + 2 * window)


def check_count(ctx: Context, name: str, window: int, most: int) -> None:
    """Raise unless the window has room for another attempt.

    Raises
    ------
    Refusal
        ``rate-limited``, with the seconds to wait.
    """
    _tally(ctx, name, window, most)


def _tally(
    ctx: Context, name: str, window: int, most: int
) -> tuple[At[TallyRecord], Stored[TallyRecord] | None]:
    """Return the place of the count of this window, and the count so far."""
    now = ctx.seconds()
    at = TallyRecord.at(name, now // window)
    tally = at.read(ctx.store)
    if (tally.record.count if tally else 0) >= most:
        wait = window - now % window
        raise Refusal(
            "rate-limited",
            say("request.attempts", wait=wait),
            retry_after=wait,
        )
    return at, tally
