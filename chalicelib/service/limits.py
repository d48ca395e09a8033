"""Counting attempts within a window of time, in the store.

A count stops at its limit, so that attempts beyond it write nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from chalicelib.message import say
from chalicelib.store.port import Write
from chalicelib.store.records.record import At, Stored, read
from chalicelib.store.records.tallies import TallyRecord

from .context import Context
from .errors import Refusal

DAY: Final = 86_400
"""A window, in seconds."""


class Limit(NamedTuple):
    """How many attempts of a kind a window may have; ``name`` is what is counted."""

    name: str
    most: int


class Count(NamedTuple):
    """The attempts of a kind in the present window."""

    at: At[TallyRecord]
    stored: Stored[TallyRecord] | None
    most: int

    @property
    def value(self) -> int:
        """How many there were, as far as they are counted."""
        return self.stored.record.count if self.stored else 0

    @property
    def full(self) -> bool:
        """Whether the window has no room for another."""
        return self.value >= self.most


class Counts:
    """Counts of attempts in windows that are aligned to the clock.

    Parameters
    ----------
    window
        The length of a window in seconds.
    """

    def __init__(self, ctx: Context, window: int, limits: Iterable[Limit]) -> None:
        self._now = ctx.seconds()
        self._window = window
        places = [
            (limit, TallyRecord.at(limit.name, self._now // window))
            for limit in dict.fromkeys(limits)
        ]
        self._counts: Mapping[str, Count] = {}
        if places:
            found = read(ctx.store, *(at for _, at in places))
            self._counts = {
                limit.name: Count(at, found.get(at), limit.most) for limit, at in places
            }

    def __getitem__(self, name: str) -> Count:
        """Return the count with a name."""
        return self._counts[name]

    def check(self, more: int = 1) -> None:
        """Raise unless every window has room for so many more attempts.

        Raises
        ------
        Refusal
            ``rate-limited``, with the seconds to wait.
        """
        if any(count.value + more > count.most for count in self._counts.values()):
            raise slow_down(self._window - self._now % self._window)

    def count_up(self, more: int = 1) -> list[Write]:
        """Return the writes that count so many more attempts."""
        expires = self._now + 2 * self._window
        return [
            at.put(TallyRecord(count.value + more), count.stored, expires)
            for count in self._counts.values()
            if not count.full
            for at in [count.at]
        ]


def slow_down(wait: int) -> Refusal:
    """Return the refusal of an attempt, with the seconds to wait."""
    return Refusal("rate-limited", say("request.attempts", wait=wait), retry_after=wait)
