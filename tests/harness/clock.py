"""Time under the control of a test."""

from __future__ import annotations

from typing import Final

EVENING: Final = 1_796_065_200_000
"""2026-11-30, 19:00 UTC, in milliseconds."""


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = EVENING

    def __call__(self) -> int:
        return self.now

    def tick(self, seconds: float) -> None:
        self.now += round(seconds * 1000)
