"""Routes of no other resource: health, presets, joining, the caller's token, the description."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.messages import Reply
from chalicelib.api.http.paths import NoPath, PresetPath, TokenPath
from chalicelib.api.http.queries import NoQuery
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.resources.shared import PAGE_POLICY
from chalicelib.rules import PRESETS
from chalicelib.service.context import Context
from chalicelib.service.errors import not_found
from chalicelib.service.rights import Right

if TYPE_CHECKING:
    from chalicelib.api.problems import answers as problem_shapes
    from chalicelib.api.resources.tokens import answers as token_shapes

    from . import answers as shapes
    from . import requests
else:
    requests = LazyShapes("chalicelib.api.resources.general.requests")
    shapes = LazyShapes("chalicelib.api.resources.general.answers")
    token_shapes = LazyShapes("chalicelib.api.resources.tokens.answers")
    problem_shapes = LazyShapes("chalicelib.api.problems.answers")


def health(ctx: Context, call: Call[NoPath, NoQuery, None]) -> shapes.Health:
    """Answer without reading anything."""
    from . import answers

    del ctx, call
    return answers.health()


def ready(ctx: Context, call: Call[NoPath, NoQuery, None]) -> shapes.Readiness:
    """Answer once the store does."""
    from chalicelib.service import readiness

    from . import answers

    del call
    readiness.check(ctx)
    return answers.ready()


def list_problems(
    ctx: Context, call: Call[NoPath, requests.ProblemsQuery, None]
) -> problem_shapes.Problems | Reply:
    """Return every kind of problem, explained."""
    del ctx
    from chalicelib.api.problems.page import catalogue_reply

    return catalogue_reply(call.language, as_page=call.media == "text/html")


def list_presets(ctx: Context, call: Call[NoPath, NoQuery, None]) -> shapes.Presets:
    """Return all presets and options."""
    from . import answers

    del ctx, call
    return answers.presets()


def read_preset(ctx: Context, call: Call[PresetPath, NoQuery, None]) -> shapes.PresetInfo:
    """Return one preset."""
    from . import answers

    del ctx
    name = call.path.preset
    if name not in PRESETS:
        raise not_found("preset")
    return answers.preset(name)


def read_me(ctx: Context, call: Call[NoPath, NoQuery, None]) -> shapes.Me:
    """Return what the token is."""
    from chalicelib.service import me

    from . import answers

    return answers.me(me.read_me(ctx, call.caller))


def read_my_tokens(ctx: Context, call: Call[NoPath, NoQuery, None]) -> token_shapes.MyTokens:
    """Return the list of one's own tokens."""
    from chalicelib.api.resources.tokens.answers import my_tokens
    from chalicelib.service import my_tokens as service

    return my_tokens(service.read_mine(ctx, call.caller))


def confirm_token(ctx: Context, call: Call[TokenPath, NoQuery, None]) -> token_shapes.MyTokens:
    """Confirm a token of one's own."""
    from chalicelib.api.resources.tokens.answers import my_tokens
    from chalicelib.service import my_tokens as service

    return my_tokens(service.confirm(ctx, call.caller, call.path.token))


def renew_token(
    ctx: Context, call: Call[NoPath, NoQuery, requests.RenewBody]
) -> token_shapes.Token:
    """End all of one's own tokens for a new one."""
    from chalicelib.api.resources.tokens.answers import token
    from chalicelib.service import my_tokens as service

    return token(service.renew(ctx, call.caller, call.body.nonce))


def join(ctx: Context, call: Call[NoPath, NoQuery, requests.JoinBody]) -> token_shapes.Joined:
    """Trade a code for a token."""
    from chalicelib.api.resources.tokens.answers import joined
    from chalicelib.service import codes, me

    issued = codes.join(ctx, call.caller, call.body.code, call.body.nonce)
    return joined(issued, me.place_of(ctx, issued.claims))


