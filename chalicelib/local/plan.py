"""The plan of the demonstration: tables, players, hands, preset, seed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random
from typing import Final

from chalicelib.league.errors import CannotSeat
from chalicelib.league.seating import table_sizes
from chalicelib.texts import DEFAULT_LANGUAGE, render

from .trouble import Trouble

TABLES: Final = 4
PLAYERS: Final = 18


@dataclass(frozen=True, slots=True)
class Plan:
    """What the demonstration plays."""

    tables: int
    players: int
    hands: int
    preset: str
    seed: int

    @classmethod
    def of(
        cls, tables: int | None, players: int | None, hands: int, preset: str, seed: int | None
    ) -> Plan:
        """Return the plan, with defaults for what was not given.

        Raises
        ------
        Trouble
            The players do not fit the tables.
        """
        try:
            if players is None:
                players = PLAYERS if tables is None else tables * PLAYERS // TABLES
            elif tables is None:
                tables = len(table_sizes(players))
            tables = TABLES if tables is None else tables
            table_sizes(players, tables)
        except CannotSeat as error:
            raise Trouble(render(error.detail, DEFAULT_LANGUAGE)) from None
        if seed is None:
            seed = secrets.randbelow(10**6)
        return cls(tables, players, hands, preset, seed)

    def stream(self, name: str) -> Random:
        """Return a stream of random numbers of its own."""
        return Random(f"boodle demo {self.seed} {name}")
