"""The answers of the resource ``general``."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

from chalicelib.api.http.messages import JsonDict
from chalicelib.api.shapes import Time
from chalicelib.api.version import VERSION
from chalicelib.rules import OPTIONS, PRESETS, make_rules
from chalicelib.service import me as service
from chalicelib.service.tokens import subject_name
from chalicelib.store.records.claims import TokenKind
from chalicelib.store.records.times import rfc3339

Document = TypeAliasType("Document", Annotated[JsonDict, Field(description="An OpenAPI document.")])


class Health(TypedDict):
    """The service answers."""

    status: Literal["ok"]
    """Always `ok`."""
    version: str
    """The version of Boodle that serves."""


class Readiness(TypedDict):
    """Requests can be served."""

    status: Literal["ready"]
    """Always `ready`."""
    version: str
    """The version of Boodle that serves."""


class OptionInfo(TypedDict):
    """One option of the rules."""

    name: str
    """Its name in a league's `options`."""
    section: str
    """The section of the rules that it belongs to, such as R6."""
    default: object
    """The value where a league sets none."""
    meaning: str
    """What it does, in words."""
    choices: list[object] | None
    """The possible values, if there is a fixed set of them."""
    minimum: int | None
    """The least number, if it is one."""
    maximum: int | None
    """The greatest number, if it is one."""


class PresetInfo(TypedDict):
    """A named game and what it stands for."""

    preset: str
    """Its name."""
    options: JsonDict
    """The options in which it differs from the defaults."""
    rules: JsonDict
    """The value of every option in this game."""


class Presets(TypedDict):
    """All presets, and all options."""

    presets: list[PresetInfo]
    """The named games."""
    options: list[OptionInfo]
    """Every option that a league may set."""


class Me(TypedDict):
    """The caller's token and its rights."""

    subject: str
    """Whose token it is, such as `player-7`."""
    kind: TokenKind
    """The kind of token."""
    league: str
    """The league's name in paths."""
    league_name: str
    """Its name for people."""
    expires_at: Time
    """When the token expires."""
    may: list[str]
    """The rights that it gives, such as `hand.act` (each operation names the one it needs)."""
    table: str | None
    """The table: a scorer's, or where the player sits now."""
    commitment: str | None
    """c0 of that table: note it, since it proves every deal there."""
    player: int | None
    """The player's number."""
    seat: int | None
    """The seat there, from 1 clockwise."""
    name: NotRequired[str | None]
    """The player's name; only with a player's token."""


def health() -> Health:
    """Return that the service answers."""
    return {"status": "ok", "version": VERSION}


def ready() -> Readiness:
    """Return that requests can be served."""
    return {"status": "ready", "version": VERSION}


def preset(name: str) -> PresetInfo:
    """Return a named game."""
    rules = make_rules(name).options()
    return {"preset": name, "options": dict(PRESETS[name]), "rules": dict(rules)}


def presets() -> Presets:
    """Return all named games and options."""
    return {
        "presets": [preset(name) for name in PRESETS],
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


def me(shown: service.Me) -> Me:
    """Return the answer about a token."""
    claims = shown.claims
    answer: Me = {
        "subject": subject_name(claims),
        "kind": claims.kind,
        "league": claims.league,
        "league_name": shown.league_name,
        "expires_at": rfc3339(claims.expires * 1000),
        "may": list(shown.may),
        "table": shown.table,
        "commitment": shown.commitment,
        "player": claims.number if claims.kind is TokenKind.PLAYER else None,
        "seat": None if shown.seat is None else shown.seat + 1,
    }
    if shown.name is not None:
        answer["name"] = shown.name
    return answer
