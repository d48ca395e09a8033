"""Hands played with real cards: made up by the engine, and posted as a table would post them."""

from __future__ import annotations

from random import Random
from typing import Any

from chalicelib.rules import TEXT, Action, Hand, Phase, Rules
from chalicelib.rules.actions import Lead, Play, action_json

Told = dict[str, Any]


def real_hand(
    rules: Rules, stacks: list[int], dealer: int, random: Random, careless: float = 0.0
) -> tuple[Hand, list[Told]]:
    """Play a hand; return it, and what a scorer tells of it, card by card, with the cards shown.

    ``careless`` is the chance that a seat misses its card. Seats in what is posted count from 1.
    """
    hand = Hand(rules, stacks, dealer, random.sample(range(52), 52))
    told: list[Told] = []
    stopped_at = None
    while not hand.over:
        legal = hand.legal_actions()
        if hand.phase is Phase.RUN:
            if len(legal) > 1 and random.random() < careless:
                stopped_at = hand.next_card
                hand.apply(legal[1])
                continue
            told.append({"follow": True, "seat": hand.where[hand.next_card] + 1})
            hand.apply(legal[0])
        else:
            action = random.choice(legal)
            was_due = isinstance(action, Play) and action.card == stopped_at
            told.append(_told(action, was_due))
            hand.apply(action)
        stopped_at = None
    if hand.winner is None:
        told.append({"end": True})
    told += [
        {"show": TEXT[card], "seat": seat + 1}
        for seat in hand.live
        for card in range(52)
        if hand.where[card] == seat
    ]
    return hand, told


def _told(action: Action, was_due: bool) -> Told:
    if was_due and isinstance(action, Play):
        # Led by the seat that had missed it: only the word tells it from the run going on.
        action = Lead(action.seat, action.card)
    return action_json(action)


def score_sheet(hand: Hand) -> dict[str, Any]:
    """Return the score sheet of a hand that is over."""
    ledger = hand.ledger
    spaces: dict[str, list[int]] = {}
    for entry in ledger.entries:
        if entry.reason == "boodle":
            name = hand.rules.table.space_names[entry.source - ledger.seats]
            spaces.setdefault(name, []).append(entry.target + 1)
    return {
        "out": None if hand.winner is None else hand.winner + 1,
        "cards_left": {str(s + 1): hand.counts[s] for s in hand.live if hand.counts[s]},
        "spaces": spaces,
        "pot": [entry.target + 1 for entry in ledger.entries if entry.reason == "pot"],
        "fees": [
            {"seat": entry.source + 1, "chips": entry.amount}
            for entry in ledger.entries
            if entry.reason == "pass fee"
        ],
        "misses": [
            {
                "seat": miss.seat + 1,
                "card": TEXT[miss.card],
                "blocked": [
                    {"space": hand.rules.table.space_names[space], "seat": holder + 1}
                    for space, card, holder in miss.blocked
                    if hand.where[card] == holder
                ],
            }
            for miss in hand.misses
        ],
        "chips": {str(seat + 1): chips for seat, chips in enumerate(ledger.stacks)},
    }
