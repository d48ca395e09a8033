"""Joining a table between two hands, by buying a stack (R12)."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.rules.hand.staked import MAX_SEATS
from chalicelib.store.port import Put, Write
from chalicelib.store.records import keys
from chalicelib.store.records.live import LiveRecord, LiveTable

from .access import Caller, check_right, poster_at
from .bought import with_bought
from .context import Context
from .entries import check_open
from .errors import Refusal, say
from .once import Decision, attempt, compact
from .people import load_counters, load_player
from .rounds import load_round, rounds_under_way
from .tables import Table, game_of, load_summary, load_table, table_terms, with_game


def join_table(ctx: Context, caller: Caller, table_id: str, seat: int, player: int) -> bool:
    """Let a player take the next free seat of a table. The same again changes nothing.

    Before the first deal only the seating grows; later the seat buys its stack at once.

    Parameters
    ----------
    seat
        Counted from 0; it must be the next after the last one.
    player
        The player's number. His tokens are good at this table from now on.

    Returns
    -------
    bool
        Whether he has just sat down.

    Raises
    ------
    Refusal
        ``forbidden``; ``not-found``: no such player; ``seat-taken``: by another, or a seat before
        it is free; ``hand-conflict``: a hand is in progress; ``game-over``; ``not-now``: the
        round is just being opened; ``round-state``: he sits in an open round, or has withdrawn.
    """
    check_right(caller, "seat.join")

    def decide() -> Decision:
        table = load_table(ctx, table_id)
        was = table.live.table
        poster_at(ctx, caller, table_id, was)
        if was.players[seat : seat + 1] == (player,):
            return False, []
        _check_seat(was, seat)
        check_open(table.live, was.hand + 1)
        record, version = load_round(ctx, was.league, was.round)
        if record["state"] == "opening":
            raise Refusal("not-now", "the round is just being opened")
        if record["state"] != "open":
            raise Refusal("game-over", "the game at this table is over")
        person, _ = load_player(ctx, was.league, player)
        counters, counted = load_counters(ctx, was.league)
        _check_free(ctx, was, player, person["withdrawn_from"])
        record["tables"][was.number - 1]["players"] = [*was.players, player]
        return True, [
            *_seated(ctx, table, player, person["epoch"]),
            Put(keys.round_(was.league, was.round), compact(record), version),
            # Unchanged, but written, as opening a round and revoking tokens do: neither can
            # happen meanwhile and miss him here.
            Put(keys.counters(was.league), compact(counters), counted),
        ]

    return bool(attempt(ctx, decide))


def _check_seat(table: LiveTable, seat: int) -> None:
    free = len(table.players) + 1
    expected = {"expected": free} if free <= MAX_SEATS else {}
    if seat < len(table.players):
        raise Refusal("seat-taken", say("seat {seat} is taken", seat=seat + 1), **expected)
    if seat >= free:
        raise Refusal("seat-taken", say("the next free seat is {seat}", seat=free), **expected)


def _check_free(ctx: Context, was: LiveTable, player: int, withdrawn_from: int | None) -> None:
    """Raise unless the player sits nowhere in an open round, and has not withdrawn."""
    for number, record in rounds_under_way(ctx, was.league):
        for place, table in enumerate(record["tables"], 1):
            if player in table["players"]:
                sits = say(
                    "player {player} sits at table {table} of round {round}, which is open",
                    player=player,
                    table=place,
                    round=number,
                )
                raise Refusal("round-state", sits, players=[player])
    if withdrawn_from is not None and withdrawn_from <= was.round:
        gone = say("player {player} has withdrawn", player=player)
        raise Refusal("round-state", gone, players=[player])


def _seated(ctx: Context, table: Table, player: int, epoch: int) -> list[Write]:
    """Return the writes of the table and its summary with one more player, his stack bought."""
    was = table.live.table
    now = replace(was, players=(*was.players, player), epochs=(*was.epochs, epoch))
    stored = load_summary(ctx, was)
    summary = replace(stored.record, players=now.players)
    if was.stacks:
        game = game_of(table.live, table_terms(ctx, was))
        if was.began and game.time_up((ctx.tenths() - was.began) / 10):
            raise Refusal("game-over", "the time is up: no more hand is dealt")
        game.join()
        now = with_game(now, game)
        summary = with_bought(summary, was.hand + 1, game.bought)
    return [stored.put(summary), table.put(LiveRecord(now))]
