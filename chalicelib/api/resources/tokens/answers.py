"""The answers about tokens."""

from __future__ import annotations

from typing_extensions import TypedDict

from chalicelib.api.http.pages import fitting
from chalicelib.api.shapes import Time
from chalicelib.service.tokens import IssuedToken, ListedToken, subject_name
from chalicelib.store.records.claims import TokenKind
from chalicelib.store.records.times import rfc3339


class Token(TypedDict):
    """A token just issued."""

    subject: str
    """Whose it is, such as `player-7`."""
    kind: TokenKind
    """The kind of token, on which rights depend."""
    expires_at: Time
    """When it expires."""
    token: str
    """To be sent as `Authorization: Bearer …`. Keep it secret."""


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
