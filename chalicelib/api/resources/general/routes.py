"""What stands by itself: health, presets, joining, who one is, the description."""

from __future__ import annotations

from typing import Any, Final

from chalicelib.api import models as m
from chalicelib.api.http import queries as q
from chalicelib.api.http.messages import Reply
from chalicelib.api.http.routing import Answers, Call, Route
from chalicelib.api.resources.shared import PAGE_POLICY
from chalicelib.api.version import VERSION
from chalicelib.rules import OPTIONS, PRESETS, make_rules
from chalicelib.service import (
    codes,
    credentials,
)
from chalicelib.service.context import Context
from chalicelib.service.errors import not_found

a: Final = Answers("chalicelib.api.answers")


def health(ctx: Context, call: Call) -> Any:
    """Answer; nothing is looked up."""
    del ctx, call
    return {"status": "ok", "version": VERSION}


def read_openapi(ctx: Context, call: Call) -> Any:
    """Return the API's description."""
    del ctx, call
    from chalicelib.api.contract.openapi import (
        served,  # describes the routes, which stand on this module
    )

    return Reply(200, served(), {"Content-Type": "application/json"})


def read_docs(ctx: Context, call: Call) -> Any:
    """Return the API's description as a page to read."""
    del ctx, call
    from chalicelib.api.contract.docs_page import page

    return Reply(200, page(), {"Content-Type": "text/html; charset=utf-8", **PAGE_POLICY})


def list_problems(ctx: Context, call: Call) -> Any:
    """Return every kind of problem, explained."""
    del ctx
    from chalicelib.api.problems.page import catalogue_reply, wants_page

    return catalogue_reply(wants_page(call.query.format, call.accept))


def _preset(name: str) -> dict[str, Any]:
    rules = make_rules(name)
    return {"preset": name, "options": PRESETS[name], "rules": rules.options()}


def list_presets(ctx: Context, call: Call) -> Any:
    """Return all presets and options."""
    del ctx, call
    return {
        "presets": [_preset(name) for name in PRESETS],
        "options": [
            {
                "name": option.name,
                "section": option.section,
                "default": option.plain(option.default),
                "meaning": option.meaning,
                "choices": list(option.choices) or None,
                "minimum": option.bounds[0] if option.bounds else None,
                "maximum": option.bounds[1] if option.bounds else None,
            }
            for option in OPTIONS
        ],
    }


def read_preset(ctx: Context, call: Call) -> Any:
    """Return one preset."""
    del ctx
    name = call.params["preset"]
    if name not in PRESETS:
        raise not_found("preset")
    return _preset(name)


def read_me(ctx: Context, call: Call) -> Any:
    """Return what the token is."""
    return credentials.read_me(ctx, call.caller)


def join(ctx: Context, call: Call) -> Any:
    """Trade a code for a token."""
    return codes.join(ctx, call.caller, call.body.code, call.body.nonce)


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "GET",
        "/v1/openapi.json",
        "getOpenApi",
        "This API's description (OpenAPI 3.1)",
        read_openapi,
        "open.read",
        {200: a.Document},
    ),
    Route(
        "GET",
        "/v1/docs",
        "getDocs",
        "This API's description as a page to read",
        read_docs,
        "open.read",
        {200: None},
        other_media=("text/html",),
    ),
    Route(
        "GET",
        "/v1/health",
        "health",
        "Whether the service answers",
        health,
        "open.read",
        {200: a.Health},
    ),
    Route(
        "GET",
        "/v1/problems",
        "listProblems",
        "Every kind of problem, explained",
        list_problems,
        "open.read",
        {200: a.Problems},
        query=q.ProblemsQuery,
        other_media=("text/html",),
    ),
    Route(
        "GET",
        "/v1/presets",
        "listPresets",
        "The named games, and every option",
        list_presets,
        "open.read",
        {200: a.Presets},
    ),
    Route(
        "GET",
        "/v1/presets/{preset}",
        "getPreset",
        "A named game and its rules",
        read_preset,
        "open.read",
        {200: a.PresetInfo},
    ),
    Route(
        "GET",
        "/v1/me",
        "getMe",
        "What the token is and may do",
        read_me,
        "me.read",
        {200: a.Me},
        ("not-found",),
    ),
    Route(
        "POST",
        "/v1/join",
        "join",
        "Trade a join code for a token",
        join,
        "join",
        {200: a.Token},
        (
            "code-unknown",
            "code-used",
            "code-expired",
            "rate-limited",
            "not-now",
            "not-found",
            "too-many",
        ),
        body=m.JoinBody,
    ),
)
