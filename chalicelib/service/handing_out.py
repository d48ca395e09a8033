"""Issuing claims: to players, and to new scorers of a table."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.league.rounds import RoundState
from chalicelib.message import say
from chalicelib.store.port import Write
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.info import InfoRecord, ScorerSlot
from chalicelib.store.records.live import LiveRecord, Note
from chalicelib.store.records.live_log import MAX_SCORERS

from .context import Context
from .errors import Refusal, not_found
from .leagues import token_expiry
from .players import load_player
from .rounds import rounds_of
from .tables import Table, load_table, load_tables


def new_scorer(
    ctx: Context, league_id: str, table_id: str, label: str
) -> tuple[Claims, list[Write]]:
    """Return the claims of a new scorer slot of a table, and what to write for it.

    Raises
    ------
    Refusal
        ``not-found``: no such table in this league; ``too-many``.
    """
    table = load_table(ctx, table_id)
    was = table.live.table
    if was.league != league_id:
        raise not_found("table")
    slot = len(was.scorers)
    if slot >= MAX_SCORERS:
        raise Refusal("too-many", say("token.scorer-limit", most=MAX_SCORERS))
    now = replace(was, scorers=(*was.scorers, 0))
    info = InfoRecord.at(table_id).read(ctx.store)
    assert info is not None  # written with the table
    slots = (*info.record.scorers, ScorerSlot(label, ctx.clock()))
    claims = Claims(TokenKind.SCORER, league_id, slot, 0, token_expiry(ctx), table_id)
    return claims, [
        table.put(LiveRecord(now, table.live.hand)),
        info.put(replace(info.record, scorers=slots)),
    ]


def player_claims(ctx: Context, league_id: str, number: int) -> tuple[Claims, list[Write]]:
    """Return a player's claims, and the writes that issue them.

    If they are issued again while the player sits in a hand, the hand's public log has a note.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    player = load_player(ctx, league_id, number)
    was = player.record
    claims = Claims(TokenKind.PLAYER, league_id, number, was.epoch, token_expiry(ctx))
    writes: list[Write] = [player.put(replace(was, handed=was.handed + 1))]
    for table in tables_of_player(ctx, league_id, number) if was.handed else []:
        live = table.live
        if live.hand is not None:
            seat, at = live.table.players.index(number), max(ctx.tenths(), live.hand.deal.started)
            note = Note(len(live.hand.actions), seat, at)
            noted = replace(live.hand, notes=(*live.hand.notes, note))
            writes.append(table.put(LiveRecord(live.table, noted)))
    return claims, writes


def tables_of_player(ctx: Context, league_id: str, number: int) -> list[Table]:
    """Return the tables at which a player sits or sat, those of the latest 90 rounds.

    Closed rounds count: a hand may still be in progress there, and replays are answered.

    Raises
    ------
    Refusal
        ``not-now``: a round of the player is being opened.
    """
    names: list[str] = []
    for played in rounds_of(ctx, league_id):
        table = played.table_of(number) if played.begun else None
        if table is not None:
            if played.state is RoundState.OPENING:
                raise Refusal("not-now", say("code.round-opening"))
            names.append(table.id)
    return load_tables(ctx, names[-90:])
