"""The rules of a game as a page to read and play from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chalicelib.api.http.lazy import LazyShapes
from chalicelib.api.http.messages import Reply, json_reply
from chalicelib.api.http.paths import LeaguePath, PresetPath
from chalicelib.api.http.route import Call, Resource, route, takes
from chalicelib.api.resources.shared import LEAGUE, PAGE_POLICY
from chalicelib.rules import PRESETS, Rules, make_rules
from chalicelib.service.context import Context
from chalicelib.service.errors import not_found
from chalicelib.service.rights import Right

if TYPE_CHECKING:
    from . import answers as shapes
    from . import requests
else:
    requests = LazyShapes("chalicelib.api.resources.rules.requests")
    shapes = LazyShapes("chalicelib.api.resources.rules.answers")


def preset_rules(ctx: Context, call: Call[PresetPath, requests.RulesQuery, None]) -> Reply:
    """Return the rules of a named game."""
    del ctx
    name = call.path.preset
    if name not in PRESETS:
        raise not_found("preset")
    return _page(call, make_rules(name))


def league_rules(ctx: Context, call: Call[LeaguePath, requests.RulesQuery, None]) -> Reply:
    """Return the rules of a league."""
    from chalicelib.service import leagues

    return _page(call, leagues.read_rules(ctx, call.caller, call.path.league))


def _page(call: Call[object, requests.RulesQuery, None], rules: Rules) -> Reply:
    from chalicelib.rules.pages import page  # rarely requested
    from chalicelib.texts.rules_page import written

    from . import answers

    language = call.query.language or call.language
    headers = {"Content-Language": language, **PAGE_POLICY}
    sections = page(rules)
    if call.media == "text/html":
        from .page import rules_html

        html = rules_html(sections, language)
        return Reply(200, html, {"Content-Type": "text/html; charset=utf-8", **headers})
    text = written(sections, language)
    if call.media == "text/plain":
        return Reply(200, text, {"Content-Type": "text/plain; charset=utf-8", **headers})
    reply = json_reply(200, answers.rules_page(rules, language, text))
    reply.headers["Content-Language"] = language
    return reply


RESOURCE: Final = Resource(
    "rules",
    "The rules of a game, as a page for players.",
    (
        route(
            "GET",
            "/v1/presets/{preset}/rules",
            "getPresetRules",
            "The rules of a named game, as a page for players",
            takes(PresetPath, query=requests.RulesQuery),
            preset_rules,
            Right.OPEN_READ,
            {200: shapes.RulesPage},
            other_media=("text/plain", "text/html"),
        ),
        route(
            "GET",
            LEAGUE + "/rules",
            "getLeagueRules",
            "The rules of a league, as a page for players",
            takes(LeaguePath, query=requests.RulesQuery),
            league_rules,
            Right.PAGE_READ,
            {200: shapes.RulesPage},
            other_media=("text/plain", "text/html"),
        ),
    ),
)
