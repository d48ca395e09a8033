"""Shapes that the answers of several resources share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypeAliasType, TypedDict

from chalicelib.rules.ledger import Reason

Card = TypeAliasType(
    "Card",
    Annotated[
        str,
        Field(
            pattern="^([2-9JQKA]|10)[SHDC]$",
            description="A card: rank (2 to 10, J, Q, K, A) and suit letter, such as `10S`.",
        ),
    ],
)
Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
"""A time in UTC (RFC 3339)."""
Digest = TypeAliasType(
    "Digest",
    Annotated[
        str,
        Field(
            pattern="^[A-Za-z0-9_-]{43}$",
            description="The digest of a log up to an action: SHA-256 as base64url.",
        ),
    ],
)
LedgerReason = TypeAliasType(
    "LedgerReason", Annotated[Reason, Field(description="Why chips moved.")]
)


class SeatAccount(TypedDict):
    """The chips of a seat."""

    kind: Literal["seat"]
    """Always `seat`."""
    seat: int
    """From 1, clockwise."""


class SpaceAccount(TypedDict):
    """The chips on a space of the layout."""

    kind: Literal["space"]
    """Always `space`."""
    space: str
    """The name of the space."""


class CommonAccount(TypedDict):
    """Chips that belong to no seat and lie on no space."""

    kind: Literal["kitty", "pot", "bank", "shop"]
    """`bank`: they belong to nobody. `shop`: where chips are bought, outside the game."""


class PlayerAccount(TypedDict):
    """The chips that a player has taken away from a table, or brings to it."""

    kind: Literal["player"]
    """Always `player`."""
    player: int
    """The player's number."""


Account = TypeAliasType(
    "Account",
    Annotated[
        SeatAccount | SpaceAccount | CommonAccount | PlayerAccount,
        Field(discriminator="kind", description="Where chips lie."),
    ],
)


class Words:
    """In an annotation of a string: it is one of these words."""

    def __init__(self, *words: str) -> None:
        self._words = words

    def __get_pydantic_core_schema__(
        self, source: type[str], handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the schema of the words."""
        del source, handler
        return core_schema.literal_schema(list(self._words))


class Later:
    """In an annotation: a shape that is needed only for describing and checking.

    Parameters
    ----------
    load
        Returns the shape.
    """

    def __init__(self, load: Callable[[], type]) -> None:
        self._load = load

    def __get_pydantic_core_schema__(
        self, source: type, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the schema of the shape."""
        del source
        return handler.generate_schema(self._load())