_ROUTES: Final = (
    route(
        "GET",
        "/v1/health",
        "health",
        "Whether the service answers",
        takes(NoPath),
        health,
        Right.OPEN_READ,
        {200: shapes.Health},
    ),
    route(
        "GET",
        "/v1/ready",
        "ready",
        "Whether requests can be served: the store answers",
        takes(NoPath),
        ready,
        Right.OPEN_READ,
        {200: shapes.Readiness},
    ),
    route(
        "GET",
        "/v1/problems",
        "listProblems",
        "Every kind of problem, explained",
        takes(NoPath, query=requests.ProblemsQuery),
        list_problems,
        Right.OPEN_READ,
        {200: problem_shapes.Problems},
        other_media=("text/html",),
    ),
    route(
        "GET",
        "/v1/presets",
        "listPresets",
        "The named games, and every option",
        takes(NoPath),
        list_presets,
        Right.OPEN_READ,
        {200: shapes.Presets},
    ),
    route(
        "GET",
        "/v1/presets/{preset}",
        "getPreset",
        "A named game and its rules",
        takes(PresetPath),
        read_preset,
        Right.OPEN_READ,
        {200: shapes.PresetInfo},
    ),
    route(
        "GET",
        "/v1/me",
        "getMe",
        "What the token is and may do",
        takes(NoPath),
        read_me,
        Right.ME_READ,
        {200: shapes.Me},
        ("not-found",),
    ),
    route(
        "GET",
        "/v1/me/tokens",
        "listMyTokens",
        "A player's own tokens",
        takes(NoPath),
        read_my_tokens,
        Right.TOKENS_OWN,
        {200: token_shapes.MyTokens},
        ("not-found",),
    ),
    route(
        "POST",
        "/v1/me/tokens",
        "renewToken",
        "End all of a player's own tokens for a new one",
        takes(NoPath, body=requests.RenewBody),
        renew_token,
        Right.TOKENS_OWN,
        {200: token_shapes.Token},
        ("not-found", "not-now"),
        no_store=True,
    ),
    route(
        "POST",
        "/v1/me/tokens/{token}/confirm",
        "confirmToken",
        "Confirm a token with an earlier one",
        takes(TokenPath),
        confirm_token,
        Right.TOKENS_OWN,
        {200: token_shapes.MyTokens},
        ("not-found",),
    ),
    route(
        "POST",
        "/v1/join",
        "join",
        "Trade a join code for a token",
        takes(NoPath, body=requests.JoinBody),
        join,
        Right.JOIN,
        {200: token_shapes.Joined},
        (
            "code-unknown",
            "code-used",
            "code-expired",
            "rate-limited",
            "not-now",
            "not-found",
            "too-many",
        ),
        no_store=True,
    ),
)


def resource(document: Callable[[], str], docs: Callable[[str], str]) -> Resource:
    """Return the resource ``general``, which serves the description of the API.

    Parameters
    ----------
    document, docs
        Return the description of all resources, this one included, and the page of a description;
        called when they are requested.
    """
    text = cache(document)

    @cache
    def page() -> str:
        return docs(text())

    def read_openapi(ctx: Context, call: Call[NoPath, NoQuery, None]) -> Reply:
        del ctx, call
        return Reply(200, text(), {"Content-Type": "application/json"})

    def read_docs(ctx: Context, call: Call[NoPath, NoQuery, None]) -> Reply:
        del ctx, call
        return Reply(200, page(), {"Content-Type": "text/html; charset=utf-8", **PAGE_POLICY})

    return Resource(
        "general",
        "Health, presets, the caller's token, joining, this description.",
        (
            route(
                "GET",
                "/v1/openapi.json",
                "getOpenApi",
                "This API's description (OpenAPI 3.1)",
                takes(NoPath),
                read_openapi,
                Right.OPEN_READ,
                {200: shapes.Document},
            ),
            route(
                "GET",
                "/v1/docs",
                "getDocs",
                "This API's description as a page to read",
                takes(NoPath),
                read_docs,
                Right.OPEN_READ,
                {200: None},
                other_media=("text/html",),
            ),
            *_ROUTES,
        ),
    )
