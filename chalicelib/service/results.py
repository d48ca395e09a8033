"""The writes at the end of a hand or of a game."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.league.places import Change, ChangeKind
from chalicelib.rules import Fold, Game, fairness
from chalicelib.rules.game import GameEnd
from chalicelib.store.port import Write
from chalicelib.store.records.archives import ArchiveRecord
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.record import Stored, read
from chalicelib.store.records.setups import SetupRecord
from chalicelib.store.records.summaries import HandResult, SummaryRecord

from .bought import with_changes
from .context import Context
from .once import Decision, attempt
from .table_state import after_hand, ends_at, game_of, time_is_up
from .tables import Table, load_summary, load_table, table_terms
from .terms import Terms


def end_of_hand(
    ctx: Context,
    table: Table,
    live: LiveRecord,
    terms: Terms,
    hand: Fold,
    setup: SetupRecord | None = None,
    summary: Stored[SummaryRecord] | None = None,
) -> list[Write]:
    """Return the writes that end a hand: its archive, the table after it, the summary.

    Parameters
    ----------
    live
        The table's record with the hand's whole log.
    setup
        The hand's set-up, where it is not stored yet.
    summary
        The table's summary, where it has changes that are not stored yet.
    """
    assert live.hand is not None
    was = live.table
    at_setup = SetupRecord.at(table.id, was.hand)
    at_summary = SummaryRecord.at(was.league, was.round, was.number)
    found = read(ctx.store, at_summary) if setup else read(ctx.store, at_setup, at_summary)
    archive = ArchiveRecord(live, setup or found[at_setup].record, live.hand.last)
    game = game_of(live, terms)
    game.take(hand)
    if was.hand >= fairness.CHAIN_LENGTH:
        game.close(GameEnd.HANDS)  # its chain has no further link, so no hand can be dealt
    if was.closing:
        game.close()
    end = ends_at(was, terms)
    if end is not None and 100 * archive.ended >= end:
        game.close(GameEnd.MINUTES)
    summary = summary or found[at_summary]
    result = summary.record
    if not hand.abandoned:
        counted = HandResult(was.hand, tuple(hand.ledger.stacks))
        result = replace(result, hands=(*result.hands, counted))
    if not game.ended:
        result = _who_leave(was, game, result)
    now, result = after_hand(replace(was, leaving=0), game, result)
    return [
        table.put(LiveRecord(now)),
        ArchiveRecord.at(table.id, was.hand).create(archive),
        summary.put(result),
    ]


def _who_leave(was: LiveTable, game: Game, summary: SummaryRecord) -> SummaryRecord:
    """Let those leave who asked for it during the hand (R12), and return the summary."""
    seats = [seat for seat in range(len(was.players)) if was.leaving >> seat & 1]
    taken = game.leave(*seats) if seats else []
    changes = [
        Change(was.hand + 1, ChangeKind.LEFT, seat, was.players[seat], chips)
        for seat, chips in zip(seats, taken, strict=True)
    ]
    return with_changes(summary, *changes)


def _closed(ctx: Context, table: Table, terms: Terms) -> list[Write]:
    """Return the writes that end a game between two hands because its round is closed (R13).

    If its time was up before, it ended then.
    """
    was = table.live.table
    summary = load_summary(ctx, was)
    up = time_is_up(table.live, terms, ctx.clock())
    game = game_of(table.live, terms)
    game.close(GameEnd.MINUTES if up else GameEnd.CLOSED)
    now, result = after_hand(was, game, summary.record)
    return [table.put(LiveRecord(now)), summary.put(result)]


def close_table(ctx: Context, table_id: str) -> None:
    """Close a table to new hands; end the game at once unless a hand is in progress (R13)."""

    def decide() -> Decision[None]:
        table = load_table(ctx, table_id)
        live, was = table.live, table.live.table
        if was.closing or was.ended:
            return None, []
        closing = replace(was, closing=True)
        if live.hand is not None:
            return None, [table.put(LiveRecord(closing, live.hand))]
        closed = Table(table.id, LiveRecord(closing), table.version)
        if was.stacks:
            return None, _closed(ctx, closed, table_terms(ctx, was))
        summary = load_summary(ctx, was)  # never dealt: nothing was bought in
        return None, [
            table.put(LiveRecord(replace(closing, ended=GameEnd.CLOSED))),
            summary.put(replace(summary.record, ended=GameEnd.CLOSED)),
        ]

    attempt(ctx, decide)
