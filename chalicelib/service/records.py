"""Hand records of hands that are over (``docs/hand-record.md``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chalicelib.message import say
from chalicelib.rules.record import HandRecord, Place, SeedProof, dumps, to_record
from chalicelib.store.records.archives import ArchiveRecord

from .access import check_reader
from .context import Context
from .errors import Refusal
from .hand_logs import load_log, log_of_archive
from .log import HandLog
from .rights import Caller
from .tables import load_info, load_table, seat_names

PAGE_BYTES: Final = 256_000
"""A page of records ends with the record that reaches this size; Lambda answers 6 MB at most."""


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """Some hand records of a table, some ``PAGE_BYTES`` of them at most, but at least one.

    Attributes
    ----------
    hands
        How many hands of the table are over.
    next_after
        The number of the last hand here, if there are more.
    """

    table_id: str
    league: str
    commitment: str
    hands: int
    records: tuple[HandRecord, ...]
    next_after: int | None


def read_record(ctx: Context, caller: Caller, table_id: str, hand: int) -> HandRecord:
    """Return the record of a hand that is over, with all its cards, for every reader of the page.

    Raises
    ------
    Refusal
        ``not-found``; ``not-now``: the hand is not over.
    """
    table = load_table(ctx, table_id)
    check_reader(ctx, caller, table_id, table.live.table)
    log, archive = load_log(ctx, table, hand)
    if archive is None:
        raise Refusal("not-now", say("hand.not-over"))
    return _record(ctx, log, archive, load_info(ctx, table_id).commitment)


def list_records(
    ctx: Context, caller: Caller, table_id: str, after: int, limit: int
) -> RecordsPage:
    """Return a page of the records of a table's hands that are over, by number.

    It has at most ``limit`` of them, and ends earlier with the one that reaches ``PAGE_BYTES``.
    """
    live = load_table(ctx, table_id).live
    check_reader(ctx, caller, table_id, live.table)
    at_after = ArchiveRecord.at(table_id, after)
    page = ArchiveRecord.of_table(table_id).page(ctx.store, at_after, limit)
    commitment = load_info(ctx, table_id).commitment
    records: list[HandRecord] = []
    size = 0
    for stored in page.records:
        archive = stored.record
        record = _record(ctx, log_of_archive(ctx, table_id, archive), archive, commitment)
        records.append(record)
        size += len(dumps(record))
        if size >= PAGE_BYTES:
            break
    more = page.more or len(records) < len(page.records)
    return RecordsPage(
        table_id,
        live.table.league,
        commitment,
        live.table.hand - (live.hand is not None),
        tuple(records),
        page.records[len(records) - 1].record.live.table.hand if more else None,
    )


def _record(ctx: Context, log: HandLog, archive: ArchiveRecord, commitment: str) -> HandRecord:
    was, setup = log.table, archive.setup
    public = setup.public
    proof = None
    if setup.link and public.message:
        proof = SeedProof(commitment, setup.link, public.message, public.seeds)
    return to_record(
        log.hand,
        (logged.action for logged in log.actions),
        recording=was.recording,
        claimed=was.claimed,
        away=was.away,
        left=was.left,
        place=Place(was.league, log.table_id, was.hand),
        names=seat_names(ctx, was),
        proof=proof,
    )
