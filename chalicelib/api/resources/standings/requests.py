"""The requests for standings."""

from typing import Final, Literal

from pydantic import Field

from chalicelib.api.http.queries import Formatted

SeparatorWord = Literal["comma", "semicolon"]
_BY: Final = (
    "What decides: `net`, chips held less chips bought, or `chips`, which favours who sat in more "
    "rounds."
)
_SEPARATOR: Final = (
    "What stands between the cells of CSV: `semicolon` where spreadsheets write 1,5 for one and a "
    "half, as in most of Europe; they open a file with commas as one column."
)


class StandingsQuery(Formatted):
    """The ranking: by ``chips`` or ``net``, after all hands or only the first ones."""

    by: Literal["chips", "net"] = Field(default="net", description=_BY)
    hands: int | None = Field(
        description="How many hands of each table count, from the first; left out, all.",
        default=None,
        ge=1,
        le=1000,
    )
    after: int = Field(description="How many lines to leave out.", default=0, ge=0, le=100_000)
    limit: int | None = Field(
        description="How many lines at most; left out, 50, or all as CSV. If more follow, "
        'JSON has `next_after`, and CSV a `Link` to them (`rel="next"`).',
        default=None,
        ge=1,
        le=200,
    )
    fresh: bool = Field(
        default=False, description="Compute them now; without it they may be a few seconds old."
    )
    format: Literal["json", "csv"] | None = Field(default=None, description="Instead of Accept.")
    separator: SeparatorWord = Field(default="comma", description=_SEPARATOR)


class TableStandingsQuery(Formatted):
    """The ranking at a table."""

    by: Literal["chips", "net"] = Field(default="net", description=_BY)
    hands: int | None = Field(
        description="How many hands count, from the first; left out, all.",
        default=None,
        ge=1,
        le=1000,
    )
    format: Literal["json", "csv"] | None = Field(default=None, description="Instead of Accept.")
    separator: SeparatorWord = Field(default="comma", description=_SEPARATOR)
