"""The route table: everything the API offers, resource by resource."""

from __future__ import annotations

from typing import Final

from .resources import (
    actions,
    credentials,
    general,
    hands,
    leagues,
    people,
    rounds,
    rules,
    seats,
    tables,
)
from .routing import Route

ROUTES: Final[tuple[Route, ...]] = (
    *general.ROUTES,
    *leagues.ROUTES,
    *rules.ROUTES,
    *people.ROUTES,
    *rounds.ROUTES,
    *credentials.ROUTES,
    *tables.ROUTES,
    *seats.ROUTES,
    *hands.ROUTES,
    *actions.ROUTES,
)
