"""What the end of a hand, or of a game, writes."""

from __future__ import annotations

import json
from typing import Any

from chalicelib.rules import Fold, Game, fairness
from chalicelib.store.port import Put, Write
from chalicelib.store.records import keys
from chalicelib.store.records.live import Live, encode

from .bought import note_bought
from .context import Context
from .once import Decision, attempt, compact
from .tables import Table, game_of, load_table, put_game, table_terms
from .terms import Terms


def end_of_hand(
    ctx: Context, table: Table, terms: Terms, hand: Fold, setup: dict[str, Any] | None = None
) -> list[Write]:
    """Return the writes that end a hand: its archive, the table after it, the summary.

    The table's live record holds the hand's whole log; it is changed into the table after the
    hand. ``setup`` is given where it is not stored yet.
    """
    live = table.live
    assert live.current is not None
    setup_key = keys.setup(table.id, live.hand)
    summary_key = keys.summary(live.league, live.round, live.table)
    found = ctx.store.get([summary_key] if setup else [setup_key, summary_key])
    log = live.current.actions
    archive: dict[str, Any] = {
        "live": encode(live),
        "setup": setup or json.loads(found[setup_key].body),
        "ended": log[-1].at if log else live.current.started,
    }
    game = game_of(live, terms)
    game.take(hand)
    live.current = None
    if live.hand >= fairness.CHAIN_LENGTH:
        game.close("hands")  # its chain is spent: it can deal no more
    if live.closing:
        game.close()
    if live.began and game.time_up((archive["ended"] - live.began) / 10):
        game.close("minutes")
    summary = json.loads(found[summary_key].body)
    if not hand.abandoned:
        summary["hands"].append([live.hand, *hand.ledger.stacks])
    _put_back(live, game, summary)
    return [
        Put(keys.live(table.id), encode(live), table.version),
        Put(keys.archive(table.id, live.hand), compact(archive), None),
        Put(summary_key, compact(summary), found[summary_key].version),
    ]


def end_of_game(ctx: Context, table: Table, terms: Terms, why: str) -> list[Write]:
    """Return the writes that end a game between two hands (R13)."""
    live = table.live
    where = keys.summary(live.league, live.round, live.table)
    item = ctx.store.get([where])[where]
    summary = json.loads(item.body)
    game = game_of(live, terms)
    game.close(why)
    _put_back(live, game, summary)
    return [
        Put(keys.live(table.id), encode(live), table.version),
        Put(where, compact(summary), item.version),
    ]


def _put_back(live: Live, game: Game, summary: dict[str, Any]) -> None:
    """Write the game into the records, its unclaimed chips shared out if it has ended."""
    note_bought(summary, live.hand, game.bought)
    if game.ended:
        summary["unclaimed"] = game.share_unclaimed()
        summary["final"] = game.stacks
        summary["ended"] = game.ended
    put_game(live, game)


def close_table(ctx: Context, table_id: str) -> None:
    """Let no new hand be dealt; end the game at once unless a hand is in progress (R13)."""

    def decide() -> Decision:
        table = load_table(ctx, table_id)
        live = table.live
        if live.closing or live.ended:
            return None, []
        live.closing = True
        if live.current is not None:
            return None, [Put(keys.live(table_id), encode(live), table.version)]
        if live.stacks:
            return None, end_of_game(ctx, table, table_terms(ctx, live), "closed")
        where = keys.summary(live.league, live.round, live.table)
        item = ctx.store.get([where])[where]
        live.ended = "closed"  # never dealt: nothing was bought in
        summary = {**json.loads(item.body), "ended": "closed"}
        return None, [
            Put(keys.live(table_id), encode(live), table.version),
            Put(where, compact(summary), item.version),
        ]

    attempt(ctx, decide)
