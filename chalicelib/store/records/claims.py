"""The claims of a token, which a used join code stores as well."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from chalicelib.json_value import Json

from .members import Members


class TokenKind(StrEnum):
    """The kinds of token, in the order in which they are listed."""

    ORGANISER = "organiser"
    DIRECTOR = "director"
    SCORER = "scorer"
    PLAYER = "player"
    VIEWER = "viewer"


class Claims(NamedTuple):
    """The statements of a token about its bearer.

    Attributes
    ----------
    league
        The league it is valid for.
    number
        Which organiser, director, viewer or player of the league, or which scorer slot of
        the table.
    epoch
        The token is void once the subject's epoch is higher.
    table
        The table of a scorer.
    expires
        Seconds since 1970.
    serial
        The number of a player's token among those of the player; 0 in those of version 0.1.
    """

    kind: TokenKind
    league: str
    number: int
    epoch: int
    expires: int
    table: str | None = None
    serial: int = 0

    @property
    def subject(self) -> str:
        """Whose token it is within the league: ``player-7``, or ``scorer-0`` and its table."""
        subject = f"{self.kind}-{self.number}"
        return subject if self.table is None else f"{subject}@{self.table}"

    def as_json(self) -> dict[str, Json]:
        """Return the claims as a token's JSON."""
        claims: dict[str, Json] = {
            "k": self.kind.value,
            "l": self.league,
            "n": self.number,
            "e": self.epoch,
        }
        if self.table:
            claims["t"] = self.table
        if self.serial:
            claims["i"] = self.serial
        claims["exp"] = self.expires
        return claims

    @classmethod
    def from_json(cls, claims: Json) -> Claims:
        """Return the claims from the JSON that :meth:`as_json` made.

        Raises
        ------
        UnreadableRecord
            They are not claims.
        """
        members = Members(claims)
        return cls(
            members.choice("k", TokenKind),
            members.text("l"),
            members.whole("n"),
            members.whole("e"),
            members.whole("exp"),
            members.optional_text("t"),
            members.optional_whole("i") or 0,
        )
