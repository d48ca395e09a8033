"""Tokens: issued, listed, and revoked by raising the epoch of their subject."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from chalicelib.message import say
from chalicelib.store.port import Write
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.info import InfoRecord
from chalicelib.store.records.leagues import STAFF, StaffToken
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.live_log import MAX_STAFF
from chalicelib.store.records.player_tokens import Issuing

from .access import check_member, load_league, require_league
from .context import Context
from .errors import Refusal, not_found
from .handing_out import new_scorer
from .leagues import listed, token_expiry
from .limits import DAY, Counts, Limit
from .once import Answer, B, Decision, Once, attempt, attempt_once
from .player_tokens import ended, load_tokens, player_claims
from .rights import Caller, Right, caller_number, check_right
from .rounds import rounds_of
from .secrets import Secret, same, token_for
from .tables import load_table

TOKENS_A_DAY: Final = 20_000
"""How many tokens a league may issue in a day."""


class IssuedToken(NamedTuple):
    """A token that was issued, and its claims."""

    claims: Claims
    token: Secret


class ListedToken(NamedTuple):
    """A subject for which a token of staff or scorer was issued.

    Attributes
    ----------
    issued
        Milliseconds since 1970.
    revoked
        Whether its tokens were revoked.
    """

    subject: str
    kind: TokenKind
    label: str
    issued: int
    revoked: bool


def subject_name(claims: Claims) -> str:
    """Return the name of a token's subject in lists: ``director-1``, ``player-7``, …"""
    if claims.kind is TokenKind.SCORER:
        return f"scorer-{claims.table}-{claims.number + 1}"
    return f"{claims.kind.value}-{claims.number}"


class TokenRequest(NamedTuple):
    """For whom a token or a join code is requested.

    Attributes
    ----------
    player, table
        The player of a player's token; the table of a scorer's.
    """

    kind: TokenKind
    label: str
    player: int | None
    table: str | None


def issue_token(
    ctx: Context,
    caller: Caller,
    once: Once | None,
    render: Callable[[IssuedToken], B],
    league_id: str,
    request: TokenRequest,
) -> Answer[B]:
    """Issue a token: for a new organiser, director, viewer or scorer slot, or for a player.

    Raises
    ------
    Refusal
        ``not-found``: no such player or table; ``too-many``; ``rate-limited``: the league has
        issued too many of late.
    """
    check_right(caller, Right.TOKENS_MANAGE)

    def decide() -> Decision[IssuedToken]:
        require_league(ctx, caller, league_id)
        issued_today = Counts(ctx, DAY, [Limit(f"tokens-{league_id}", TOKENS_A_DAY)])
        issued_today.check()
        if request.player is not None:
            how = Issuing.MINTED
            claims, writes = player_claims(
                ctx, league_id, request.player, how, caller_number(caller)
            )
        elif request.table is not None:
            claims, writes = new_scorer(ctx, league_id, request.table, request.label)
        else:
            claims, writes = _new_staff(ctx, league_id, request.kind, request.label)
        return issued(ctx, claims), [*writes, *issued_today.count_up()]

    return attempt_once(ctx, once, render, decide, lambda: check_member(ctx, caller, league_id))


def issued(ctx: Context, claims: Claims) -> IssuedToken:
    """Return the token of claims."""
    return IssuedToken(claims, token_for(ctx, claims))


def recover_league(
    ctx: Context,
    once: Once | None,
    render: Callable[[IssuedToken], B],
    league_id: str,
    deployment_key: str | None,
) -> Answer[B]:
    """Issue the token of a new organiser to the holder of the deployment's key.

    Tokens of other organisers stay valid; the lost one can be revoked with the new one.

    Raises
    ------
    Refusal
        ``forbidden``, ``not-found``, ``too-many``.
    """
    if not same(deployment_key or "", ctx.deployment_key):
        raise Refusal("forbidden", say("rights.recover-league"))

    def decide() -> Decision[IssuedToken]:
        claims, writes = _new_staff(ctx, league_id, TokenKind.ORGANISER, "recovered")
        return issued(ctx, claims), [*writes, *listed(ctx, league_id)]

    return attempt_once(ctx, once, render, decide)


