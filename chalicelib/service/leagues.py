"""Leagues: creating, reading and changing them."""

from __future__ import annotations

from typing import Any

from chalicelib.rules import Rules, overridden
from chalicelib.rules.options.presets import make_rules
from chalicelib.store.port import Put
from chalicelib.store.records import keys

from .access import Caller, check_league, check_right, load_league, require_league
from .context import Context, rfc3339
from .errors import Refusal
from .limits import count_up
from .once import Answer, Decision, Once, attempt, attempt_once, compact
from .secrets import same, sealed_token
from .terms import terms_of
from .tokens import Claims


def create_league(
    ctx: Context,
    once: Once | None,
    deployment_key: str | None,
    *,
    name: str,
    preset: str,
    options: dict[str, Any],
    public: bool,
    recording: str,
    play_clock: int | None,
) -> Answer:
    """Create a league; the answer holds it and its first organiser's token.

    Raises
    ------
    Refusal
        ``forbidden`` without the deployment's key where leagues are not open to all;
        ``rate-limited``.
    Malformed
        The preset or an option is not one.
    """
    if not ctx.settings.open_leagues and not same(deployment_key or "", ctx.deployment_key):
        raise Refusal("forbidden", "creating a league takes the deployment's key")
    rules = make_rules(preset, options)

    def decide() -> Decision:
        counted = count_up(ctx, "leagues", 3600, ctx.settings.leagues_per_hour)
        league_id = ctx.new_id("league")
        record = {
            "name": name,
            "public": public,
            "preset": rules.preset,
            "options": overridden(rules),
            "recording": recording,
            "play_clock": play_clock,
            "frozen": False,
            "created": ctx.clock(),
            "staff": {
                "organiser": {"1": {"epoch": 0, "label": "first", "issued": ctx.clock()}},
                "director": {},
                "viewer": {},
            },
        }
        claims = organiser_claims(ctx, league_id, 1, 0)
        return {"league": league_view(league_id, record), "token": sealed_token(claims)}, [
            counted,
            Put(keys.league(league_id), compact(record), None),
            Put(keys.counters(league_id), compact({"players": 0, "rounds": 0}), None),
        ]

    return attempt_once(ctx, once, decide)


def organiser_claims(ctx: Context, league_id: str, number: int, epoch: int) -> Claims:
    """Return an organiser's claims, good for as long as the settings say."""
    expires = ctx.seconds() + ctx.settings.token_days * 86400
    return Claims("organiser", league_id, number, epoch, expires)


def league_view(league_id: str, league: dict[str, Any]) -> dict[str, Any]:
    """Return a league as it is shown."""
    rules = terms_of(league).rules
    return {
        "league": league_id,
        "name": league["name"],
        "public": league["public"],
        "preset": league["preset"],
        "options": league["options"],
        "rules": rules.options(),
        "recording": league["recording"],
        "play_clock": league["play_clock"],
        "frozen": league["frozen"],
        "created_at": rfc3339(league["created"]),
    }


def read_league(ctx: Context, caller: Caller, league_id: str) -> dict[str, Any]:
    """Return a league's page.

    Raises
    ------
    Refusal
        ``not-found``, ``unauthenticated``.
    """
    league, _ = load_league(ctx, league_id)
    check_league(ctx, caller, league_id, league)
    return league_view(league_id, league)


def read_rules(ctx: Context, caller: Caller, league_id: str) -> Rules:
    """Return the rules that a league plays by.

    Raises
    ------
    Refusal
        ``not-found``, ``unauthenticated``.
    """
    league, _ = load_league(ctx, league_id)
    check_league(ctx, caller, league_id, league)
    return terms_of(league).rules


def update_league(
    ctx: Context, caller: Caller, league_id: str, changes: dict[str, Any]
) -> dict[str, Any]:
    """Change a league: its name, whether it is public, its recording, rules and play clock.

    ``options`` replaces all options set so far; another ``preset`` without ``options`` keeps
    those set.

    Raises
    ------
    Refusal
        ``rules-frozen``: the first hand is dealt, so the rules and the play clock stay.
    Malformed
        The preset or an option is not one.
    """
    check_right(caller, "league.update")

    def decide() -> Decision:
        league, version = require_league(ctx, caller, league_id)
        changed = {**league, **changes}
        rules = make_rules(changed["preset"], changed["options"])
        changed["options"] = overridden(rules)
        if league["frozen"] and terms_of(changed) != terms_of(league):
            raise Refusal(
                "rules-frozen", "the rules were frozen when the league's first hand was dealt"
            )
        writes = (
            [Put(keys.league(league_id), compact(changed), version)] if changed != league else []
        )
        return league_view(league_id, changed), [*writes]

    view: dict[str, Any] = attempt(ctx, decide)
    return view
