"""Leagues: creating, reading and changing them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from chalicelib.json_value import Json
from chalicelib.message import say
from chalicelib.recording import Recording
from chalicelib.rules import Rules, make_rules, new_rules, overridden
from chalicelib.store.port import Write
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.counters import CountersRecord
from chalicelib.store.records.league_index import LeagueIndexRecord
from chalicelib.store.records.leagues import STAFF, LeagueRecord, StaffToken
from chalicelib.store.records.record import read

from .access import readable_league, require_league
from .addresses import hashed, network_of
from .changes import KEEP, Keep, changed
from .conditions import Condition
from .context import Context
from .errors import Refusal
from .limits import Counts, Limit
from .once import Answer, B, Decision, Once, attempt, attempt_once
from .rights import Caller, Right, check_right
from .secrets import Secret, same, token_for
from .terms import terms_of


class League(NamedTuple):
    """A league: its record, and values derived from it.

    Attributes
    ----------
    options
        The options that differ from those of the rules' preset.
    play_clock
        Seconds after which others may act for a seat; ``None``: never.
    frozen
        Whether a hand was dealt, so that the rules can no longer change.
    created
        Milliseconds since 1970.
    """

    id: str
    name: str
    public: bool
    options: Mapping[str, Json]
    rules: Rules
    recording: Recording
    play_clock: int | None
    frozen: bool
    created: int


class Founder(NamedTuple):
    """Who creates a league.

    Attributes
    ----------
    deployment_key
        What was given as the deployment's key.
    here
        Whether the request comes from the machine itself.
    address
        The address it comes from.
    """

    deployment_key: str | None = None
    here: bool = False
    address: str = ""


class NewLeague(NamedTuple):
    """A league just created, and the token of its first organiser."""

    league: League
    token: Secret


class LeaguesPage(NamedTuple):
    """Some leagues, by their ids; ``next_after`` is where the next page begins."""

    leagues: tuple[League, ...]
    next_after: str | None


class LeagueRequest(NamedTuple):
    """The request for a new league; see :class:`League`."""

    name: str
    preset: str
    options: Mapping[str, Json]
    public: bool
    recording: Recording
    play_clock: int | None


class LeagueChanges(NamedTuple):
    """Changes to a league.

    ``options`` replaces all options set so far; another ``preset`` without ``options`` keeps
    those set.
    """

    name: str | Keep = KEEP
    preset: str | Keep = KEEP
    options: Mapping[str, Json] | Keep = KEEP
    public: bool | Keep = KEEP
    recording: Recording | Keep = KEEP
    play_clock: int | Keep | None = KEEP


def create_league(
    ctx: Context,
    once: Once | None,
    render: Callable[[NewLeague], B],
    founder: Founder,
    request: LeagueRequest,
) -> Answer[B]:
    """Create a league, with a token for its first organiser.

    Only leagues of strangers are counted, so that they cannot use up what an organiser may create.

    Raises
    ------
    Refusal
        ``forbidden`` without the deployment's key where leagues are open neither to all nor to a
        request from the machine itself; ``rate-limited``.
    Malformed
        There is no such preset or option, or its value is impossible.
    """
    settings = ctx.settings
    trusted = same(founder.deployment_key or "", ctx.deployment_key) or (
        settings.local_leagues and founder.here
    )
    if not trusted and not settings.open_leagues:
        if settings.local_leagues:
            raise Refusal("forbidden", say("rights.create-league-here"))
        raise Refusal("forbidden", say("rights.create-league"))
    limits = (
        Limit("leagues-" + hashed(network_of(founder.address)), settings.leagues_per_address),
        Limit("leagues", settings.leagues_in_all),
    )
    rules = new_rules(request.preset, request.options)

    def decide() -> Decision[NewLeague]:
        counts = Counts(ctx, 3600, () if trusted else limits)
        counts.check()
        league_id = ctx.new_id("league")
        organisers = {1: StaffToken(0, "first", ctx.clock())}
        record = LeagueRecord(
            name=request.name,
            public=request.public,
            preset=rules.preset,
            options=overridden(rules),
            recording=request.recording,
            play_clock=request.play_clock,
            frozen=False,
            created=ctx.clock(),
            staff={**{kind: {} for kind in STAFF}, TokenKind.ORGANISER: organisers},
        )
        claims = Claims(TokenKind.ORGANISER, league_id, 1, 0, token_expiry(ctx))
        return NewLeague(_league(league_id, record), token_for(ctx, claims)), [
            *counts.count_up(),
            LeagueRecord.at(league_id).create(record),
            LeagueIndexRecord.at(league_id).create(LeagueIndexRecord(league_id)),
            CountersRecord.at(league_id).create(CountersRecord()),
        ]

    return attempt_once(ctx, once, render, decide)


def token_expiry(ctx: Context) -> int:
    """Return when a token issued now expires, in seconds since 1970."""
    return ctx.seconds() + ctx.settings.token_days * 86400


def _league(league_id: str, record: LeagueRecord) -> League:
    return League(
        id=league_id,
        name=record.name,
        public=record.public,
        options=record.options,
        rules=terms_of(record).rules,
        recording=record.recording,
        play_clock=record.play_clock,
        frozen=record.frozen,
        created=record.created,
    )


def list_leagues(ctx: Context, deployment_key: str | None, after: str, limit: int) -> LeaguesPage:
    """Return a page of all leagues, for the holder of the deployment's key.

    A league of version 0.1 is on the list once it is changed or recovered.

    Parameters
    ----------
    limit
        At most 99.

    Raises
    ------
    Refusal
        ``forbidden``.
    """
    if not same(deployment_key or "", ctx.deployment_key):
        raise Refusal("forbidden", say("rights.list-leagues"))
    page = LeagueIndexRecord.everywhere().page(ctx.store, LeagueIndexRecord.at(after), limit)
    names = [stored.record.league for stored in page.records]
    found = read(ctx.store, *map(LeagueRecord.at, names)) if names else None
    leagues = tuple(_league(name, found[LeagueRecord.at(name)].record) for name in names if found)
    return LeaguesPage(leagues, names[-1] if page.more else None)


def listed(ctx: Context, league_id: str) -> list[Write]:
    """Return the write that puts a league of version 0.1 on the list of all, if it is missing."""
    at = LeagueIndexRecord.at(league_id)
    return [] if at.read(ctx.store) else [at.create(LeagueIndexRecord(league_id))]


def read_league(ctx: Context, caller: Caller, league_id: str) -> League:
    """Return a league.

    Raises
    ------
    Refusal
        ``not-found``, ``unauthenticated``.
    """
    return _league(league_id, readable_league(ctx, caller, league_id))


def read_rules(ctx: Context, caller: Caller, league_id: str) -> Rules:
    """Return the rules that a league plays by.

    Raises
    ------
    Refusal
        ``not-found``, ``unauthenticated``.
    """
    return terms_of(readable_league(ctx, caller, league_id)).rules


def update_league(
    ctx: Context,
    caller: Caller,
    league_id: str,
    changes: LeagueChanges,
    condition: Condition[League] = None,
) -> League:
    """Change a league: its name, whether it is public, its recording, rules and play clock.

    Raises
    ------
    Refusal
        ``rules-frozen``: the first hand is dealt, so rules and play clock cannot change.
    Malformed
        There is no such preset or option, or its value is impossible.
    """
    check_right(caller, Right.LEAGUE_UPDATE)

    def decide() -> Decision[League]:
        stored = require_league(ctx, caller, league_id)
        was = stored.record
        make = make_rules if changes.options is KEEP else new_rules
        rules = make(changed(changes.preset, was.preset), changed(changes.options, was.options))
        now = replace(
            was,
            name=changed(changes.name, was.name),
            preset=rules.preset,
            options=overridden(rules),
            public=changed(changes.public, was.public),
            recording=changed(changes.recording, was.recording),
            play_clock=changed(changes.play_clock, was.play_clock),
        )
        if was.frozen and terms_of(now) != terms_of(was):
            raise Refusal("rules-frozen", say("league.rules-frozen"))
        if now == was:
            return _league(league_id, now), []
        if condition:
            condition(_league(league_id, was))
        return _league(league_id, now), [stored.put(now), *listed(ctx, league_id)]

    return attempt(ctx, decide)
