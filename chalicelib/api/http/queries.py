"""What query parameters there are: texts, read as what they stand for."""

from pydantic import BaseModel, ConfigDict, Field


class Query(BaseModel):
    """The base of every set of query parameters: texts, read as what they stand for."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class NoQuery(Query):
    """No query parameters."""


class PageQuery(Query):
    """A page: what comes behind ``after``, at most ``limit``."""

    after: int = Field(
        description="The last number of the page before.", default=0, ge=0, le=100_000
    )
    limit: int = Field(description="How many at most.", default=50, ge=1, le=200)


class RecordsQuery(PageQuery):
    """A page of hand records, some 10 KB each."""

    limit: int = Field(description="How many at most.", default=20, ge=1, le=100)


class LogQuery(Query):
    """The log behind action ``after``."""

    after: int = Field(description="The last action seen.", default=0, ge=0, le=100_000)
    limit: int = Field(description="How many at most.", default=200, ge=1, le=200)


class DryRunQuery(Query):
    """With ``dry_run`` the action is judged and not stored."""

    dry_run: bool = Field(default=False, description="Only say whether it would be recorded.")
