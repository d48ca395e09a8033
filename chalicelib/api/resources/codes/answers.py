"""The answers about join codes."""

from __future__ import annotations

from typing_extensions import TypedDict

from chalicelib.api.shapes import Time
from chalicelib.service import codes as service
from chalicelib.store.records.claims import TokenKind
from chalicelib.store.records.times import rfc3339


class Code(TypedDict):
    """A join code just issued; it is shown only once."""

    code_id: str
    """Names the code for revoking it; not a secret."""
    code: str
    """What is typed on the phone."""
    kind: TokenKind
    """What token it gives."""
    player: int | None
    """The player it is for."""
    name: str | None
    """That player's name."""
    table: str | None
    """The table whose scorer it is for."""
    expires_at: Time
    """Until when it can be traded."""


class Sheet(TypedDict):
    """Join codes for the players of a league."""

    league: str
    """The league's name in paths."""
    league_name: str
    """Its name for people."""
    codes: list[Code]
    """One for each player, by number."""
    next_after: int | None
    """`after` of the next sheet; null: this is the last."""


class CodeRow(TypedDict):
    """A join code that was issued."""

    code_id: str
    """Names the code for revoking it."""
    kind: TokenKind
    """What token it gives."""
    player: int | None
    """The player it is for."""
    name: str | None
    """That player's name."""
    table: str | None
    """The table whose scorer it is for."""
    expires_at: Time
    """Until when it can be traded."""
    used: bool
    """Whether a phone has traded it."""
    revoked: bool
    """Whether it was revoked."""


class Codes(TypedDict):
    """Join codes that were issued and have not expired."""

    codes: list[CodeRow]
    """Used and unused."""
    next_after: str | None
    """`after` of the next page; null: this is the last."""


def code(issued: service.IssuedCode) -> Code:
    """Return the answer with a join code."""
    return {
        "code_id": issued.code_id,
        "code": issued.code,
        "kind": issued.kind,
        "player": issued.player,
        "name": issued.name,
        "table": issued.table,
        "expires_at": rfc3339(issued.expires * 1000),
    }


def sheet(issued: service.Sheet) -> Sheet:
    """Return the answer with a sheet."""
    return {
        "league": issued.league_id,
        "league_name": issued.league_name,
        "codes": [code(one) for one in issued.codes],
        "next_after": issued.next_after,
    }


def codes(page: service.CodesPage) -> Codes:
    """Return a page of join codes."""
    return {
        "codes": [
            {
                "code_id": one.code_id,
                "kind": one.kind,
                "player": one.player,
                "name": one.name,
                "table": one.table,
                "expires_at": rfc3339(one.expires * 1000),
                "used": one.used,
                "revoked": one.revoked,
            }
            for one in page.codes
        ],
        "next_after": page.next_after,
    }
