"""Who may do what. One table of rights by deed; the checks that go with it.

What a kind of token may do is looked up in :data:`RIGHTS`. Whether a token is good for this
league or table, and not revoked, is told by epochs kept in the records it is used on: a play
checks its token against the live record it reads anyway.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from chalicelib.store.records import keys
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.live_log import Poster

from .context import Context
from .errors import Refusal, not_found, say
from .tokens import KINDS, Claims

_EVERYBODY: Final = frozenset({"anyone", "viewer", "player", "scorer", "director", "organiser"})
_TOKENS: Final = _EVERYBODY - {"anyone"}
_ORGANISER: Final = frozenset({"organiser"})
_RULING: Final = frozenset({"director", "organiser"})
_TABLE: Final = frozenset({"player", "scorer", "director", "organiser"})
_ENTERING: Final = frozenset({"scorer", "director", "organiser"})

RIGHTS: Final[dict[str, frozenset[str]]] = {
    "open.read": _EVERYBODY,
    "league.create": _EVERYBODY,
    "join": _EVERYBODY,
    "me.read": _TOKENS,
    "page.read": _EVERYBODY,
    "league.update": _ORGANISER,
    "players.write": _ORGANISER,
    "rounds.write": _ORGANISER,
    "table.update": _RULING,
    "tokens.manage": _ORGANISER,
    "hand.amount": frozenset({"player", "scorer"}),
    "hand.entry": frozenset({"player", "scorer"}),
    "hand.deal": _TABLE,
    "hand.act": _TABLE,
    "hand.score": frozenset({"scorer", "director", "organiser"}),
    "hand.cards": frozenset({"player"}),
    "hand.count": _ENTERING,
    "seat.join": _ENTERING,
}
"""Deed -> the kinds of token that may do it. Pages of a private league take a token of it."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the claims of the token, or ``None`` without one; and from which address."""

    claims: Claims | None = None
    address: str = ""

    @property
    def kind(self) -> str:
        """The kind of token, or ``anyone``."""
        return self.claims.kind if self.claims else "anyone"


ANYONE: Final = Caller()


def article(kind: str) -> str:
    """Return a kind of caller with its article: ``an organiser``, ``a player``."""
    return f"an {kind}" if kind[0] in "ao" else f"a {kind}"


def in_order(kinds: frozenset[str]) -> tuple[str, ...]:
    """Return kinds of token in the order in which they are told."""
    return tuple(kind for kind in KINDS if kind in kinds)


def _other_kind(caller: Caller, kinds: frozenset[str]) -> Refusal:
    """Return the refusal of a deed that takes a token of another kind."""
    takes = in_order(kinds)
    detail = say(
        "{who}'s token does not do this; it takes one of: {kind}",
        who=article(caller.kind),
        kind=takes,
    )
    return Refusal("forbidden", detail, kinds=list(takes))


def check_right(caller: Caller, deed: str) -> None:
    """Return if this kind of caller may do such a deed at all.

    Raises
    ------
    Refusal
        ``unauthenticated`` without a token, ``forbidden`` with one of another kind.
    """
    if caller.kind in RIGHTS[deed]:
        return
    if caller.claims is None:
        raise Refusal("unauthenticated", "this takes a token")
    raise _other_kind(caller, RIGHTS[deed])


