"""Tokens: issued, listed, revoked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.paths import LeaguePath, SubjectPath
from chalicelib.api.http.queries import AfterQuery, NoQuery
from chalicelib.api.http.route import Call, Route, route, takes
from chalicelib.api.resources.shared import LEAGUE
from chalicelib.service.context import Context
from chalicelib.service.once import Answer
from chalicelib.service.rights import Right

if TYPE_CHECKING:
    from . import answers as shapes
    from . import requests
else:
    requests = LazyShapes("chalicelib.api.resources.tokens.requests")
    shapes = LazyShapes("chalicelib.api.resources.tokens.answers")


def list_tokens(ctx: Context, call: Call[LeaguePath, AfterQuery, None]) -> shapes.Tokens:
    """Return for whom tokens were issued."""
    from chalicelib.service import tokens

    from . import answers

    listed = tokens.list_tokens(ctx, call.caller, call.path.league)
    return answers.tokens(listed, call.query.after)


def issue_token(
    ctx: Context, call: Call[LeaguePath, NoQuery, requests.TokenBody]
) -> Answer[shapes.Token]:
    """Issue a token."""
    from chalicelib.service import tokens

    from . import answers

    request = call.body.request()
    return tokens.issue_token(ctx, call.caller, call.once, answers.token, call.path.league, request)


def revoke_tokens(ctx: Context, call: Call[SubjectPath, NoQuery, None]) -> None:
    """Revoke the tokens of a subject."""
    from chalicelib.service import tokens

    tokens.revoke_tokens(ctx, call.caller, call.path.league, call.path.subject)


ROUTES: Final[tuple[Route, ...]] = (
    route(
        "GET",
        LEAGUE + "/tokens",
        "listTokens",
        "The subjects for which tokens were issued",
        takes(LeaguePath, query=AfterQuery),
        list_tokens,
        Right.TOKENS_MANAGE,
        {200: shapes.Tokens},
    ),
    route(
        "POST",
        LEAGUE + "/tokens",
        "issueToken",
        "Issue a token",
        takes(LeaguePath, body=requests.TokenBody),
        issue_token,
        Right.TOKENS_MANAGE,
        {201: shapes.Token},
        ("too-many", "not-now"),
        keyed=True,
        location="tokens/{subject}",
        no_store=True,
    ),
    route(
        "DELETE",
        LEAGUE + "/tokens/{subject}",
        "revokeTokens",
        "Revoke every token of a subject",
        takes(SubjectPath),
        revoke_tokens,
        Right.TOKENS_MANAGE,
        {204: None},
        ("not-now",),
    ),
)