def _new_staff(
    ctx: Context, league_id: str, kind: TokenKind, label: str
) -> tuple[Claims, list[Write]]:
    league = load_league(ctx, league_id)
    tokens = league.record.staff[kind]
    number = len(tokens) + 1
    if number >= MAX_STAFF:
        raise Refusal(
            "too-many",
            say("token.limit", most=MAX_STAFF - 1, kind=say(f"token.kind.{kind.value}")),
        )
    more = {**tokens, number: StaffToken(0, label, ctx.clock())}
    claims = Claims(kind, league_id, number, 0, token_expiry(ctx))
    return claims, [league.put(replace(league.record, staff={**league.record.staff, kind: more}))]


def list_tokens(ctx: Context, caller: Caller, league_id: str) -> tuple[ListedToken, ...]:
    """Return every subject with a token of staff or scorer, without the tokens.

    Players are listed with the league's players; each has one subject, ``player-N``.
    """
    check_right(caller, Right.TOKENS_MANAGE)
    league = require_league(ctx, caller, league_id).record
    staff = (
        ListedToken(f"{kind.value}-{number}", kind, token.label, token.issued, token.epoch > 0)
        for kind in STAFF
        for number, token in league.staff[kind].items()
    )
    return (*staff, *_scorer_tokens(ctx, league_id))


def _scorer_tokens(ctx: Context, league_id: str) -> Iterator[ListedToken]:
    tables = (
        table for played in rounds_of(ctx, league_id) if played.under_way for table in played.tables
    )
    for table in tables:
        info = InfoRecord.at(table.id).read(ctx.store)
        if info is None:
            continue  # the round is just being opened
        epochs = load_table(ctx, table.id).live.table.scorers
        for number, slot in enumerate(info.record.scorers):
            yield ListedToken(
                f"scorer-{table.id}-{number + 1}",
                TokenKind.SCORER,
                slot.label,
                slot.issued,
                epochs[number] > 0,
            )


def revoke_tokens(ctx: Context, caller: Caller, league_id: str, subject: str) -> None:
    """Revoke every token of a subject at once, by raising its epoch.

    Raises
    ------
    Refusal
        ``not-found``; ``not-now``: the player's round is just being opened;
        ``forbidden``: an organiser's own token, the last way into the league.
    """
    check_right(caller, Right.TOKENS_MANAGE)
    kind, _, rest = subject.partition("-")
    claims = caller.claims
    if kind == TokenKind.ORGANISER and claims and rest == str(claims.number):
        raise Refusal("forbidden", say("token.own"))

    def decide() -> Decision[None]:
        require_league(ctx, caller, league_id)
        if kind in STAFF:
            return None, _raise_staff(ctx, league_id, TokenKind(kind), rest)
        if kind == TokenKind.PLAYER and rest.isdigit():
            was = load_tokens(ctx, league_id, int(rest))
            return None, ended(ctx, league_id, int(rest), was, caller_number(caller))
        table_id, _, slot = rest.rpartition("-")
        if kind == TokenKind.SCORER and slot.isdigit():
            return None, _raise_scorer(ctx, league_id, table_id, int(slot) - 1)
        raise not_found("token-subject")

    attempt(ctx, decide)


def _raise_staff(ctx: Context, league_id: str, kind: TokenKind, number: str) -> list[Write]:
    league = load_league(ctx, league_id)
    tokens = {str(key): (key, token) for key, token in league.record.staff[kind].items()}
    if number not in tokens:
        raise not_found("token-subject")
    key, token = tokens[number]
    raised = {**league.record.staff[kind], key: token._replace(epoch=token.epoch + 1)}
    return [league.put(replace(league.record, staff={**league.record.staff, kind: raised}))]


def _raise_scorer(ctx: Context, league_id: str, table_id: str, slot: int) -> list[Write]:
    table = load_table(ctx, table_id) if table_id else None
    if (
        table is None
        or table.live.table.league != league_id
        or slot not in range(len(table.live.table.scorers))
    ):
        raise not_found("token-subject")
    was = table.live.table
    scorers = (*was.scorers[:slot], was.scorers[slot] + 1, *was.scorers[slot + 1 :])
    return [table.put(LiveRecord(replace(was, scorers=scorers), table.live.hand))]
