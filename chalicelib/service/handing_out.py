"""Issuing claims to new scorers of a table."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.message import say
from chalicelib.store.port import Write
from chalicelib.store.records.claims import Claims, TokenKind
from chalicelib.store.records.info import InfoRecord, ScorerSlot
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.live_log import MAX_SCORERS

from .context import Context
from .errors import Refusal, not_found
from .leagues import token_expiry
from .tables import load_table


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
