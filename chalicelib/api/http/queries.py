"""The query parameters, converted from strings."""

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field


class Query(BaseModel):
    """The base of every set of query parameters, which are converted from strings."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


_MEDIA: Final = {
    "json": "application/json",
    "csv": "text/csv",
    "html": "text/html",
    "text": "text/plain",
}


class Formatted(Query):
    """A query that can ask for a media type; it overrides ``Accept``."""

    format: Literal["json", "csv", "html", "text"] | None = None

    @property
    def media(self) -> str | None:
        """The media type of ``format``."""
        return None if self.format is None else _MEDIA[self.format]


class NoQuery(Query):
    """No query parameters."""


class AfterQuery(Query):
    """A page that has as many entries as fit."""

    after: int = Field(description="`next_after` of the page before.", default=0, ge=0, le=100_000)


class PageQuery(Query):
    """A page: at most ``limit`` entries after ``after``."""

    after: int = Field(
        description="The last number of the page before.", default=0, ge=0, le=100_000
    )
    limit: int = Field(description="How many at most.", default=50, ge=1, le=200)


class TablesQuery(Query):
    """The tables of a round after table ``after``."""

    after: int = Field(description="The last table of the page before.", default=0, ge=0, le=200)


class RecordsQuery(PageQuery):
    """A page of hand records, some 10 KB each; it ends early at a size, not only at ``limit``."""

    limit: int = Field(description="How many at most.", default=20, ge=1, le=100)


class LogQuery(Query):
    """The log after action ``after``."""

    after: int = Field(description="The last action seen.", default=0, ge=0, le=100_000)
    limit: int = Field(description="How many at most.", default=200, ge=1, le=200)


class DryRunQuery(Query):
    """With ``dry_run`` the action is judged and not stored."""

    dry_run: bool = Field(default=False, description="Only check whether it would be recorded.")


class IdsQuery(Query):
    """A page of what has no numbers."""

    after: str = Field(
        default="", description="`next_after` of the page before.", pattern="^[A-Za-z0-9_-]{0,64}$"
    )


class LeaguesQuery(IdsQuery):
    """A page: at most ``limit`` leagues after ``after``."""

    limit: int = Field(description="How many at most.", default=50, ge=1, le=99)
