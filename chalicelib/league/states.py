"""The state of a round."""

from __future__ import annotations

from enum import StrEnum


class RoundState(StrEnum):
    """The states of a round.

    If opening is interrupted, the round stays ``OPENING``; opening it again finishes it.
    """

    DRAFT = "draft"
    OPENING = "opening"
    OPEN = "open"
    CLOSED = "closed"
    DISCARDED = "discarded"
