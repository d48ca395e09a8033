"""The route table: everything the API offers, resource by resource."""

from __future__ import annotations

from typing import Final

from .http.routing import Route
from .resources.actions import routes as actions
from .resources.credentials import routes as credentials
from .resources.general import routes as general
from .resources.hands import routes as hands
from .resources.leagues import routes as leagues
from .resources.people import routes as people
from .resources.rounds import routes as rounds
from .resources.rules import routes as rules
from .resources.seats import routes as seats
from .resources.tables import routes as tables

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
