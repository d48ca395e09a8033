"""From a table's live record to the engine's game and hand."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.rules import Fold, Game
from chalicelib.rules.hand.fold import Setup
from chalicelib.store.records.live import LiveDeal, LiveRecord, LiveTable

from .recordings import recording_of
from .terms import Terms


def game_of(live: LiveRecord, terms: Terms) -> Game:
    """Return the game of a table, before the hand in progress if there is one."""
    table = live.table
    if not table.stacks:
        return Game.start(terms.rules, len(table.players))
    return Game(
        terms.rules,
        list(table.stacks),
        list(table.layout),
        table.kitty,
        table.pot,
        table.bank,
        table.dealer if table.hand - (live.hand is not None) > 0 else None,
        table.counted,
        table.ended,
        list(table.bought),
        table.claimed,
        table.away,
    )


def with_game(table: LiveTable, game: Game) -> LiveTable:
    """Return the table with the values of a game; chips bought are stored only if they differ."""
    usual = [game.rules.table.chips] * len(game.bought)
    return replace(
        table,
        stacks=tuple(game.stacks),
        layout=tuple(game.layout),
        kitty=game.kitty,
        pot=game.pot,
        bank=game.bank,
        counted=game.hands,
        ended=game.ended,
        claimed=game.claimed,
        away=game.away,
        bought=() if game.bought == usual else tuple(game.bought),
        dealer=table.dealer if game.dealer is None else game.dealer,
    )


def new_hand(live: LiveRecord, deal: LiveDeal, terms: Terms) -> Fold:
    """Return the hand in progress before its first action."""
    table = live.table
    setup: Setup = {
        "layout": table.layout,
        "kitty": table.kitty,
        "pot": table.pot,
        "bank": table.bank,
        "seats": game_of(live, terms).seats_in,
        "amount": deal.amount,
        "placements": deal.placements,
        "claimed": table.claimed,
    }
    return recording_of(table.recording).begin(terms.rules, table, deal, setup)
