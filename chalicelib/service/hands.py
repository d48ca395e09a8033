"""Dealing a hand: the entries close, the cards are fixed, the stakes are paid."""

from __future__ import annotations

import json

from chalicelib.store.port import Put, Write
from chalicelib.store.records import keys
from chalicelib.store.records.live import encode

from .access import Caller, check_right, poster_at
from .bought import note_bought
from .context import Context
from .dealing import DealRequest, deal
from .entries import check_open, load_entries, terms_to_deal_by
from .errors import Refusal, say
from .once import Decision, attempt, compact
from .results import end_of_game, end_of_hand
from .tables import Table, game_of, load_table
from .terms import Terms


def put_hand(ctx: Context, caller: Caller, table_id: str, hand: int, request: DealRequest) -> bool:
    """Close the entries and deal a hand. The same request again changes nothing.

    Returns
    -------
    bool
        Whether the hand is new.

    Raises
    ------
    Refusal
        ``forbidden``; ``hand-conflict``: dealt with another request, the hand before is not
        finished, or it is not the next; ``game-over``; ``stakes-missing`` naming the seats.
    Malformed, AgainstRules, NotNow
        The deal or the dealer named is not right.
    """
    check_right(caller, "hand.deal")

    def decide() -> Decision:
        table = load_table(ctx, table_id)
        live = table.live
        poster = poster_at(ctx, caller, table_id, live)
        if 1 <= hand <= live.hand:
            where = keys.setup(table_id, hand)
            setup = json.loads(ctx.store.get([where])[where].body)
            if setup["asked"] == request.as_json():
                return False, []
            raise Refusal(
                "hand-conflict",
                say("hand {hand} has been dealt, by another request", hand=hand),
                current=live.hand,
            )
        check_open(live, hand)
        terms, writes = terms_to_deal_by(ctx, live)
        if live.began and game_of(live, terms).time_up((ctx.tenths() - live.began) / 10):
            over = Refusal("game-over", "the time is up: no more hand is dealt")
            return over, end_of_game(ctx, table, terms, "minutes")
        entries = load_entries(ctx, table_id, hand)
        before = live.bought
        setup, dealt = deal(ctx, table, poster, request, terms, entries)
        entries.closed = True
        writes.append(Put(keys.entries(table_id, hand), entries.body(), entries.version))
        writes.append(Put(keys.setup(table_id, hand), compact(setup), None))
        if dealt.over:  # all but one have dropped out at the stakes (R12)
            return True, [*writes, *end_of_hand(ctx, table, terms, dealt, setup)]
        if hand == 1 or live.bought != before:
            writes.append(_bought(ctx, table, terms))
        return True, [*writes, Put(keys.live(table_id), encode(live), table.version)]

    created = attempt(ctx, decide)
    if isinstance(created, Refusal):
        raise created
    return bool(created)


def _bought(ctx: Context, table: Table, terms: Terms) -> Write:
    """Return the write of the chips bought into the table's summary."""
    live = table.live
    where = keys.summary(live.league, live.round, live.table)
    item = ctx.store.get([where])[where]
    summary = json.loads(item.body)
    note_bought(summary, live.hand, game_of(live, terms).bought)
    return Put(where, compact(summary), item.version)
