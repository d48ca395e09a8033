"""What the end of a hand, or of a game, writes."""

from __future__ import annotations

import json
from typing import Any

from chalicelib.rules import Game, Hand, fairness
from chalicelib.store import keys
from chalicelib.store.live import Live, encode
from chalicelib.store.port import Put, Write

from .context import Context
from .once import Decision, attempt, compact
from .tables import game_of, load_table, table_terms
from .terms import Terms


def end_of_hand(
    ctx: Context, table_id: str, live: Live, version: int, terms: Terms, hand: Hand
) -> list[Write]:
    """Return the writes that end a hand: its archive, the table after it, the summary.

    ``live`` holds the hand's whole log; it is changed into the table after the hand.
    """
    assert live.current is not None
    setup_key = keys.setup(table_id, live.hand)
    summary_key = keys.summary(live.league, live.round, live.table)
    found = ctx.store.get([setup_key, summary_key])
    archive: dict[str, Any] = {
        "live": encode(live),
        "setup": json.loads(found[setup_key].body),
        "ended": live.current.actions[-1].at,
    }
    game = game_of(live, terms)
    game.take(hand)
    live.current = None
    if live.hand >= fairness.CHAIN_LENGTH:
        game.ended = game.ended or "hands"  # its chain is spent: it can deal no more
    if live.closing:
        game.close()
    summary = json.loads(found[summary_key].body)
    if not hand.abandoned:
        summary["hands"].append([live.hand, *hand.ledger.stacks])
    _put_back(live, game, summary)
    return [
        Put(keys.live(table_id), encode(live), version),
        Put(keys.archive(table_id, live.hand), compact(archive), None),
        Put(summary_key, compact(summary), found[summary_key].version),
    ]


def _put_back(live: Live, game: Game, summary: dict[str, Any]) -> None:
    """Write the game into the records, its unclaimed chips shared out if it has ended."""
    if game.ended:
        summary["unclaimed"] = game.share_unclaimed()
        summary["final"] = game.stacks
        summary["ended"] = game.ended
    live.stacks, live.layout = game.stacks, game.layout
    live.kitty, live.pot, live.bank = game.kitty, game.pot, game.bank
    live.counted, live.ended = game.hands, game.ended
    if game.dealer is not None:
        live.dealer = game.dealer


def close_table(ctx: Context, table_id: str) -> None:
    """Let no new hand be dealt; end the game at once unless a hand is in progress (R13)."""

    def decide() -> Decision:
        table = load_table(ctx, table_id)
        live = table.live
        if live.closing or live.ended:
            return None, []
        live.closing = True
        writes: list[Write] = []
        if live.current is None:
            where = keys.summary(live.league, live.round, live.table)
            item = ctx.store.get([where])[where]
            summary = json.loads(item.body)
            if live.stacks:
                game = game_of(live, table_terms(ctx, live))
                game.close()
                _put_back(live, game, summary)
            else:
                live.ended = summary["ended"] = "closed"  # never dealt: nothing was bought in
            writes.append(Put(where, compact(summary), item.version))
        return None, [Put(keys.live(table_id), encode(live), table.version), *writes]

    attempt(ctx, decide)
