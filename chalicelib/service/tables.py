"""Loading a table: its live record, its rules, its game, its hand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from chalicelib.rules import Deal, Entry, Fold, Game, Hand
from chalicelib.store.port import Item, Put
from chalicelib.store.records import keys
from chalicelib.store.records.live import Current, Live, decode, encode

from .access import Caller, check_reader, check_right, load_league, poster_at
from .bought import purchases
from .context import Context
from .errors import Refusal, not_found
from .once import Decision, attempt
from .terms import Terms, load_terms, terms_of
from .views import entry_view


@dataclass(frozen=True, slots=True)
class Table:
    """A table as loaded: its id, its live record and that record's version."""

    id: str
    live: Live
    version: int


def table_from(item: Item | None, table_id: str) -> Table:
    """Return the table of a live record as read from the store.

    Raises
    ------
    Refusal
        ``not-found``: there is none.
    """
    if item is None:
        raise not_found("table")
    return Table(table_id, decode(item.body), item.version)


def load_table(ctx: Context, table_id: str) -> Table:
    """Return a table with one read.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    where = keys.live(table_id)
    return table_from(ctx.store.get([where]).get(where), table_id)


def table_terms(ctx: Context, live: Live) -> Terms:
    """Return the terms the table plays by; before its first deal those of the league now."""
    if live.terms:
        return load_terms(ctx, live.terms)
    league, _ = load_league(ctx, live.league)
    return terms_of(league)


def game_of(live: Live, terms: Terms) -> Game:
    """Return the game of a table as it stood before the hand in progress, if any."""
    if not live.stacks:
        return Game.start(terms.rules, len(live.players))
    return Game(
        terms.rules,
        list(live.stacks),
        list(live.layout),
        live.kitty,
        live.pot,
        live.bank,
        live.dealer if live.hand - (live.current is not None) > 0 else None,
        live.counted,
        live.ended,
        list(live.bought),
        live.claimed,
        live.away,
    )


def put_game(live: Live, game: Game) -> None:
    """Write the game into the live record. Chips bought are told there only where they differ."""
    live.stacks, live.layout = game.stacks, game.layout
    live.kitty, live.pot, live.bank = game.kitty, game.pot, game.bank
    live.counted, live.ended = game.hands, game.ended
    live.claimed, live.away = game.claimed, game.away
    usual = [game.rules.table.chips] * len(game.bought)
    live.bought = [] if game.bought == usual else game.bought
    if game.dealer is not None:
        live.dealer = game.dealer


def new_hand(live: Live, current: Current, terms: Terms) -> Fold:
    """Return the hand in progress as it was dealt, before its first action."""
    common: dict[str, Any] = {
        "layout": live.layout,
        "kitty": live.kitty,
        "pot": live.pot,
        "bank": live.bank,
        "seats": game_of(live, terms).seats_in,
        "amount": current.amount,
        "placements": current.placements,
        "claimed": live.claimed,
    }
    if live.recording == "observed":
        from chalicelib.rules.hand.observed import ObservedHand  # loaded where there are real cards

        return ObservedHand(terms.rules, live.stacks, current.dealer, **common)
    if live.recording == "result":
        from chalicelib.rules.hand.scored import ScoredHand

        return ScoredHand(terms.rules, live.stacks, current.dealer, **common)
    deal = Deal(current.where)
    return Hand(terms.rules, live.stacks, current.dealer, deal, **common, away=live.away)


def seat_names(ctx: Context, live: Live) -> list[str]:
    """Return the names of the players of a table, by seat."""
    wanted = [keys.player(live.league, number) for number in live.players]
    found = ctx.store.get(wanted)
    return [json.loads(found[key].body)["name"] for key in wanted]


def read_table(ctx: Context, caller: Caller, table_id: str) -> dict[str, Any]:
    """Return a table's page: seats, chips, where the game stands.

    While a hand is in progress chips are those before its stakes; the hand's own page shows
    them as they move.
    """
    table = load_table(ctx, table_id)
    live = table.live
    check_reader(ctx, caller, table_id, live)
    terms = table_terms(ctx, live)
    game = game_of(live, terms)
    where = keys.info(table_id)
    info = json.loads(ctx.store.get([where])[where].body)
    dealer = game.next_dealer() if live.hand and not game.ended else None
    if live.hand == 0:
        dealer = live.dealer
    return {
        "table": table_id,
        "league": live.league,
        "round": live.round,
        "number": live.table,
        "recording": live.recording,
        "commitment": info["commitment"],
        "state": "over" if live.ended else "playing" if live.current else "waiting",
        "ended": live.ended,
        "closing": live.closing,
        "hand": live.hand,
        "next_hand": None if live.ended or live.closing or live.current else live.hand + 1,
        "next_dealer": None if dealer is None or live.current else dealer + 1,
        "hands_counted": live.counted,
        "bought_in": sum(game.bought),
        "seats": [
            {
                "seat": seat + 1,
                "player": player,
                "name": name,
                "stack": stack,
                "bought": bought,
                "in": seat in game.seats_in,
            }
            for seat, (player, name, stack, bought) in enumerate(
                zip(live.players, seat_names(ctx, live), game.stacks, game.bought, strict=True)
            )
        ],
        "layout": dict(zip(terms.rules.table.space_names, game.layout, strict=True)),
        "kitty": game.kitty,
        "pot": game.pot,
        "bank": game.bank,
    }


def read_ledger(ctx: Context, caller: Caller, table_id: str) -> dict[str, Any]:
    """Return the movements of chips outside the hands: bought in, and shared out at the end."""
    live = load_table(ctx, table_id).live
    check_reader(ctx, caller, table_id, live)
    where = keys.summary(live.league, live.round, live.table)
    summary = json.loads(ctx.store.get([where])[where].body)
    rules = table_terms(ctx, live).rules
    seats = len(live.players)
    return {
        "table": table_id,
        "bought_in": [
            {
                "hand": hand,
                "from": "shop",
                "to": f"seat {seat + 1}",
                "amount": chips,
                "reason": "rebuy" if again else "bought in",
            }
            for hand, seat, chips, again in purchases(summary)
        ],
        "unclaimed": [
            {key: value for key, value in shown.items() if key != "action"}
            for entry in summary.get("unclaimed", [])
            for shown in [entry_view(Entry(*entry), seats, rules)]
        ],
    }


def update_table(ctx: Context, caller: Caller, table_id: str, recording: str) -> dict[str, Any]:
    """Change how a table is recorded, before its first deal.

    Raises
    ------
    Refusal
        ``hand-conflict``: a hand has been dealt there.
    """
    check_right(caller, "table.update")

    def decide() -> Decision:
        table = load_table(ctx, table_id)
        poster_at(ctx, caller, table_id, table.live)
        if table.live.recording == recording:
            return None, []
        if table.live.hand:
            raise Refusal("hand-conflict", "a hand has been dealt at this table")
        table.live.recording = recording
        return None, [Put(keys.live(table_id), encode(table.live), table.version)]

    attempt(ctx, decide)
    return read_table(ctx, caller, table_id)
