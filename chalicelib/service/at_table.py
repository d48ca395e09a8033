"""Access to a table: which seat a caller holds, who the caller is there, and who may read.

A play checks its token with the live record, which it reads anyway: it has the epochs of the seats'
players and of the scorer slots.
"""

from __future__ import annotations

from chalicelib.message import say
from chalicelib.rules.actions import Role
from chalicelib.store.records.claims import TokenKind
from chalicelib.store.records.live import LiveTable
from chalicelib.store.records.live_log import Poster

from .access import check_epoch, readable_league, require_league, scorer_epoch
from .callers import Caller
from .context import Context
from .errors import Refusal, not_found
from .rights import RIGHTS, Right, other_kind


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
        ``forbidden``: a token of another league or table, of a player who does not sit here;
        ``unauthenticated``: it was revoked.
    """
    claims = caller.claims
    if claims is None:
        raise Refusal("unauthenticated", say("token.needed"))
    if claims.league != live.league:
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
    try:
        readable_league(ctx, caller, live.league)
    except Refusal as refusal:
        raise not_found("table") if refusal.code == "not-found" else refusal from None
    return None
