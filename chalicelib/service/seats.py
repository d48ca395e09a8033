"""Joining a table between two hands, by buying a stack (R12)."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.league.rounds import RoundState, take_seat
from chalicelib.message import say
from chalicelib.rules.hand.staked import MAX_SEATS
from chalicelib.store.port import Write
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.rounds import RoundRecord

from .access import poster_at
from .bought import with_bought
from .context import Context
from .entries import check_going_on
from .errors import Refusal
from .once import Decision, attempt
from .players import load_counters, load_player
from .rights import Caller, Right, check_right
from .rounds import load_round, rounds_of
from .table_state import game_of, with_game
from .tables import Table, load_summary, load_table, table_terms


def join_table(ctx: Context, caller: Caller, table_id: str, seat: int, player: int) -> bool:
    """Let a player take the next free seat of a table. A repetition changes nothing.

    Before the first deal only the seating grows; later the seat buys its stack at once.

    Parameters
    ----------
    seat
        Counted from 0; it must be the one after the last.
    player
        The player's number; the player's tokens are valid at this table from now on.

    Returns
    -------
    bool
        Whether the player has just sat down.

    Raises
    ------
    Refusal
        ``forbidden``; ``not-found``: no such player; ``seat-taken``: by another, or a seat before
        it is free; ``hand-conflict``: a hand is in progress; ``game-over``; ``not-now``: the
        round is just being opened; ``round-state``: the player sits in an open round, or has
        withdrawn.
    """
    check_right(caller, Right.SEAT_JOIN)

    def decide() -> Decision[bool]:
        table = load_table(ctx, table_id)
        was = table.live.table
        poster_at(ctx, caller, table_id, was)
        if was.players[seat : seat + 1] == (player,):
            return False, []
        check_going_on(ctx, table.live)
        if table.live.hand is not None:
            detail = say("seat.hand-in-progress", hand=was.hand)
            raise Refusal("hand-conflict", detail, current=was.hand)
        _check_seat(was, seat)
        stored = load_round(ctx, was.league, was.round)
        played = stored.record.round(was.round)
        if played.state is RoundState.OPENING:
            raise Refusal("not-now", say("round.opening"))
        if played.state is not RoundState.OPEN:
            raise Refusal("game-over", say("game.over-at-table"))
        joining = load_player(ctx, was.league, player).record
        counters = load_counters(ctx, was.league)
        played = take_seat(played, was.number, joining.player(player), rounds_of(ctx, was.league))
        return True, [
            *_seated(ctx, table, player, joining.epoch),
            stored.put(RoundRecord.of(played)),
            # The counters are written unchanged. Opening a round and revoking tokens write them
            # too, so neither can happen at the same time and miss the player here.
            counters.touch(),
        ]

    return attempt(ctx, decide)


def _check_seat(table: LiveTable, seat: int) -> None:
    free = len(table.players) + 1
    expected = {"expected": free} if free <= MAX_SEATS else {}
    if seat < len(table.players):
        raise Refusal("seat-taken", say("seat.taken", seat=seat + 1), **expected)
    if seat >= free:
        raise Refusal("seat-taken", say("seat.next-free", seat=free), **expected)


def _seated(ctx: Context, table: Table, player: int, epoch: int) -> list[Write]:
    """Return the writes of the table and its summary with one more player and stack."""
    was = table.live.table
    now = replace(was, players=(*was.players, player), epochs=(*was.epochs, epoch))
    stored = load_summary(ctx, was)
    summary = replace(stored.record, players=now.players)
    if was.stacks:
        game = game_of(table.live, table_terms(ctx, was))
        game.join()
        now = with_game(now, game)
        summary = with_bought(summary, was.hand + 1, game.bought)
    return [stored.put(summary), table.put(LiveRecord(now))]