def load_league(ctx: Context, league_id: str) -> tuple[dict[str, Any], int]:
    """Return the league's record and its version.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    item = ctx.store.get([keys.league(league_id)]).get(keys.league(league_id))
    if item is None:
        raise not_found("league")
    return json.loads(item.body), item.version


def check_league(ctx: Context, caller: Caller, league_id: str, league: dict[str, Any]) -> None:
    """Return if the caller's token is good in this league, or the league is public.

    Without a token, or with a foreign one, a public league's pages can be read; a deed that
    needs more asks for it with :func:`require_league`.

    Raises
    ------
    Refusal
        ``not-found`` for a private league of others, ``unauthenticated`` if revoked.
    """
    claims = caller.claims
    if claims is None or claims.league != league_id:
        if not league["public"]:
            raise not_found("league")
        return
    if claims.kind in ("organiser", "director", "viewer"):
        subject = league["staff"][claims.kind].get(str(claims.number))
        current = subject["epoch"] if subject else None
    elif claims.kind == "player":
        where = keys.player(league_id, claims.number)
        item = ctx.store.get([where]).get(where)
        current = json.loads(item.body)["epoch"] if item else None
    else:
        live = LiveRecord.at(claims.table or "").read(ctx.store)
        current = scorer_epoch(live.record.table, claims.number) if live else None
    check_epoch(claims, current)


def require_league(ctx: Context, caller: Caller, league_id: str) -> tuple[dict[str, Any], int]:
    """Return the league's record and version, if the caller's token is one of this league.

    Raises
    ------
    Refusal
        ``not-found``, ``unauthenticated``, or ``forbidden`` for another league's token.
    """
    league, version = load_league(ctx, league_id)
    check_league(ctx, caller, league_id, league)
    require_member(caller, league_id)
    return league, version


def require_member(caller: Caller, league_id: str) -> None:
    """Return if the caller's token belongs to the league.

    Raises
    ------
    Refusal
        ``forbidden``.
    """
    if caller.claims is None or caller.claims.league != league_id:
        raise Refusal("forbidden", "the token belongs to another league")


def check_epoch(claims: Claims, current: int | None) -> None:
    """Return if the token's epoch is the subject's.

    Raises
    ------
    Refusal
        ``unauthenticated``: the token was revoked, or its subject is gone.
    """
    if current is None or claims.epoch != current:
        raise Refusal("unauthenticated", "the token was revoked")


def scorer_epoch(table: LiveTable, slot: int) -> int | None:
    """Return the epoch of a scorer slot of a table."""
    return table.scorers[slot] if slot < len(table.scorers) else None


def seat_of(caller: Caller, live: LiveTable) -> int | None:
    """Return the seat (from 0) that the caller's player holds at this table, if any.

    Raises
    ------
    Refusal
        ``unauthenticated``: the token was revoked.
    """
    claims = caller.claims
    if claims is None or claims.kind != "player" or claims.league != live.league:
        return None
    if claims.number not in live.players:
        return None
    seat = live.players.index(claims.number)
    check_epoch(claims, live.epochs[seat])
    return seat


def poster_at(ctx: Context, caller: Caller, table_id: str, live: LiveTable) -> Poster:
    """Return who the caller is at this table, its token checked.

    For seats and scorers this reads nothing; for directors and organisers, the league.

    Raises
    ------
    Refusal
        ``forbidden``: a token of another league or table, of a player who does not sit here;
        ``unauthenticated``: it was revoked.
    """
    claims = caller.claims
    if claims is None:
        raise Refusal("unauthenticated", "this takes a token")
    if claims.league != live.league:
        raise Refusal("forbidden", "the token belongs to another league")
    if claims.kind == "player":
        seat = seat_of(caller, live)
        if seat is None:
            raise Refusal("forbidden", "this player does not sit at this table")
        return Poster("seat", seat)
    if claims.kind == "scorer":
        if claims.table != table_id:
            raise Refusal("forbidden", "the token belongs to another table")
        check_epoch(claims, scorer_epoch(live, claims.number))
        return Poster("scorer", claims.number)
    if claims.kind not in _RULING:
        raise _other_kind(caller, _TABLE)
    require_league(ctx, caller, live.league)
    return Poster(claims.kind, claims.number)


def check_reader(ctx: Context, caller: Caller, table_id: str, live: LiveTable) -> int | None:
    """Return the caller's seat at this table, if any, if he may read the table's pages.

    Raises
    ------
    Refusal
        ``not-found`` for a private league of others, ``unauthenticated`` if revoked.
    """
    seat = seat_of(caller, live)
    if seat is not None:
        return seat
    claims = caller.claims
    if claims and claims.kind == "scorer" and claims.table == table_id:
        poster_at(ctx, caller, table_id, live)
        return None
    try:
        league, _ = load_league(ctx, live.league)
        check_league(ctx, caller, live.league, league)
    except Refusal as refusal:
        raise not_found("table") if refusal.code == "not-found" else refusal from None
    return None
