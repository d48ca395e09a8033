"""A player's own tokens: listed, confirmed, and all ended for a new one."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import NamedTuple

from chalicelib.message import say
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.player_tokens import Ending, IssuedEntry

from .access import check_epoch, check_member
from .context import Context
from .errors import Refusal, not_found
from .once import Decision, attempt
from .player_tokens import PlayerTokens, claims_of, load_tokens, renewed
from .rights import Caller, Right, check_right
from .secrets import same
from .tokens import IssuedToken, issued


class ListedIssue(NamedTuple):
    """A token of a player, as the player sees it.

    Attributes
    ----------
    valid
        Whether it is neither ended nor expired.
    mine
        Whether it is the one that the list was asked for with.
    ending
        How it was ended, if it was.
    """

    entry: IssuedEntry
    valid: bool
    mine: bool
    ending: Ending | None


class MyTokens(NamedTuple):
    """A player's list of tokens, the latest first.

    Attributes
    ----------
    valid, earlier
        How many tokens are valid, and how many of these are not on the list.
    """

    player: int
    valid: int
    earlier: int
    listed: tuple[ListedIssue, ...]


def read_mine(ctx: Context, caller: Caller) -> MyTokens:
    """Return the tokens of the caller, who is a player.

    Raises
    ------
    Refusal
        ``forbidden``: not a player; ``unauthenticated``.
    """
    claims = _player(ctx, caller)
    return _shown(ctx, load_tokens(ctx, claims.league, claims.number), claims)


def confirm(ctx: Context, caller: Caller, number: int) -> MyTokens:
    """Confirm a token of the caller, which is older: from now on hands do not note the other.

    Raises
    ------
    Refusal
        ``not-found``; ``forbidden``: it is not newer than the caller's own.
    """
    claims = _player(ctx, caller)

    def decide() -> Decision[MyTokens]:
        was = load_tokens(ctx, claims.league, claims.number)
        _check_valid(was, claims)
        entry = next((one for one in was.list.issued if one.number == number), None)
        if entry is None:
            raise not_found("token")
        if entry.number <= claims.serial:
            raise Refusal("forbidden", say("token.confirm-newer"))
        if not entry.is_noted:
            return _shown(ctx, was, claims), []
        confirmed = entry._replace(confirmed=ctx.clock())
        issued = tuple(confirmed if one is entry else one for one in was.list.issued)
        now = was._replace(list=replace(was.list, issued=issued))
        # The player is written unchanged: the token that confirms must not be ended meanwhile.
        writes = [was.player.touch(), was.put(claims.league, claims.number, now.list)]
        return _shown(ctx, now, claims), writes

    return attempt(ctx, decide)


def renew(ctx: Context, caller: Caller, nonce: str) -> IssuedToken:
    """End all tokens of the caller, and return a new one; the same nonce gets it again.

    Raises
    ------
    Refusal
        ``unauthenticated``: the caller's token was ended, by another nonce; ``not-now``: the
        player's table is just being made.
    """
    check_right(caller, Right.TOKENS_OWN)
    claims = caller.claims
    assert claims is not None  # the right was checked
    hashed = hashlib.sha256(nonce.encode()).hexdigest()

    def decide() -> Decision[Claims]:
        was = load_tokens(ctx, claims.league, claims.number)
        for entry in was.list.valid(was.player.record.epoch, ctx.seconds()):
            if entry.nonce is not None and same(entry.nonce, hashed):
                return claims_of(claims.league, claims.number, entry), []
        _check_valid(was, claims)
        return renewed(ctx, claims.league, claims.number, was, claims, hashed)

    return issued(ctx, attempt(ctx, decide))


def is_own(caller: Caller, league_id: str, number: int) -> bool:
    """Whether the caller is this player."""
    claims = caller.claims
    return (
        claims is not None
        and claims.kind is TokenKind.PLAYER
        and (claims.league, claims.number) == (league_id, number)
    )


def _player(ctx: Context, caller: Caller) -> Claims:
    """Return the claims of a caller with a valid token of a player."""
    check_right(caller, Right.TOKENS_OWN)
    assert caller.claims is not None  # the right was checked
    check_member(ctx, caller, caller.claims.league)
    return caller.claims


def _check_valid(was: PlayerTokens, claims: Claims) -> None:
    check_epoch(claims, was.player.record.epoch)


def _shown(ctx: Context, tokens: PlayerTokens, claims: Claims) -> MyTokens:
    listed, epoch = tokens.list, tokens.player.record.epoch
    valid = listed.valid(epoch, ctx.seconds())
    endings = {ending.epoch: ending for ending in listed.ended}
    return MyTokens(
        claims.number,
        listed.count(epoch, ctx.seconds()),
        listed.earlier,
        tuple(
            ListedIssue(
                entry, entry in valid, entry.number == claims.serial, endings.get(entry.epoch)
            )
            for entry in reversed(listed.issued)
        ),
    )
