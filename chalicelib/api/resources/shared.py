"""The parts that resources share: the beginnings of their paths, a link, standings as CSV."""

from __future__ import annotations

from typing import Final

from chalicelib.api.http.links import Link
from chalicelib.api.http.route import Header

LEAGUE: Final = "/v1/leagues/{league}"
TABLE: Final = "/v1/tables/{table}"
HAND: Final = TABLE + "/hands/{hand}"

TO_HAND: Final = Link(
    "page", "getHand", "The hand as it stands after that.", kept=("table", "hand")
)
"""From a deal or an action to the hand."""

PAGE_POLICY: Final = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""A page loads nothing and runs nothing, whatever a name in it may contain."""

CSV: Final = "text/csv"

BOODLE_KEY: Final = Header("Boodle-Key", "The deployment's key.")
