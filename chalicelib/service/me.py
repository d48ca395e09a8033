"""The holder and the rights of a token."""

from __future__ import annotations

from dataclasses import dataclass, replace

from chalicelib.league.rounds import RoundState
from chalicelib.store.records.claims import Claims, TokenKind

from .access import readable_league
from .context import Context
from .players import load_player
from .rights import RIGHTS, Caller, Right, check_right
from .rounds import rounds_of


@dataclass(frozen=True, slots=True)
class Me:
    """A token.

    Attributes
    ----------
    may
        The rights it has, sorted.
    table
        A scorer's table, or where the player sits now.
    name, seat
        The player's name, and the seat there, from 0.
    """

    claims: Claims
    league_name: str
    may: tuple[str, ...]
    table: str | None
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
    me = Me(
        claims=claims,
        league_name=league.name,
        may=tuple(sorted(right for right, kinds in RIGHTS.items() if claims.kind in kinds)),
        table=claims.table,
    )
    if claims.kind is TokenKind.PLAYER:
        me = replace(me, name=load_player(ctx, claims.league, claims.number).record.name)
        for played in rounds_of(ctx, claims.league):
            table = played.table_of(claims.number)
            if played.state is RoundState.OPEN and table is not None:
                me = replace(me, table=table.id, seat=table.players.index(claims.number))
    return me
