"""Who may do what. One table of rights by deed; the checks that go with it.

What a kind of token may do is looked up in :data:`RIGHTS`. Whether a token is good for this
league or table, and not revoked, is told by epochs kept in the records it is used on: a play
checks its token against the live record it reads anyway.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chalicelib.rules.actions import Role
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.leagues import LeagueRecord
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.live_log import Poster
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import Stored

from .context import Context
from .errors import Refusal, not_found, say
from .roles import article, in_order

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
        return self.claims.kind.value if self.claims else "anyone"


ANYONE: Final = Caller()


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
    """Check that the caller's token is good in this league, or the league is public.

    Without a token, or with a foreign one, a public league's pages can be read; a request that
    needs more asks for it with :func:`require_league`.

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
        raise Refusal("forbidden", "the token belongs to another league")
    return league


def check_member(ctx: Context, caller: Caller, league_id: str) -> None:
    """Check that the caller's token is one of this league; see :func:`require_league`."""
    require_league(ctx, caller, league_id)


def check_epoch(claims: Claims, current: int | None) -> None:
    """Check that the token's epoch is the subject's.

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
    if claims is None or claims.kind is not TokenKind.PLAYER or claims.league != live.league:
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
    if claims.kind is TokenKind.PLAYER:
        seat = seat_of(caller, live)
        if seat is None:
            raise Refusal("forbidden", "this player does not sit at this table")
        return Poster(Role.PLAYER, seat)
    if claims.kind is TokenKind.SCORER:
        if claims.table != table_id:
            raise Refusal("forbidden", "the token belongs to another table")
        check_epoch(claims, scorer_epoch(live, claims.number))
        return Poster(Role.SCORER, claims.number)
    if claims.kind not in _RULING:
        raise _other_kind(caller, _TABLE)
    require_league(ctx, caller, live.league)
    return Poster(Role(claims.kind.value), claims.number)


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
    if claims and claims.kind is TokenKind.SCORER and claims.table == table_id:
        poster_at(ctx, caller, table_id, live)
        return None
    try:
        readable_league(ctx, caller, live.league)
    except Refusal as refusal:
        raise not_found("table") if refusal.code == "not-found" else refusal from None
    return None
