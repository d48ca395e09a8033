"""Join codes: issued one by one or as a sheet, listed, revoked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.messages import Reply
from chalicelib.api.http.negotiation import JSON
from chalicelib.api.http.paths import CodePath, LeaguePath
from chalicelib.api.http.queries import IdsQuery, NoQuery
from chalicelib.api.http.route import Call, Route, route, takes
from chalicelib.api.resources.shared import LEAGUE
from chalicelib.service.context import Context
from chalicelib.service.once import Answer, Once
from chalicelib.service.rights import Right

if TYPE_CHECKING:
    from . import answers as shapes
    from . import requests
else:
    requests = LazyShapes("chalicelib.api.resources.codes.requests")
    shapes = LazyShapes("chalicelib.api.resources.codes.answers")


def list_codes(ctx: Context, call: Call[LeaguePath, IdsQuery, None]) -> shapes.Codes:
    """Return the join codes."""
    from chalicelib.service import codes

    from . import answers

    return answers.codes(codes.list_codes(ctx, call.caller, call.path.league, call.query.after))


def issue_code(
    ctx: Context, call: Call[LeaguePath, NoQuery, requests.CodeBody]
) -> Answer[shapes.Code]:
    """Issue a join code."""
    from chalicelib.service import codes

    from . import answers

    request = call.body.request()
    return codes.issue_code(ctx, call.caller, call.once, answers.code, call.path.league, request)


def issue_sheet(
    ctx: Context, call: Call[LeaguePath, requests.SheetQuery, requests.SheetBody]
) -> Answer[shapes.Sheet] | Reply:
    """Issue a sheet of join codes as JSON, or all that there are as a page to print."""
    from chalicelib.service import codes

    from . import answers

    def sheet(after: int, once: Once | None) -> Answer[shapes.Sheet]:
        return codes.issue_sheet(ctx, call.caller, once, answers.sheet, call.path.league, after)

    issued = [sheet(call.body.after, call.once)]
    if call.media == JSON:
        return issued[0]
    while (after := issued[-1].body["next_after"]) is not None:
        issued.append(sheet(after, call.once and call.once.part(len(issued))))
    from .printed import printed
    from .zones import zone_of

    query = call.query
    language = query.language or call.language
    headers = {"Content-Type": "text/html; charset=utf-8", "Content-Language": language}
    if all(one.replayed for one in issued):
        headers["Idempotency-Replayed"] = "true"
    url = query.url or call.request.base
    page = printed([one.body for one in issued], language, zone_of(query.timezone), url)
    return Reply(201, page, headers)


def revoke_code(ctx: Context, call: Call[CodePath, NoQuery, None]) -> None:
    """Revoke a join code."""
    from chalicelib.service import codes

    codes.revoke_code(ctx, call.caller, call.path.league, call.path.code_id)


ROUTES: Final[tuple[Route, ...]] = (
    route(
        "GET",
        LEAGUE + "/codes",
        "listCodes",
        "Join codes that have not expired",
        takes(LeaguePath, query=IdsQuery),
        list_codes,
        Right.TOKENS_MANAGE,
        {200: shapes.Codes},
    ),
    route(
        "POST",
        LEAGUE + "/codes",
        "issueCode",
        "Issue a join code",
        takes(LeaguePath, body=requests.CodeBody),
        issue_code,
        Right.TOKENS_MANAGE,
        {201: shapes.Code},
        keyed=True,
        location="codes/{code_id}",
        no_store=True,
    ),
    route(
        "POST",
        LEAGUE + "/codes/sheet",
        "issueSheet",
        "Issue join codes for all players",
        takes(LeaguePath, query=requests.SheetQuery, body=requests.SheetBody),
        issue_sheet,
        Right.TOKENS_MANAGE,
        {201: shapes.Sheet},
        keyed=True,
        other_media=("text/html",),
        location="../codes",
        no_store=True,
    ),
    route(
        "DELETE",
        LEAGUE + "/codes/{code_id}",
        "revokeCode",
        "Revoke a join code",
        takes(CodePath),
        revoke_code,
        Right.TOKENS_MANAGE,
        {204: None},
    ),
)
