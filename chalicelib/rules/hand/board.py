"""A hand as text, for developers and tests: everything it knows, hidden cards included.

Only :mod:`chalicelib.rules.views` decides what may be shown to a player.

Examples
--------
>>> from chalicelib.rules import Hand, cards, deal_hands, make_rules, parse_action
>>> deal = deal_hands({0: cards("9S 3H"), 1: cards("10S 5D"), 2: cards("JS KC")}, cards("2C"))
>>> hand = Hand(make_rules("michigan"), [50, 50, 50], dealer=2, deal=deal)
>>> hand
<Hand michigan, 0 actions, lead: seat 1>
>>> print(board(hand))
michigan, 0 actions, lead: seat 1
> seat 1  46 chips  3H 9S
  seat 2  46 chips  5D 10S
  seat 3  42 chips  KC JS  deals
widow: 2C
layout: AH 4, KC 4, QD 4, JS 4
>>> print(board(hand.replay([parse_action("1 plays 9S")])))
michigan, 1 action, run: 10S
  seat 1  46 chips  3H
> seat 2  46 chips  5D 10S
  seat 3  42 chips  KC JS  deals
widow: 2C
layout: AH 4, KC 4, QD 4, JS 4
played: 1 9S
"""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.rules.actions import Phase
from chalicelib.rules.cards import TEXT, cards_of
from chalicelib.rules.deal import WIDOW

from .fold import Fold


def summary(hand: Fold) -> str:
    """Return in a few words which hand it is and what it waits for, without a hidden card."""
    count = f"{hand.number} action{'' if hand.number == 1 else 's'}"
    return f"{hand.rules.preset}, {count}, {_waiting(hand)}"


def _waiting(hand: Fold) -> str:
    phase = hand.phase.value
    if hand.abandoned:
        return "abandoned"
    if hand.phase is Phase.OVER:
        return phase if hand.winner is None else f"{phase}: seat {hand.winner + 1} is out"
    if hand.phase is Phase.RUN:
        return f"{phase}: {TEXT[hand.next_card]}"
    return f"{phase}: seat {hand.turn + 1}" if hand.turn >= 0 else phase


def board(hand: Fold) -> str:
    """Return the hand as text: seats with chips and cards, the layout, what was played."""
    return "\n".join([summary(hand), *_seats(hand), *_table(hand), *_plays(hand)])


def _seats(hand: Fold) -> Iterator[str]:
    turn = hand.where[hand.next_card] if hand.phase is Phase.RUN else hand.turn
    width = max(len(str(chips)) for chips in hand.ledger.stacks)
    for seat, chips in enumerate(hand.ledger.stacks):
        notes = [
            *(["deals"] if seat == hand.dealer else []),
            *(["away"] if hand.away >> seat & 1 else []),
            *([] if seat in hand.live else ["not in the hand"]),
            *([f"has put in {hand.betting.put[seat]}"] if hand.betting else []),
        ]
        mark = ">" if seat == turn else " "
        held = [f"{mark} seat {seat + 1}  {chips:{width}} chips", _cards(hand, seat)]
        yield "  ".join([*filter(None, held), *([", ".join(notes)] if notes else [])])


def _cards(hand: Fold, seat: int) -> str:
    """Return the cards of a seat that are known, and how many others it holds."""
    known = sorted(cards_of(hand.sets[seat]), key=hand.rules.table.order.sort_key)
    others = hand.counts[seat] - len(known)
    return " ".join([*(TEXT[card] for card in known), *([f"+{others}"] if others > 0 else [])])


def _table(hand: Fold) -> Iterator[str]:
    ledger = hand.ledger
    widow = [card for card, pile in enumerate(hand.where) if pile == WIDOW]
    if widow:
        yield "widow: " + " ".join(TEXT[card] for card in widow)
    chips = [*zip(hand.rules.table.space_names, ledger.layout, strict=True)]
    chips += [
        (name, ledger.chips[account])
        for name, account in (("kitty", ledger.kitty), ("pot", ledger.pot), ("bank", ledger.bank))
        if ledger.chips[account]
    ]
    yield "layout: " + ", ".join(f"{name} {lying}" for name, lying in chips)
    if hand.auction_bid:
        bid, bidder = hand.auction_bid
        yield f"bid: {bid} by seat {bidder + 1}"


def _plays(hand: Fold) -> Iterator[str]:
    """Return every run in a line: who played which card."""
    runs: list[list[str]] = []
    for seat, card, led in hand.plays:
        if led:
            runs.append([])
        runs[-1].append(f"{seat + 1} {TEXT[card]}")
    for run in runs:
        yield "played: " + ", ".join(run)
