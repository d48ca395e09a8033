"""The answers about tokens."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from chalicelib.api.http.pages import fitting
from chalicelib.api.shapes import Time
from chalicelib.service.me import TokenPlace
from chalicelib.service.my_tokens import ListedIssue
from chalicelib.service.my_tokens import MyTokens as Mine
from chalicelib.service.tokens import IssuedToken, ListedToken, subject_name
from chalicelib.store.records.claims import TokenKind
from chalicelib.store.records.times import rfc3339


class Token(TypedDict):
    """A token just issued."""

    subject: Annotated[str, Field(description="Whose it is, such as `player-7`.")]
    kind: Annotated[TokenKind, Field(description="The kind of token, on which rights depend.")]
    expires_at: Annotated[Time, Field(description="When it expires.")]
    token: Annotated[
        str, Field(description="To be sent as `Authorization: Bearer …`. Keep it secret.")
    ]


class Joined(Token):
    """A token that a join code was traded for, and where it acts now."""

    table: str | None
    """The scorer's table, or where the player sits now."""
    commitment: str | None
    """c0 of that table: note it, since it proves every deal there."""


class MyToken(TypedDict):
    """A token of a player."""

    number: int
    """Its number among the player's tokens."""
    how: Literal["minted", "code", "renewed"]
    """`minted`: an organiser issued it. `code`: for a join code. `renewed`: the player did."""
    by: int | None
    """The organiser who issued it or its code; null: nobody, or unknown."""
    issued_at: Time
    """When (RFC 3339, UTC)."""
    expires_at: Time
    """When it expires."""
    valid: bool
    """Whether it is neither ended nor expired."""
    mine: bool
    """Whether it is the one of this request."""
    unconfirmed: bool
    """Whether hands note it until a token that was valid before confirms it."""
    ended_at: Time | None
    """When it was ended."""
    ended_by: int | None
    """The organiser who revoked it; null: the player did."""


class MyTokens(TypedDict):
    """A player's tokens. A number that the player does not know is somebody else's."""

    player: int
    """The player's number in the league."""
    valid: int
    """How many are valid."""
    earlier: int
    """How many of these are not listed, because they are older than the list."""
    tokens: list[MyToken]
    """The latest first."""


class TokenRow(TypedDict):
    """A subject for which a token was issued."""

    subject: str
    """Whose, such as `director-1`."""
    kind: TokenKind
    """The kind of token."""
    label: str
    """The note made when it was issued."""
    issued_at: Time
    """When (RFC 3339, UTC)."""
    revoked: bool
    """Whether its tokens were revoked."""


class Tokens(TypedDict):
    """Subjects for which tokens were issued."""

    tokens: list[TokenRow]
    """Staff and scorers; players are listed with the players."""
    next_after: int | None
    """`after` of the next page; null: this is the last."""


def token(issued: IssuedToken) -> Token:
    """Return the answer with a token."""
    return {
        "subject": subject_name(issued.claims),
        "kind": issued.claims.kind,
        "expires_at": rfc3339(issued.claims.expires * 1000),
        "token": issued.token,
    }


def joined(issued: IssuedToken, place: TokenPlace) -> Joined:
    """Return the answer to a join code."""
    return {**token(issued), "table": place.table, "commitment": place.commitment}


def my_tokens(shown: Mine) -> MyTokens:
    """Return a player's list of tokens."""
    return {
        "player": shown.player,
        "valid": shown.valid,
        "earlier": shown.earlier,
        "tokens": [_my_token(one) for one in shown.listed],
    }


def _my_token(one: ListedIssue) -> MyToken:
    entry, ending = one.entry, one.ending
    return {
        "number": entry.number,
        "how": entry.how.value,
        "by": entry.by,
        "issued_at": rfc3339(entry.at),
        "expires_at": rfc3339(entry.expires * 1000),
        "valid": one.valid,
        "mine": one.mine,
        "unconfirmed": entry.is_noted,
        "ended_at": None if ending is None else rfc3339(ending.at),
        "ended_by": None if ending is None else ending.by,
    }


def tokens(listed: tuple[ListedToken, ...], after: int) -> Tokens:
    """Return a page of the list of subjects, without the first ones."""
    page, more = fitting(
        TokenRow(
            subject=one.subject,
            kind=one.kind,
            label=one.label,
            issued_at=rfc3339(one.issued),
            revoked=one.revoked,
        )
        for one in listed[after:]
    )
    return {"tokens": page, "next_after": after + len(page) if more else None}
