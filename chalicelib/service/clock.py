"""A clock that does not run backwards, for a laptop whose own may be set while it serves."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from .context import Clock, system_clock

DAY_MS: Final = 86_400_000


def monotonic_ms() -> int:
    """Return milliseconds of a monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class SteadyClock:
    """The machine's time; where that is set back, time goes on from where it was.

    Actions are recorded with times that do not fall, so a play clock would otherwise stand still
    until the machine's clock has caught up. Threads may share it.

    Parameters
    ----------
    not_before
        When the data were last changed, in milliseconds since 1970: time begins there if the
        machine's clock is behind, unless by more than a day. Then it was wrong before.
    machine, monotonic
        The machine's clock, and one that runs evenly, both in milliseconds.
    """

    def __init__(
        self,
        not_before: int = 0,
        machine: Clock = system_clock,
        monotonic: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._machine = machine
        self._monotonic = monotonic
        now = machine()
        start = not_before if now < not_before <= now + DAY_MS else now
        self._shown = start, monotonic()

    def __call__(self) -> int:
        """Return milliseconds since 1970."""
        now, even = self._machine(), self._monotonic()
        time_then, even_then = self._shown
        steady = time_then + even - even_then
        if now < steady:
            return steady
        self._shown = now, even
        return now
