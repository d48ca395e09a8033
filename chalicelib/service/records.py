"""Hand records of hands that are over (``docs/hand-record.md``)."""

from __future__ import annotations

import json
from typing import Any

from chalicelib.rules import fairness
from chalicelib.rules.actions import Recording
from chalicelib.rules.record import HandRecord, Place, Proof, as_json, to_record
from chalicelib.store.records import keys
from chalicelib.store.records.live import decode

from .access import Caller, check_reader
from .actions import load_sheet
from .context import Context
from .errors import Refusal
from .sheet import Sheet
from .tables import load_table, seat_names
from .terms import load_terms


def read_record(ctx: Context, caller: Caller, table_id: str, hand: int) -> HandRecord:
    """Return the record of a hand that is over; its cards are open to whoever may read the page.

    Raises
    ------
    Refusal
        ``not-found``; ``not-now``: the hand is not over.
    """
    table = load_table(ctx, table_id)
    check_reader(ctx, caller, table_id, table.live)
    sheet, archive = load_sheet(ctx, table, hand)
    if archive is None:
        raise Refusal("not-now", "the hand is not over")
    return _record(ctx, sheet, archive, _commitment(ctx, table_id))


def list_records(
    ctx: Context, caller: Caller, table_id: str, after: int, limit: int
) -> dict[str, Any]:
    """Return a page of the records of a table's hands that are over, by number."""
    table = load_table(ctx, table_id)
    live = table.live
    check_reader(ctx, caller, table_id, live)
    start = keys.archive(table_id, after)
    page = ctx.store.query(start.partition, keys.ARCHIVES, start.sort, limit + 1)
    commitment = _commitment(ctx, table_id)
    records, last = [], after
    for item in page[:limit]:
        archive = json.loads(item.body)
        was = decode(archive["live"])
        sheet = Sheet(table_id, was, load_terms(ctx, was.terms))
        last = was.hand
        records.append(as_json(_record(ctx, sheet, archive, commitment)))
    return {
        "table": table_id,
        "league": live.league,
        "commitment": commitment,
        "hands": live.hand - (live.current is not None),
        "records": records,
        "next_after": last if len(page) > limit else None,
    }


def _commitment(ctx: Context, table_id: str) -> str:
    where = keys.info(table_id)
    commitment: str = json.loads(ctx.store.get([where])[where].body)["commitment"]
    return commitment


def _record(ctx: Context, sheet: Sheet, archive: dict[str, Any], commitment: str) -> HandRecord:
    was, setup = sheet.live, archive["setup"]
    public = setup["public"]
    proof = None
    if setup["link"]:
        seeds = tuple(public["seeds"])
        proof = Proof(fairness.ALGORITHM, commitment, setup["link"], public["message"], seeds)
    return to_record(
        sheet.hand,
        (logged.action for logged in sheet.log),
        recording=Recording(was.recording),
        claimed=was.claimed,
        away=was.away,
        place=Place(was.league, sheet.table_id, was.hand),
        names=seat_names(ctx, was),
        proof=proof,
    )
