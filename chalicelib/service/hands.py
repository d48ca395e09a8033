"""Dealing a hand: the entries close, the cards are fixed, the stakes are paid."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.store.records.deal_request import DealRequest
from chalicelib.store.records.setups import SetupRecord

from .access import Caller, check_right, poster_at
from .bought import with_bought
from .context import Context
from .dealing import deal
from .entries import check_open, load_entries, terms_to_deal_by
from .errors import Refusal, say
from .once import Decision, attempt
from .results import end_of_game, end_of_hand
from .tables import game_of, load_summary, load_table


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

    def decide() -> Decision[bool | Refusal]:
        table = load_table(ctx, table_id)
        live, was = table.live, table.live.table
        poster = poster_at(ctx, caller, table_id, was)
        at_setup = SetupRecord.at(table_id, hand)
        if 1 <= hand <= was.hand:
            dealt_by = at_setup.read(ctx.store)
            assert dealt_by is not None  # written with the deal
            if dealt_by.record.asked == request:
                return False, []
            raise Refusal(
                "hand-conflict",
                say("hand {hand} has been dealt, by another request", hand=hand),
                current=was.hand,
            )
        check_open(live, hand)
        terms, writes = terms_to_deal_by(ctx, was)
        if was.began and game_of(live, terms).time_up((ctx.tenths() - was.began) / 10):
            over = Refusal("game-over", "the time is up: no more hand is dealt")
            return over, end_of_game(ctx, table, terms, "minutes")
        entries = load_entries(ctx, table_id, hand)
        dealt = deal(ctx, table, poster, request, terms, entries.record)
        closed = replace(entries.record, closed=True)
        writes.append(entries.put(closed))
        writes.append(at_setup.create(dealt.setup))
        if dealt.hand.over:  # all but one have dropped out at the stakes (R12)
            ended = end_of_hand(ctx, table, dealt.live, terms, dealt.hand, dealt.setup)
            return True, [*writes, *ended]
        now = dealt.live.table
        if hand == 1 or now.bought != was.bought:
            summary = load_summary(ctx, now)
            bought = game_of(dealt.live, terms).bought
            writes.append(summary.put(with_bought(summary.record, now.hand, bought)))
        return True, [*writes, table.put(dealt.live)]

    created = attempt(ctx, decide)
    if isinstance(created, Refusal):
        raise created
    return bool(created)
