"""Joining a table between two hands, by buying a stack (R12)."""

from __future__ import annotations

import json

from chalicelib.rules.hand.staked import MAX_SEATS
from chalicelib.store.port import Put, Write
from chalicelib.store.records import keys
from chalicelib.store.records.live import Live, encode

from .access import Caller, check_right, poster_at
from .bought import note_bought
from .context import Context
from .entries import check_open
from .errors import Refusal, say
from .once import Decision, attempt, compact
from .people import load_counters, load_player
from .rounds import load_round, rounds_under_way
from .tables import game_of, load_table, put_game, table_terms


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
        live = table.live
        poster_at(ctx, caller, table_id, live)
        if live.players[seat : seat + 1] == [player]:
            return False, []
        _check_seat(live, seat)
        check_open(live, live.hand + 1)
        record, version = load_round(ctx, live.league, live.round)
        if record["state"] == "opening":
            raise Refusal("not-now", "the round is just being opened")
        if record["state"] != "open":
            raise Refusal("game-over", "the game at this table is over")
        person, _ = load_player(ctx, live.league, player)
        counters, counted = load_counters(ctx, live.league)
        _check_free(ctx, live, player, person["withdrawn_from"])
        live.players.append(player)
        live.epochs.append(person["epoch"])
        record["tables"][live.table - 1]["players"] = live.players
        return True, [
            *_seated(ctx, live),
            Put(keys.live(table_id), encode(live), table.version),
            Put(keys.round_(live.league, live.round), compact(record), version),
            # Unchanged, but written, as opening a round and revoking tokens do: neither can
            # happen meanwhile and miss him here.
            Put(keys.counters(live.league), compact(counters), counted),
        ]

    return bool(attempt(ctx, decide))


def _check_seat(live: Live, seat: int) -> None:
    free = len(live.players) + 1
    expected = {"expected": free} if free <= MAX_SEATS else {}
    if seat < len(live.players):
        raise Refusal("seat-taken", say("seat {seat} is taken", seat=seat + 1), **expected)
    if seat >= free:
        raise Refusal("seat-taken", say("the next free seat is {seat}", seat=free), **expected)


def _check_free(ctx: Context, live: Live, player: int, withdrawn_from: int | None) -> None:
    """Return if the player sits nowhere in an open round, and has not withdrawn."""
    for number, record in rounds_under_way(ctx, live.league):
        for place, table in enumerate(record["tables"], 1):
            if player in table["players"]:
                sits = say(
                    "player {player} sits at table {table} of round {round}, which is open",
                    player=player,
                    table=place,
                    round=number,
                )
                raise Refusal("round-state", sits, players=[player])
    if withdrawn_from is not None and withdrawn_from <= live.round:
        gone = say("player {player} has withdrawn", player=player)
        raise Refusal("round-state", gone, players=[player])


def _seated(ctx: Context, live: Live) -> list[Write]:
    """Return the write of the summary for who has just sat down; his stack goes into ``live``."""
    where = keys.summary(live.league, live.round, live.table)
    item = ctx.store.get([where])[where]
    summary = {**json.loads(item.body), "players": live.players}
    if live.stacks:
        game = game_of(live, table_terms(ctx, live))
        if live.began and game.time_up((ctx.tenths() - live.began) / 10):
            raise Refusal("game-over", "the time is up: no more hand is dealt")
        game.join()
        put_game(live, game)
        note_bought(summary, live.hand + 1, game.bought)
    return [Put(where, compact(summary), item.version)]
