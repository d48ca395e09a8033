"""Where a round stands."""

from __future__ import annotations

from enum import StrEnum


class RoundState(StrEnum):
    """The states of a round.

    One that stays ``OPENING`` was interrupted; opening it again finishes it.
    """

    DRAFT = "draft"
    OPENING = "opening"
    OPEN = "open"
    CLOSED = "closed"
    DISCARDED = "discarded"
