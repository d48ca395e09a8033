"""Tokens and join codes."""

from __future__ import annotations

import html
from typing import Any, Final

from chalicelib.api import models as m
from chalicelib.api.http import queries as q
from chalicelib.api.http.messages import Reply
from chalicelib.api.http.routing import Answers, Call, Route
from chalicelib.api.resources.shared import LEAGUE
from chalicelib.service import (
    codes,
    credentials,
    secrets,
)
from chalicelib.service.context import Context

a: Final = Answers("chalicelib.api.answers")


def list_tokens(ctx: Context, call: Call) -> Any:
    """Return for whom tokens were issued."""
    return credentials.list_tokens(ctx, call.caller, call.params["league"])


def issue_token(ctx: Context, call: Call) -> Any:
    """Issue a token."""
    body = call.body
    return credentials.issue_token(
        ctx,
        call.caller,
        call.once,
        call.params["league"],
        kind=body.kind,
        label=body.label,
        player=body.player,
        table=body.table,
    )


def revoke_tokens(ctx: Context, call: Call) -> Any:
    """Void the tokens of a subject."""
    credentials.revoke_tokens(ctx, call.caller, call.params["league"], call.params["subject"])


def list_codes(ctx: Context, call: Call) -> Any:
    """Return the join codes."""
    return codes.list_codes(ctx, call.caller, call.params["league"])


def issue_code(ctx: Context, call: Call) -> Any:
    """Issue a join code."""
    body = call.body
    return codes.issue_code(
        ctx,
        call.caller,
        call.once,
        call.params["league"],
        kind=body.kind,
        player=body.player,
        table=body.table,
        label=body.label,
    )


def issue_sheet(ctx: Context, call: Call) -> Any:
    """Issue a sheet of join codes, as JSON or as a page to print."""
    answer = codes.issue_sheet(ctx, call.caller, call.once, call.params["league"], call.body.after)
    if call.query.format == "json":
        return answer
    headers = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}
    if answer.replayed:
        headers["Idempotency-Replayed"] = "true"
    return Reply(201, _printed_sheet(secrets.unseal(ctx, answer.body)), headers)


def _printed_sheet(sheet: dict[str, Any]) -> str:
    """Return a page with a slip for each player, to be cut apart."""
    slips = "".join(
        f"<li><b>{html.escape(code['name'])}</b><code>{code['code']}</code>"
        f"<small>good until {code['expires_at'][:16].replace('T', ' ')} UTC</small></li>"
        for code in sheet["codes"]
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>Join codes - {html.escape(sheet['league_name'])}</title>"
        "<style>body{font:16px sans-serif}ul{list-style:none;padding:0;display:grid;"
        "grid-template-columns:repeat(3,1fr)}li{border:1px dashed #888;padding:1em;"
        "break-inside:avoid}code{display:block;font-size:1.6em;letter-spacing:.05em}</style>"
        f"<h1>{html.escape(sheet['league_name'])}</h1><ul>{slips}</ul></html>"
    )


def revoke_code(ctx: Context, call: Call) -> Any:
    """Void a join code."""
    codes.revoke_code(ctx, call.caller, call.params["league"], call.params["code_id"])


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET",
        LEAGUE + "/tokens",
        "listTokens",
        "For whom tokens were issued",
        list_tokens,
        "tokens.manage",
        {200: a.Tokens},
    ),
    Route(
        "POST",
        LEAGUE + "/tokens",
        "issueToken",
        "Issue a token",
        issue_token,
        "tokens.manage",
        {201: a.Token},
        ("too-many", "not-now"),
        body=m.TokenBody,
        keyed=True,
    ),
    Route(
        "DELETE",
        LEAGUE + "/tokens/{subject}",
        "revokeTokens",
        "Void every token of a subject",
        revoke_tokens,
        "tokens.manage",
        {204: None},
        ("not-now",),
    ),
    Route(
        "GET",
        LEAGUE + "/codes",
        "listCodes",
        "Join codes that have not expired",
        list_codes,
        "tokens.manage",
        {200: a.Codes},
    ),
    Route(
        "POST",
        LEAGUE + "/codes",
        "issueCode",
        "Issue a join code",
        issue_code,
        "tokens.manage",
        {201: a.Code},
        body=m.CodeBody,
        keyed=True,
    ),
    Route(
        "POST",
        LEAGUE + "/codes/sheet",
        "issueSheet",
        "Issue join codes for all players",
        issue_sheet,
        "tokens.manage",
        {201: a.Sheet},
        body=m.SheetBody,
        query=q.SheetQuery,
        keyed=True,
        other_media=("text/html",),
    ),
    Route(
        "DELETE",
        LEAGUE + "/codes/{code_id}",
        "revokeCode",
        "Void a join code",
        revoke_code,
        "tokens.manage",
        {204: None},
    ),
)
