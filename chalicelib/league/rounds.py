"""Rounds: one seating of all tables, from its draft until it is closed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RoundState(StrEnum):
    """Where a round stands. One that stays ``OPENING`` was interrupted: opening finishes it."""

    DRAFT = "draft"
    OPENING = "opening"
    OPEN = "open"
    CLOSED = "closed"
    DISCARDED = "discarded"


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round: its id, and the players' numbers in seat order, clockwise."""

    id: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a league.

    Attributes
    ----------
    seed
        What the seating was drawn from.
    recording
        How its tables begin to be recorded.
    drawn, opened, closed
        Milliseconds since 1970.
    absent
        The players left out of the draw.
    tables
        In the order of their numbers, from 1.
    """

    number: int
    state: RoundState
    seed: str
    recording: str
    drawn: int
    opened: int | None
    closed: int | None
    absent: tuple[int, ...]
    tables: tuple[SeatedTable, ...]
