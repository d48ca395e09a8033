"""Loading a table: its live record, its rules, its game, its hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from chalicelib.rules import Deal, Entry, Fold, Game, Hand
from chalicelib.store.port import Item, Put
from chalicelib.store.records.info import InfoRecord
from chalicelib.store.records.live import LiveDeal, LiveRecord, LiveTable
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import Stored, read
from chalicelib.store.records.summaries import SummaryRecord

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
    live: LiveRecord
    version: int

    def put(self, live: LiveRecord) -> Put:
        """Return the write of the table as it is now, if nobody else has written since."""
        return Put(LiveRecord.at(self.id).key, live.dumps(), self.version)


def table_from(item: Item | None, table_id: str) -> Table:
    """Return the table of a live record as read from the store.

    Raises
    ------
    Refusal
        ``not-found``: there is none.
    """
    if item is None:
        raise not_found("table")
    return Table(table_id, LiveRecord.loads(item.body), item.version)


def load_table(ctx: Context, table_id: str) -> Table:
    """Return a table with one read.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    where = LiveRecord.at(table_id).key
    return table_from(ctx.store.get([where]).get(where), table_id)


def load_tables(ctx: Context, table_ids: Sequence[str]) -> list[Table]:
    """Return several tables (at most 100) with one read.

    Raises
    ------
    Refusal
        ``not-found``: there is no such table.
    """
    places = [LiveRecord.at(table_id).key for table_id in table_ids]
    found = ctx.store.get(places)
    return [table_from(found.get(key), name) for key, name in zip(places, table_ids, strict=True)]


def load_summary(ctx: Context, table: LiveTable) -> Stored[SummaryRecord]:
    """Return the summary of a table."""
    stored = SummaryRecord.at(table.league, table.round, table.number).read(ctx.store)
    assert stored is not None  # written with the table
    return stored


def load_info(ctx: Context, table_id: str) -> InfoRecord:
    """Return the information about a table."""
    stored = InfoRecord.at(table_id).read(ctx.store)
    assert stored is not None  # written with the table
    return stored.record


def table_terms(ctx: Context, table: LiveTable) -> Terms:
    """Return the terms the table plays by; before its first deal those of the league now."""
    if table.terms:
        return load_terms(ctx, table.terms)
    return terms_of(load_league(ctx, table.league).record)


def game_of(live: LiveRecord, terms: Terms) -> Game:
    """Return the game of a table as it stood before the hand in progress, if any."""
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
    """Return the table as the game stands; chips bought are kept only where they differ."""
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
    """Return the hand in progress as it was dealt, before its first action."""
    table = live.table
    common: dict[str, Any] = {
        "layout": table.layout,
        "kitty": table.kitty,
        "pot": table.pot,
        "bank": table.bank,
        "seats": game_of(live, terms).seats_in,
        "amount": deal.amount,
        "placements": deal.placements,
        "claimed": table.claimed,
    }
    if table.recording == "observed":
        from chalicelib.rules.hand.observed import ObservedHand  # loaded where there are real cards

        return ObservedHand(terms.rules, table.stacks, deal.dealer, **common)
    if table.recording == "result":
        from chalicelib.rules.hand.scored import ScoredHand

        return ScoredHand(terms.rules, table.stacks, deal.dealer, **common)
    cards = Deal(deal.where)
    return Hand(terms.rules, table.stacks, deal.dealer, cards, **common, away=table.away)


def seat_names(ctx: Context, table: LiveTable) -> list[str]:
    """Return the names of the players of a table, by seat."""
    wanted = [PlayerRecord.at(table.league, number) for number in table.players]
    found = read(ctx.store, *wanted)
    return [found[at].record.name for at in wanted]


def read_table(ctx: Context, caller: Caller, table_id: str) -> dict[str, Any]:
    """Return a table's page: seats, chips, where the game stands.

    While a hand is in progress chips are those before its stakes; the hand's own page shows
    them as they move.
    """
    live = load_table(ctx, table_id).live
    table, playing = live.table, live.hand is not None
    check_reader(ctx, caller, table_id, table)
    terms = table_terms(ctx, table)
    game = game_of(live, terms)
    dealer = game.next_dealer() if table.hand and not game.ended else None
    if table.hand == 0:
        dealer = table.dealer
    return {
        "table": table_id,
        "league": table.league,
        "round": table.round,
        "number": table.number,
        "recording": table.recording,
        "commitment": load_info(ctx, table_id).commitment,
        "state": "over" if table.ended else "playing" if playing else "waiting",
        "ended": table.ended,
        "closing": table.closing,
        "hand": table.hand,
        "next_hand": None if table.ended or table.closing or playing else table.hand + 1,
        "next_dealer": None if dealer is None or playing else dealer + 1,
        "hands_counted": table.counted,
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
                zip(table.players, seat_names(ctx, table), game.stacks, game.bought, strict=True)
            )
        ],
        "layout": dict(zip(terms.rules.table.space_names, game.layout, strict=True)),
        "kitty": game.kitty,
        "pot": game.pot,
        "bank": game.bank,
    }


def read_ledger(ctx: Context, caller: Caller, table_id: str) -> dict[str, Any]:
    """Return the movements of chips outside the hands: bought in, and shared out at the end."""
    table = load_table(ctx, table_id).live.table
    check_reader(ctx, caller, table_id, table)
    summary = load_summary(ctx, table).record
    rules = table_terms(ctx, table).rules
    seats = len(table.players)
    return {
        "table": table_id,
        "bought_in": [
            {
                "hand": bought.hand,
                "from": "shop",
                "to": f"seat {bought.seat + 1}",
                "amount": bought.chips,
                "reason": "rebuy" if bought.again else "bought in",
            }
            for bought in purchases(summary)
        ],
        "unclaimed": [
            {key: value for key, value in shown.items() if key != "action"}
            for entry in summary.unclaimed or ()
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

    def decide() -> Decision[None]:
        table = load_table(ctx, table_id)
        now = table.live.table
        poster_at(ctx, caller, table_id, now)
        if now.recording == recording:
            return None, []
        if now.hand:
            raise Refusal("hand-conflict", "a hand has been dealt at this table")
        return None, [table.put(LiveRecord(replace(now, recording=recording)))]

    attempt(ctx, decide)
    return read_table(ctx, caller, table_id)
