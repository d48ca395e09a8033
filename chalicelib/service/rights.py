"""Who makes a request, and which kind of token may do what: one table, and its check.

:mod:`.access` checks that a token is valid for a certain league or table, and not revoked. The
table of verbs (:mod:`chalicelib.rules.actions`) says who may post which verb.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from chalicelib.message import say
from chalicelib.store.records.claims import Claims, TokenKind

from .errors import Refusal
from .roles import holder, in_order, named


class Caller(NamedTuple):
    """Who makes a request: the token's claims (``None`` without a token) and the address."""

    claims: Claims | None = None
    address: str = ""

    @property
    def kind(self) -> str:
        """The kind of token, or ``anyone``."""
        return self.claims.kind.value if self.claims else "anyone"


ANYONE: Final = Caller()


def caller_number(caller: Caller) -> int:
    """Return the number in a caller's token, such as that of an organiser."""
    assert caller.claims is not None  # the right was checked
    return caller.claims.number


class Right(StrEnum):
    """A right that a caller can have."""

    OPEN_READ = "open.read"
    LEAGUE_CREATE = "league.create"
    JOIN = "join"
    ME_READ = "me.read"
    TOKENS_OWN = "tokens.own"
    PAGE_READ = "page.read"
    LEAGUE_UPDATE = "league.update"
    PLAYERS_WRITE = "players.write"
    ROUNDS_WRITE = "rounds.write"
    TABLE_UPDATE = "table.update"
    TOKENS_MANAGE = "tokens.manage"
    HAND_AMOUNT = "hand.amount"
    HAND_ENTRY = "hand.entry"
    HAND_COMMIT = "hand.commit"
    HAND_READMIT = "hand.readmit"
    HAND_DEAL = "hand.deal"
    HAND_ACT = "hand.act"
    HAND_SCORE = "hand.score"
    HAND_CARDS = "hand.cards"
    HAND_COUNT = "hand.count"
    SEAT_JOIN = "seat.join"
    SEAT_LEAVE = "seat.leave"


_TOKENS: Final = frozenset[str](TokenKind)
_EVERYBODY: Final = _TOKENS | {"anyone"}
_ORGANISER: Final = frozenset[str]({TokenKind.ORGANISER})
_RULING: Final = _ORGANISER | {TokenKind.DIRECTOR}
_ENTERING: Final = _RULING | {TokenKind.SCORER}
_TABLE: Final = _ENTERING | {TokenKind.PLAYER}
_SEAT: Final = frozenset[str]({TokenKind.PLAYER, TokenKind.SCORER})

RIGHTS: Final[Mapping[Right, frozenset[str]]] = {
    Right.OPEN_READ: _EVERYBODY,
    Right.LEAGUE_CREATE: _EVERYBODY,
    Right.JOIN: _EVERYBODY,
    Right.ME_READ: _TOKENS,
    Right.TOKENS_OWN: frozenset({TokenKind.PLAYER}),
    Right.PAGE_READ: _EVERYBODY,
    Right.LEAGUE_UPDATE: _ORGANISER,
    Right.PLAYERS_WRITE: _ORGANISER,
    Right.ROUNDS_WRITE: _ORGANISER,
    Right.TABLE_UPDATE: _RULING,
    Right.TOKENS_MANAGE: _ORGANISER,
    Right.HAND_AMOUNT: _SEAT,
    Right.HAND_ENTRY: _SEAT,
    Right.HAND_COMMIT: frozenset({TokenKind.PLAYER}),
    Right.HAND_READMIT: _RULING,
    Right.HAND_DEAL: _TABLE,
    Right.HAND_ACT: _TABLE,
    Right.HAND_SCORE: _ENTERING,
    Right.HAND_CARDS: frozenset({TokenKind.PLAYER}),
    Right.HAND_COUNT: _ENTERING,
    Right.SEAT_JOIN: _TABLE,
    Right.SEAT_LEAVE: _TABLE,
}
"""Right -> the kinds of token that have it. Pages of a private league need one of its tokens."""


def other_kind(caller: Caller, kinds: frozenset[str]) -> Refusal:
    """Return the refusal of a request that needs a token of another kind."""
    takes = in_order(kinds)
    detail = say(
        "token.wrong-kind",
        who=holder(caller.kind),
        kind=named(takes),
    )
    return Refusal("forbidden", detail, kinds=list(takes))


def check_right(caller: Caller, right: Right) -> None:
    """Raise unless callers of this kind can have a right.

    Raises
    ------
    Refusal
        ``unauthenticated`` without a token, ``forbidden`` with one of another kind.
    """
    if caller.kind in RIGHTS[right]:
        return
    if caller.claims is None:
        kinds = named(in_order(RIGHTS[right]))
        raise Refusal("unauthenticated", say("token.needed-of", kind=kinds))
    raise other_kind(caller, RIGHTS[right])
