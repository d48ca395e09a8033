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
    tables,
)
from .routing import Route

ROUTES: Final[tuple[Route, ...]] = (
    *general.ROUTES,
    *leagues.ROUTES,
    *people.ROUTES,
    *rounds.ROUTES,
    *credentials.ROUTES,
    *tables.ROUTES,
    *hands.ROUTES,
    *actions.ROUTES,
)
