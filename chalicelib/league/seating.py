"""Drawing players into tables, at random and repeatably.

Anyone who knows the seed and the players can repeat the draw with a few lines of code. Each
player's lot is SHA-256 of the seed, a colon and the player's number;
players sit in the order of their lots, and the tables are filled one after the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from .errors import CannotSeat

MIN_SEATS = 3
MAX_SEATS = 8

USUAL_SEATS = 6


def lot(seed: str, number: int) -> str:
    """Return the lot of a player (or of anything else with a number)."""
    return hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()


def table_sizes(players: int, tables: int | None = None) -> list[int]:
    """Return how many sit at each table, as evenly as possible, larger tables first.

    Parameters
    ----------
    players
        How many players are seated.
    tables
        How many tables; ``None`` for the number that brings them nearest to six seats.

    Raises
    ------
    CannotSeat
        There are fewer than three players, or they do not fit tables of 3 to 8 seats.
    """
    if players < MIN_SEATS:
        raise CannotSeat(players, None, MIN_SEATS, MAX_SEATS)
    if tables is None:
        usual = (players + USUAL_SEATS // 2) // USUAL_SEATS
        tables = max(-(-players // MAX_SEATS), min(usual, players // MIN_SEATS))
    if not MIN_SEATS * tables <= players <= MAX_SEATS * tables:
        raise CannotSeat(players, tables, MIN_SEATS, MAX_SEATS)
    small, larger = divmod(players, tables)
    return [small + 1] * larger + [small] * (tables - larger)


def draw(
    players: Iterable[int], seed: str, tables: int | None = None
) -> tuple[tuple[int, ...], ...]:
    """Return the tables of a round, each the players' numbers in seat order, clockwise.

    Raises
    ------
    CannotSeat
        See :func:`table_sizes`.
    """
    order = sorted(set(players), key=lambda player: lot(seed, player))
    seated = []
    start = 0
    for size in table_sizes(len(order), tables):
        seated.append(tuple(order[start : start + size]))
        start += size
    return tuple(seated)


def draw_dealer(seed: str, table: int, seats: Sequence[int]) -> int:
    """Return the seat (from 0) that deals first at a table, drawn from the round's seed."""
    return int(lot(f"{seed}:dealer", table), 16) % len(seats)
