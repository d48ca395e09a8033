"""The requests for rules pages."""

from typing import Literal

from pydantic import Field

from chalicelib.api.http.language import Language
from chalicelib.api.http.queries import Formatted


class RulesQuery(Formatted):
    """The rules with their options, or only the page."""

    language: Language | None = Field(default=None, description="Instead of Accept-Language.")
    format: Literal["json", "text", "html"] | None = Field(
        default=None, description="`html`: a page to print. Instead of Accept."
    )
