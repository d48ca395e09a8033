"""The holder and the rights of a token."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from chalicelib.league.rounds import RoundState
from chalicelib.store.records.claims import Claims, TokenKind

from .access import readable_league
from .context import Context
from .players import load_player
from .rights import RIGHTS, Caller, Right, check_right
from .rounds import rounds_of
from .tables import load_commitment


@dataclass(frozen=True, slots=True)
class Me:
    """A token.

    Attributes
    ----------
    may
        The rights it has, sorted.
    table
        A scorer's table, or where the player sits now.
    commitment
        c_0 of that table.
    name, seat
        The player's name, and the seat there, from 0.
    """

    claims: Claims
    league_name: str
    may: tuple[str, ...]
    table: str | None
    commitment: str | None = None
    name: str | None = None
    seat: int | None = None


def read_me(ctx: Context, caller: Caller) -> Me:
    """Return the caller's token and its rights; for a player, the seat too.

    Raises
    ------
    Refusal
        ``unauthenticated``: no token, or revoked.
    """
    check_right(caller, Right.ME_READ)
    claims = caller.claims
    assert claims is not None
    league = readable_league(ctx, caller, claims.league)
    place = place_of(ctx, claims)
    me = Me(
        claims=claims,
        league_name=league.name,
        may=tuple(sorted(right for right, kinds in RIGHTS.items() if claims.kind in kinds)),
        table=place.table,
        commitment=place.commitment,
        seat=place.seat,
    )
    if claims.kind is TokenKind.PLAYER:
        me = replace(me, name=load_player(ctx, claims.league, claims.number).record.name)
    return me


class TokenPlace(NamedTuple):
    """Where a token acts now: a scorer's table, or a player's and the seat (from 0), with c_0."""

    table: str | None = None
    commitment: str | None = None
    seat: int | None = None


def place_of(ctx: Context, claims: Claims) -> TokenPlace:
    """Return where a token acts now."""
    if claims.table is not None:
        return TokenPlace(claims.table, load_commitment(ctx, claims.table))
    place = TokenPlace()
    if claims.kind is TokenKind.PLAYER:
        for played in rounds_of(ctx, claims.league):
            table = played.table_of(claims.number)
            if played.state is RoundState.OPEN and table is not None:
                c0 = load_commitment(ctx, table.id)
                place = TokenPlace(table.id, c0, table.players.index(claims.number))
    return place
