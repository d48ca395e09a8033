"""The requests for standings."""

from typing import Literal

from pydantic import Field

from chalicelib.api.http.queries import Formatted


class StandingsQuery(Formatted):
    """The ranking: by ``chips`` or ``net``, after all hands or only the first ones."""

    by: Literal["chips", "net"] = Field(default="chips", description="What decides.")
    hands: int | None = Field(
        description="How many hands of each table count, from the first; left out, all.",
        default=None,
        ge=1,
        le=1000,
    )
    after: int = Field(description="How many lines to leave out.", default=0, ge=0, le=100_000)
    limit: int | None = Field(
        description="How many lines at most; left out, 50, or all as CSV.",
        default=None,
        ge=1,
        le=200,
    )
    fresh: bool = Field(
        default=False, description="Compute them now; without it they may be a few seconds old."
    )
    format: Literal["json", "csv"] | None = Field(default=None, description="Instead of Accept.")


class TableStandingsQuery(Formatted):
    """The ranking at a table."""

    by: Literal["chips", "net"] = Field(default="chips", description="What decides.")
    hands: int | None = Field(
        description="How many hands count, from the first; left out, all.",
        default=None,
        ge=1,
        le=1000,
    )
    format: Literal["json", "csv"] | None = Field(default=None, description="Instead of Accept.")
