"""What a fixed public rule does for a seat that is away, so that the table never waits (R17)."""

from __future__ import annotations

from collections.abc import Mapping

from chalicelib.rules.actions import (
    AUCTION,
    WIDOW_OPEN,
    Action,
    Check,
    Decline,
    Fold,
    Pass,
)
from chalicelib.rules.actions.events import EventKind
from chalicelib.rules.cards import Card
from chalicelib.rules.options.rules import Rules

from .legality import KnownTable, leads


def absent_lead(hand: KnownTable) -> Card:
    """Return what an absent seat leads: its lowest permitted lead.

    Of equal ranks it is the first in the order clubs, diamonds, hearts, spades.
    """
    order = hand.rules.table.order
    return min(leads(hand), key=lambda card: (order.sort_key(card) % 13, card // 13))


def absent_decision(hand: KnownTable) -> tuple[EventKind, Action]:
    """Return what an absent seat decides before play, and the event that says so.

    It declines the widow, passes in the auction, and checks if it can, else folds.
    """
    seat = hand.turn
    if hand.phase is WIDOW_OPEN:
        return "declined", Decline(seat)
    if hand.phase is AUCTION:
        return "no_bid", Pass(seat)
    assert hand.betting is not None
    return ("folded", Fold(seat)) if hand.betting.bet else ("checked", Check(seat))


def absent_placement(rules: Rules, amount: int, stack: int, claimed: int) -> Mapping[int, int]:
    """Return the stakes that an absent seat places, where seats place them (R3).

    In ``free`` mode it spreads them evenly, from the first open space on; in ``single`` mode it
    places all on the first.

    Parameters
    ----------
    amount
        The amount of this hand's stakes.
    stack
        The seat's chips; a shorter stack places what it has.
    claimed
        What was won before, where the game winds down (R13).
    """
    spaces = rules.open_spaces(claimed)
    if not spaces:
        return {}
    due = amount if rules.chips.may_owe else max(0, min(amount, stack))
    if rules.stakes.on_one_space:
        return {spaces[0]: due}
    each, more = divmod(due, len(spaces))
    return {space: each + (place < more) for place, space in enumerate(spaces)}
