"""The parts that resources share: the beginnings of their paths, standings as CSV."""

from __future__ import annotations

from typing import Final

from chalicelib.api.http.route import Header

LEAGUE: Final = "/v1/leagues/{league}"
TABLE: Final = "/v1/tables/{table}"
HAND: Final = TABLE + "/hands/{hand}"

PAGE_POLICY: Final = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""A page loads nothing and runs nothing, whatever a name in it may contain."""

CSV: Final = "text/csv"

BOODLE_KEY: Final = Header("Boodle-Key", "The deployment's key.")
