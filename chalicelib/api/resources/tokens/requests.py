"""What requests about tokens contain."""

from typing import TYPE_CHECKING, Final, Literal, Self

from pydantic import ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from chalicelib.api.http.fields import Id, Label, Model, PlayerNumber
from chalicelib.message import say
from chalicelib.store.records.claims import TokenKind

if TYPE_CHECKING:
    from chalicelib.service.tokens import TokenRequest


def _subject(player: str, table: str) -> JsonDict:
    """Return what JSON Schema says of a subject: the type of each part, one that is needed."""
    parts = {"player": player, "table": table}
    return {
        "properties": {name: {"type": kind} for name, kind in parts.items()},
        "required": [name for name, kind in parts.items() if kind != "null"],
    }


_WHOSE: Final[JsonDict] = {
    "if": {"properties": {"kind": {"const": "player"}}},
    "then": _subject("integer", "null"),
    "else": {
        "if": {"properties": {"kind": {"const": "scorer"}}},
        "then": _subject("null", "string"),
        "else": _subject("null", "null"),
    },
}


class ForWhom(Model):
    """Of whom a token or a code is: a player's needs ``player``, a scorer's ``table``."""

    model_config = ConfigDict(json_schema_extra=_WHOSE)

    kind: str
    label: Label
    player: PlayerNumber | None = Field(
        default=None, description="The player's number, for a player's."
    )
    table: Id | None = Field(default=None, description="The table, for a scorer's.")

    @model_validator(mode="after")
    def _whose(self) -> Self:
        wanted = self.kind == "player", self.kind == "scorer"
        if (self.player is not None, self.table is not None) != wanted:
            raise ValueError(say("token.subject"))
        return self

    def request(self) -> "TokenRequest":
        """Return it as the service takes it."""
        from chalicelib.service.tokens import TokenRequest

        return TokenRequest(TokenKind(self.kind), self.label, self.player, self.table)


class TokenBody(ForWhom):
    """A token to be issued; a player's needs ``player``, a scorer's ``table``."""

    kind: Literal["organiser", "director", "viewer", "scorer", "player"] = Field(
        description="The kind of token, on which rights depend."
    )
    label: Label = Field(default="", description="A note, for the list of tokens.")
