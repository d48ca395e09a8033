"""The route table: everything the API offers, resource by resource."""

from __future__ import annotations

from typing import Final

from .http.route import Resource, Route
from .resources.actions import routes as actions
from .resources.codes import routes as codes
from .resources.draws import routes as draws
from .resources.general import routes as general
from .resources.hands import routes as hands
from .resources.leagues import routes as leagues
from .resources.players import routes as players
from .resources.rounds import routes as rounds
from .resources.rules import routes as rules
from .resources.seats import routes as seats
from .resources.tables import routes as tables
from .resources.tokens import routes as tokens


def _document() -> str:
    from .contract.openapi import document_text  # slow to import, and rarely requested

    return document_text(RESOURCES)


def _docs(document: str) -> str:
    from .contract.docs_page import page

    return page(document)


RESOURCES: Final[tuple[Resource, ...]] = (
    general.resource(_document, _docs),  # which serves the description of them all
    leagues.RESOURCE,
    rules.RESOURCE,
    players.RESOURCE,
    Resource("credentials", "Tokens and join codes.", (*tokens.ROUTES, *codes.ROUTES)),
    rounds.RESOURCE,
    tables.RESOURCE,
    seats.RESOURCE,
    draws.RESOURCE,
    hands.RESOURCE,
    actions.RESOURCE,
)
"""The resources, in the order in which the document has them."""

ROUTES: Final[tuple[Route, ...]] = tuple(
    route for resource in RESOURCES for route in resource.routes
)
"""All routes."""
