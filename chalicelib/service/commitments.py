"""What phones commit to before a draw, and readmitting those who did not open it."""

from __future__ import annotations

from typing import NamedTuple

from chalicelib.message import say
from chalicelib.store.records.claims import TokenKind
from chalicelib.store.records.commitments import CommitmentsRecord, SeatCommitment
from chalicelib.store.records.live import LiveTable
from chalicelib.store.records.record import Stored

from .access import poster_at
from .context import Context
from .errors import Refusal, not_found
from .once import Decision, attempt
from .recordings import recording_of
from .rights import Caller, Right, check_right
from .table_state import is_drawing
from .tables import load_table


class SeenCommitment(NamedTuple):
    """What a seat has committed to, and how often it was left out of a draw."""

    table_id: str
    seat: int
    committed: SeatCommitment
    redraws: int


def load_commitments(
    ctx: Context, table_id: str
) -> tuple[Stored[CommitmentsRecord] | None, CommitmentsRecord]:
    """Return the commitments of a table as stored, and their record."""
    stored = CommitmentsRecord.at(table_id).read(ctx.store)
    return stored, CommitmentsRecord() if stored is None else stored.record


def put_commitment(
    ctx: Context, caller: Caller, table_id: str, seat: int, commitment: str
) -> SeenCommitment:
    """Record what the phone of a seat (from 0) commits to. Replaceable while no draw is open.

    It counts from the next draw.

    Raises
    ------
    Refusal
        ``forbidden``: another's seat, or the player was left out too often; ``not-found``: no
        such seat; ``not-now``: Boodle does not deal here; ``draw-conflict``: a draw is open.
    """
    check_right(caller, Right.HAND_COMMIT)

    def decide() -> Decision[SeenCommitment]:
        # First the record that is written: closing the entries writes it too, so that a draw
        # which is opened after this is met by the commit, and one opened before is seen here.
        stored, record = load_commitments(ctx, table_id)
        live = load_table(ctx, table_id).live
        table = live.table
        poster = poster_at(ctx, caller, table_id, table)
        _check_seat(table, seat)
        if poster.seat != seat:
            raise Refusal("forbidden", say("rights.speak-for-own-seat"))
        was = record.of(seat, table.players[seat])
        if was.commitment == commitment:
            return SeenCommitment(table_id, seat, was, record.redraws.get(seat, 0)), []
        if is_drawing(live):
            raise Refusal("draw-conflict", say("draw.open", hand=table.hand))
        if was.barred:
            kinds = [TokenKind.DIRECTOR.value, TokenKind.ORGANISER.value]
            raise Refusal("forbidden", say("draw.barred"), kinds=kinds)
        now = was._replace(commitment=commitment)
        kept = CommitmentsRecord.at(table_id).put(record.with_seat(seat, now), stored)
        return SeenCommitment(table_id, seat, now, record.redraws.get(seat, 0)), [kept]

    return attempt(ctx, decide)


def readmit(ctx: Context, caller: Caller, table_id: str, seat: int) -> SeenCommitment:
    """Let the player of a seat (from 0) commit again. A repetition changes nothing.

    Raises
    ------
    Refusal
        ``forbidden``; ``not-found``: no such seat; ``not-now``: Boodle does not deal here.
    """
    check_right(caller, Right.HAND_READMIT)

    def decide() -> Decision[SeenCommitment]:
        table = load_table(ctx, table_id).live.table
        poster_at(ctx, caller, table_id, table)
        _check_seat(table, seat)
        stored, record = load_commitments(ctx, table_id)
        was = record.of(seat, table.players[seat])
        now = was._replace(missed=0)
        seen = SeenCommitment(table_id, seat, now, record.redraws.get(seat, 0))
        if now == was:
            return seen, []
        return seen, [CommitmentsRecord.at(table_id).put(record.with_seat(seat, now), stored)]

    return attempt(ctx, decide)


def _check_seat(table: LiveTable, seat: int) -> None:
    if not 0 <= seat < len(table.players):
        raise not_found("seat")
    if not recording_of(table.recording).is_drawn:
        raise Refusal("not-now", say("draw.not-dealt-here"))
