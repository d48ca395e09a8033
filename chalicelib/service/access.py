"""Access to a league and to a table: whether a token is valid there, and who the caller is.

A token is revoked once its subject's epoch is higher. The epochs of organisers, directors and
viewers are in the league's record, a player's in the player's, a scorer's in the table's. A play
checks its token with the table's live record, which it reads anyway: it has the epochs of the
seats' players and of the scorer slots.
"""

from __future__ import annotations

from chalicelib.message import say
from chalicelib.rules.actions import Role
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.leagues import LeagueRecord
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.live_log import Poster
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import Stored

from .context import Context
from .errors import NoTable, Refusal, not_found
from .rights import RIGHTS, Caller, Right, other_kind


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


def check_valid(ctx: Context, caller: Caller) -> None:
    """Raise if the caller's token is void, whatever it is used for.

    Raises
    ------
    Refusal
        ``unauthenticated``: it was revoked, or its league is gone.
    """
    claims = caller.claims
    if claims is None:
        return
    league = LeagueRecord.at(claims.league).read(ctx.store)
    if league is None:
        raise Refusal("unauthenticated", say("token.revoked"))
    check_league(ctx, caller, claims.league, league.record)


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


# -- at a table -----------------------------------------------------------------------------------


def seat_of(caller: Caller, live: LiveTable) -> int | None:
    """Return the seat (from 0) that the caller's player holds at this table, if any.

    Who has left holds none, but may come back (R12).

    Raises
    ------
    Refusal
        ``unauthenticated``: the token was revoked.
    """
    claims = caller.claims
    if claims is None or claims.kind is not TokenKind.PLAYER or claims.league != live.league:
        return None
    if claims.number not in live.players:
        return None
    seat = live.players.index(claims.number)
    check_epoch(claims, live.epochs[seat])
    return None if live.has_left(seat) else seat


def poster_at(ctx: Context, caller: Caller, table_id: str, live: LiveTable) -> Poster:
    """Check the caller's token and return who the caller is at this table.

    For seats and scorers this reads nothing; for directors and organisers, the league.

    Raises
    ------
    Refusal
        ``not-found``: a token of another league, and this one is private; ``forbidden``: a token
        of another league or table, of a player who does not sit here;
        ``unauthenticated``: it was revoked.
    """
    claims = caller.claims
    if claims is None:
        raise Refusal("unauthenticated", say("token.needed"))
    if claims.league != live.league:
        _readable(ctx, caller, table_id, live)  # a private league's tables are not there for others
        raise Refusal("forbidden", say("token.another-league"))
    if claims.kind is TokenKind.PLAYER:
        seat = seat_of(caller, live)
        if seat is None:
            raise Refusal("forbidden", say("rights.not-at-table"))
        return Poster(Role.PLAYER, seat)
    if claims.kind is TokenKind.SCORER:
        if claims.table != table_id:
            raise Refusal("forbidden", say("token.another-table"))
        check_epoch(claims, scorer_epoch(live, claims.number))
        return Poster(Role.SCORER, claims.number)
    if claims.kind is TokenKind.VIEWER:
        raise other_kind(caller, RIGHTS[Right.HAND_ACT])
    require_league(ctx, caller, live.league)
    return Poster(Role(claims.kind.value), claims.number)


def check_reader(ctx: Context, caller: Caller, table_id: str, live: LiveTable) -> int | None:
    """Raise unless the caller may read a table's pages; return the caller's seat, if any.

    Raises
    ------
    Refusal
        ``not-found`` for a private league of others, ``unauthenticated`` if revoked.
    """
    seat = seat_of(caller, live)
    if seat is not None:
        return seat
    claims = caller.claims
    if claims and claims.kind is TokenKind.SCORER and claims.table == table_id:
        poster_at(ctx, caller, table_id, live)
        return None
    _readable(ctx, caller, table_id, live)
    return None


def _readable(ctx: Context, caller: Caller, table_id: str, live: LiveTable) -> None:
    """Raise unless the caller may read the pages of a table's league.

    Raises
    ------
    Refusal
        As for a table that is not there; ``unauthenticated`` if revoked.
    """
    try:
        readable_league(ctx, caller, live.league)
    except Refusal as refusal:
        raise NoTable(table_id) if refusal.code == "not-found" else refusal from None
