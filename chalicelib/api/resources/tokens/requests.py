"""The requests about tokens."""

from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import Field, model_validator

from chalicelib.api.http.fields import Id, Label, Model, PlayerNumber
from chalicelib.api.http.forms import Forms, Schema, form
from chalicelib.message import say
from chalicelib.store.records.claims import TokenKind

if TYPE_CHECKING:
    from chalicelib.service.tokens import TokenRequest


class ForWhom(Model):
    """The subject of a token or a code: a player's needs ``player``, a scorer's ``table``."""

    kind: str
    label: Label
    player: PlayerNumber | None = Field(
        default=None, description="The player's number; for a player."
    )
    table: Id | None = Field(default=None, description="The table; for a scorer.")

    @model_validator(mode="after")
    def _whose(self) -> Self:
        wanted = self.kind == "player", self.kind == "scorer"
        if (self.player is not None, self.table is not None) != wanted or self.has_null():
            raise ValueError(say("token.subject"))
        return self

    def request(self) -> "TokenRequest":
        """Return the request for the service."""
        from chalicelib.service.tokens import TokenRequest

        return TokenRequest(TokenKind(self.kind), self.label, self.player, self.table)


def for_player(schema: Schema, description: str) -> dict[str, Any]:
    """Return the schema for a player's."""
    kind = _kind(schema, TokenKind.PLAYER)
    return form(schema, description, ["kind", "player"], ["label"], kind=kind)


def for_scorer(schema: Schema, description: str) -> dict[str, Any]:
    """Return the schema for a table's scorer's."""
    kind = _kind(schema, TokenKind.SCORER)
    return form(schema, description, ["kind", "table"], ["label"], kind=kind)


def _kind(schema: Schema, *kinds: TokenKind) -> Schema:
    """Return the schema of a kind that is one of these."""
    words = [kind.value for kind in kinds]
    which = {"const": words[0]} if len(words) == 1 else {"enum": words}
    return {"type": "string", **which, "description": schema["properties"]["kind"]["description"]}


class TokenBody(ForWhom):
    """A token to be issued; a player's needs ``player``, a scorer's ``table``."""

    kind: Literal["organiser", "director", "viewer", "scorer", "player"] = Field(
        description="The kind of token, on which rights depend."
    )
    label: Label = Field(default="", description="A note, for the list of tokens.")

    @classmethod
    def forms(cls, schema: Schema) -> Forms:
        """Return the forms by kind."""
        staff = _kind(schema, TokenKind.ORGANISER, TokenKind.DIRECTOR, TokenKind.VIEWER)
        forms = {
            "PlayerTokenBody": for_player(schema, "A player's token to be issued."),
            "ScorerTokenBody": for_scorer(schema, "A token to be issued for a table's scorer."),
            "StaffTokenBody": form(
                schema,
                "A token to be issued for the whole league.",
                ["kind"],
                ["label"],
                kind=staff,
            ),
        }
        return Forms(forms, "kind")
