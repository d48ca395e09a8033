"""Access to a league: whether a token is valid there and not revoked.

A token is revoked once its subject's epoch is higher. The epochs of organisers, directors and
viewers are in the league's record, a player's in the player's, a scorer's in the table's.
"""

from __future__ import annotations

from chalicelib.message import say
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.leagues import LeagueRecord
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import Stored

from .callers import Caller
from .context import Context
from .errors import Refusal, not_found


def load_league(ctx: Context, league_id: str) -> Stored[LeagueRecord]:
    """Return a league.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    league = LeagueRecord.at(league_id).read(ctx.store)
    if league is None:
        raise not_found("league")
    return league


def readable_league(ctx: Context, caller: Caller, league_id: str) -> LeagueRecord:
    """Return a league whose pages the caller may read.

    Raises
    ------
    Refusal
        ``not-found``, also for a private league of others; ``unauthenticated`` if revoked.
    """
    league = load_league(ctx, league_id).record
    check_league(ctx, caller, league_id, league)
    return league


def check_league(ctx: Context, caller: Caller, league_id: str, league: LeagueRecord) -> None:
    """Raise unless the caller's token is valid in this league, or the league is public.

    Without a token, or with one of another league, a public league's pages can be read. A request
    that needs more calls :func:`require_league`.

    Raises
    ------
    Refusal
        ``not-found`` for a private league of others, ``unauthenticated`` if revoked.
    """
    claims = caller.claims
    if claims is None or claims.league != league_id:
        if not league.public:
            raise not_found("league")
        return
    if claims.kind in league.staff:
        token = league.staff[claims.kind].get(claims.number)
        current = token.epoch if token else None
    elif claims.kind is TokenKind.PLAYER:
        player = PlayerRecord.at(league_id, claims.number).read(ctx.store)
        current = player.record.epoch if player else None
    else:
        live = LiveRecord.at(claims.table or "").read(ctx.store)
        current = scorer_epoch(live.record.table, claims.number) if live else None
    check_epoch(claims, current)


def require_league(ctx: Context, caller: Caller, league_id: str) -> Stored[LeagueRecord]:
    """Return a league, if the caller's token is one of this league.

    Raises
    ------
    Refusal
        ``not-found``, ``unauthenticated``, or ``forbidden`` for another league's token.
    """
    league = load_league(ctx, league_id)
    check_league(ctx, caller, league_id, league.record)
    if caller.claims is None or caller.claims.league != league_id:
        raise Refusal("forbidden", say("token.another-league"))
    return league


def check_member(ctx: Context, caller: Caller, league_id: str) -> None:
    """Raise unless the caller's token is one of this league; see :func:`require_league`."""
    require_league(ctx, caller, league_id)


def check_epoch(claims: Claims, current: int | None) -> None:
    """Raise unless the token's epoch is the subject's.

    Raises
    ------
    Refusal
        ``unauthenticated``: the token was revoked, or its subject is gone.
    """
    if current is None or claims.epoch != current:
        raise Refusal("unauthenticated", say("token.revoked"))


def scorer_epoch(table: LiveTable, slot: int) -> int | None:
    """Return the epoch of a scorer slot of a table."""
    return table.scorers[slot] if slot < len(table.scorers) else None
