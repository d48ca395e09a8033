"""What the resources share: the beginnings of their paths, changes, standings as CSV."""

from __future__ import annotations

from typing import Any, Final

from chalicelib.api.http.messages import Reply
from chalicelib.api.http.route import Header
from chalicelib.export.table import to_csv

LEAGUE: Final = "/v1/leagues/{league}"
TABLE: Final = "/v1/tables/{table}"
HAND: Final = TABLE + "/hands/{hand}"

PAGE_POLICY: Final = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""A page loads nothing and runs nothing, whatever a name in it may contain."""

BOODLE_KEY: Final = Header("Boodle-Key", "The deployment's key.")

CSV: Final = "text/csv"

STANDINGS_COLUMNS: Final = ("rank", "tied", "player", "name", "chips", "net", "rounds", "hands")


def changes(body: Any) -> dict[str, Any]:
    """Return what was said in a body of changes, and only that."""
    return {name: getattr(body, name) for name in body.model_fields_set}


def csv_reply(page: dict[str, Any], whose: str) -> Reply:
    """Return a page of standings as a CSV file, named for whose they are and how they stand."""
    hands = f"-after-{page['hands']}" if page["hands"] else ""
    name = f"standings-{whose}-by-{page['by']}{hands}"
    headers = {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": f'attachment; filename="{name}.csv"',
    }
    return Reply(200, to_csv(STANDINGS_COLUMNS, page["standings"]), headers)
