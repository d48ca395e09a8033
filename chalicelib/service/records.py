"""Hand records of hands that are over (``docs/hand-record.md``)."""

from __future__ import annotations

from typing import Any

from chalicelib.rules import fairness
from chalicelib.rules.actions import Recording
from chalicelib.rules.record import HandRecord, Place, Proof, as_json, to_record
from chalicelib.store.records.archives import ArchiveRecord

from .access import Caller, check_reader
from .actions import load_sheet
from .context import Context
from .errors import Refusal
from .sheet import Sheet
from .tables import load_info, load_table, seat_names
from .terms import load_terms


def read_record(ctx: Context, caller: Caller, table_id: str, hand: int) -> HandRecord:
    """Return the record of a hand that is over; its cards are open to whoever may read the page.

    Raises
    ------
    Refusal
        ``not-found``; ``not-now``: the hand is not over.
    """
    table = load_table(ctx, table_id)
    check_reader(ctx, caller, table_id, table.live.table)
    sheet, archive = load_sheet(ctx, table, hand)
    if archive is None:
        raise Refusal("not-now", "the hand is not over")
    return _record(ctx, sheet, archive, load_info(ctx, table_id).commitment)


def list_records(
    ctx: Context, caller: Caller, table_id: str, after: int, limit: int
) -> dict[str, Any]:
    """Return a page of the records of a table's hands that are over, by number."""
    live = load_table(ctx, table_id).live
    check_reader(ctx, caller, table_id, live.table)
    at_after = ArchiveRecord.at(table_id, after)
    page = ArchiveRecord.of_table(table_id).page(ctx.store, at_after, limit)
    commitment = load_info(ctx, table_id).commitment
    records, last = [], after
    for stored in page.records:
        was = stored.record.live
        last = was.table.hand
        sheet = Sheet(table_id, was, load_terms(ctx, was.table.terms))
        records.append(as_json(_record(ctx, sheet, stored.record, commitment)))
    return {
        "table": table_id,
        "league": live.table.league,
        "commitment": commitment,
        "hands": live.table.hand - (live.hand is not None),
        "records": records,
        "next_after": last if page.more else None,
    }


def _record(ctx: Context, sheet: Sheet, archive: ArchiveRecord, commitment: str) -> HandRecord:
    was, setup = sheet.table, archive.setup
    public = setup.public
    proof = None
    if setup.link and public.message:
        proof = Proof(fairness.ALGORITHM, commitment, setup.link, public.message, public.seeds)
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
