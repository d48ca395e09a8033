"""Leaving a table between two hands, with the stack (R12)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from chalicelib.league.places import Change, ChangeKind
from chalicelib.league.rounds import Round
from chalicelib.message import say
from chalicelib.rules import Game
from chalicelib.store.port import Write
from chalicelib.store.records.claims import TokenKind
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.record import read

from .access import check_epoch, poster_at
from .bought import with_changes
from .context import Context
from .entries import check_going_on, load_entries
from .errors import Refusal, not_found
from .once import Decision, attempt
from .rights import Caller, Right, check_right
from .table_state import after_hand, dealer_now, game_of
from .tables import Table, load_summary, load_table, table_terms


def leave_table(ctx: Context, caller: Caller, table_id: str, seat: int) -> None:
    """Let the player of a seat leave between two hands. A repetition changes nothing.

    During a hand the player goes on and leaves after it.

    Parameters
    ----------
    seat
        Counted from 0.

    Raises
    ------
    Refusal
        ``forbidden``: another's seat; ``not-found``: no such seat; ``game-over``.
    """
    check_right(caller, Right.SEAT_LEAVE)

    def decide() -> Decision[None]:
        table = load_table(ctx, table_id)
        was = table.live.table
        if not 0 <= seat < len(was.players):
            raise not_found("seat")
        _check_leaver(ctx, caller, table, seat)
        if was.has_left(seat) or was.leaving >> seat & 1:
            return None, []
        return None, leave_writes(ctx, table, seat)

    attempt(ctx, decide)


def _check_leaver(ctx: Context, caller: Caller, table: Table, seat: int) -> None:
    """Raise unless the caller may let a seat leave: its player, also who has left it, or staff."""
    was, claims = table.live.table, caller.claims
    if claims is None or claims.kind is not TokenKind.PLAYER or claims.league != was.league:
        poster_at(ctx, caller, table.id, was)
        return
    if claims.number != was.players[seat]:
        raise Refusal("forbidden", say("rights.speak-for-own-seat"))
    check_epoch(claims, was.epochs[seat])


def leave_writes(ctx: Context, table: Table, seat: int) -> list[Write]:
    """Return the writes by which the player of a seat leaves now, or after the hand in progress.

    Raises
    ------
    Refusal
        ``game-over``.
    """
    live, was = table.live, table.live.table
    check_going_on(ctx, live)
    if live.hand is not None:
        return [table.put(LiveRecord(replace(was, leaving=was.leaving | 1 << seat), live.hand))]
    terms = table_terms(ctx, was)
    before = game_of(live, terms)
    if not was.stacks:  # nothing is bought yet, so nothing is taken away
        now = replace(was, left=was.left | 1 << seat)
        game = game_of(LiveRecord(now), terms)
        return [table.put(LiveRecord(now)), *entries_cleared(ctx, table, seat, before, game)]
    game = game_of(live, terms)
    (chips,) = game.leave(seat)
    stored = load_summary(ctx, was)
    left = Change(was.hand + 1, ChangeKind.LEFT, seat, was.players[seat], chips)
    now, summary = after_hand(was, game, with_changes(stored.record, left))
    return [
        table.put(LiveRecord(now)),
        stored.put(summary),
        *entries_cleared(ctx, table, seat, before, game),
    ]


def entries_cleared(
    ctx: Context, table: Table, seat: int, before: Game, after: Game
) -> list[Write]:
    """Return the write that drops what was entered for the next deal by who has left a seat.

    The amount that the dealer named goes as well if another deals now. The entries are written in
    any case, so that nothing is entered for the seat meanwhile.
    """
    was = table.live.table
    entries = load_entries(ctx, table.id, was.hand + 1)
    record = entries.record
    now = replace(record, seats={at: one for at, one in record.seats.items() if at != seat})
    if dealer_now(before, was) != dealer_now(after, was):
        now = replace(now, amount=None)
    return [entries.put(now)]


def gone_from(
    ctx: Context, rounds: Iterable[Round], players: Collection[int]
) -> frozenset[tuple[str, int]]:
    """Return the tables of open rounds that some of these players have left, with the player."""
    tables = {
        table.id: LiveRecord.at(table.id)
        for played in rounds
        if played.under_way
        for table in played.tables
        if not set(players).isdisjoint(table.players)
    }
    if not tables:
        return frozenset()
    found = read(ctx.store, *tables.values())
    return frozenset(
        (name, player)
        for name, at in tables.items()
        if (stored := found.get(at))
        for player in who_left(stored.record.table)
    )


def who_left(table: LiveTable) -> list[int]:
    """Return the players who have left a place that is still vacant."""
    return [player for seat, player in enumerate(table.players) if table.has_left(seat)]
