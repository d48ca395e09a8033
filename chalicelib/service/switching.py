"""Changing how a table is recorded, before its first deal."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.message import say
from chalicelib.recording import Recording
from chalicelib.store.port import Write
from chalicelib.store.records.live import LiveRecord

from .access import poster_at
from .conditions import Condition
from .context import Context
from .entries import load_entries
from .errors import Refusal
from .once import Decision, attempt
from .recordings import recording_of
from .rights import Caller, Right, check_right
from .tables import TablePage, load_table, read_table


def update_table(
    ctx: Context,
    caller: Caller,
    table_id: str,
    recording: Recording,
    condition: Condition[TablePage] = None,
) -> TablePage:
    """Change how a table is recorded, before its first deal.

    What was entered for that deal is kept, except what the new recording does not have: with real
    cards nobody is away (R17).

    Raises
    ------
    Refusal
        ``hand-conflict``: a hand has been dealt there.
    """
    check_right(caller, Right.TABLE_UPDATE)

    def decide() -> Decision[None]:
        table = load_table(ctx, table_id)
        now = table.live.table
        poster_at(ctx, caller, table_id, now)
        if now.recording is recording:
            return None, []
        if condition:
            condition(read_table(ctx, caller, table_id))
        if now.hand:
            raise Refusal("hand-conflict", say("hand.one-dealt"))
        writes: list[Write] = [table.put(LiveRecord(replace(now, recording=recording)))]
        if recording_of(recording).real_cards:
            writes += _nobody_away(ctx, table_id, now.hand + 1)
        return None, writes

    attempt(ctx, decide)
    return read_table(ctx, caller, table_id)


def _nobody_away(ctx: Context, table_id: str, hand: int) -> list[Write]:
    """Return the write that drops from the entries of a hand who is away."""
    entries = load_entries(ctx, table_id, hand)
    was = entries.record
    here = {seat: entry._replace(away=None) for seat, entry in was.seats.items()}
    now = replace(was, seats=here)
    return [] if now == was else [entries.put(now)]
