"""What requests about join codes contain."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from chalicelib.api.http.fields import Label, Model, Whole
from chalicelib.api.http.forms import Forms, Schema
from chalicelib.api.http.language import Language
from chalicelib.api.http.queries import Formatted
from chalicelib.api.resources.tokens.requests import ForWhom, for_player, for_scorer

from .zones import known_zone


class CodeBody(ForWhom):
    """A join code to be issued, for a player or for a table's scorer."""

    kind: Literal["scorer", "player"] = Field(description="What token it gives.")
    label: Label = Field(default="", description="A note, for a scorer's token.")

    @classmethod
    def forms(cls, schema: Schema) -> Forms:
        """Return the forms by kind."""
        forms = {
            "PlayerCodeBody": for_player(schema, "A player's join code to be issued."),
            "ScorerCodeBody": for_scorer(schema, "A join code for a table's scorer to be issued."),
        }
        return Forms(forms, "kind")


class SheetBody(Model):
    """A sheet of join codes, for players with higher numbers than ``after``."""

    after: Annotated[int, Field(ge=0, le=99999), Whole] = Field(
        default=0, description="`next_after` of the sheet before."
    )


class SheetQuery(Formatted):
    """A sheet as JSON, or as a page to print."""

    format: Literal["json", "html"] | None = Field(
        default=None,
        description="`html`: a page to print and cut apart, with a slip for every player, however "
        "many sheets that takes. Instead of Accept.",
    )
    language: Language | None = Field(
        default=None, description="Of the page, for who gets the slips. Instead of Accept-Language."
    )
    timezone: Annotated[str, Field(max_length=40), AfterValidator(known_zone)] = Field(
        default="UTC",
        description="Of the times on the page: `Europe/Berlin`, or an offset such as `+03:00`.",
    )
    url: Annotated[str, Field(max_length=200, pattern=r"^https?://[!-~]+$")] | None = Field(
        default=None,
        description="What a player opens, printed on each slip; left out, the server's address, "
        "unless that is `localhost`.",
    )
