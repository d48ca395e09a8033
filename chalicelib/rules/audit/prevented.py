"""The wins that missed plays prevented, and who makes them good (R10).

The payments and the report are two views of the one list that :func:`prevented_wins` makes.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple, Protocol

from chalicelib.rules.deal import PLAYED
from chalicelib.rules.ledger import Ledger
from chalicelib.rules.options.rules import Rules

from .misses import Miss, Win


class Reason(StrEnum):
    """Why a miss pays for a prevented win, or does not (R10, R12)."""

    PAYS = "pays"
    WAIVED = "waived"
    PLAYED = "played"
    NO_CHIPS = "no_chips"
    LEFT = "left"
    OWN_WIN = "own_win"
    LATER = "later"
    OWN_LATER = "own_later"


class PreventedWin(NamedTuple):
    """A win that a miss prevented, the chips on its space, and whether the miss pays them."""

    miss: Miss
    win: Win
    chips: int
    reason: Reason


class Finished(Protocol):
    """What the prevented wins depend on, once a hand is played out.

    Attributes
    ----------
    live
        The seats in the hand, ascending.
    where
        Where each card lies, as far as it is known.
    misses
        The missed plays that are due: those that were not waived.
    """

    rules: Rules
    ledger: Ledger
    live: list[int]
    where: list[int]
    misses: list[Miss]


def prevented_wins(hand: Finished, misses: Iterable[Miss]) -> list[PreventedWin]:
    """Return what each miss prevented, in the order of the misses, then up the chain.

    Parameters
    ----------
    misses
        Those to be told of: those that are due, and maybe also those that were waived.
    """
    last: dict[tuple[int, int], Miss] = {}
    for miss in hand.misses:
        for win in miss.blocked:
            if hand.where[win.card] != PLAYED:
                last[_same(hand, win)] = miss

    def reason(miss: Miss, win: Win, chips: int) -> Reason:
        if miss not in hand.misses:
            return Reason.WAIVED
        if hand.where[win.card] == PLAYED:
            return Reason.PLAYED
        if not chips:
            return Reason.NO_CHIPS
        if win.holder == miss.seat:
            return Reason.OWN_WIN
        if win.holder not in hand.live:
            return Reason.LEFT
        payer = last[_same(hand, win)]
        if payer is miss:
            return Reason.PAYS
        return Reason.OWN_LATER if payer.seat == win.holder else Reason.LATER

    found = []
    for miss in misses:
        for win in miss.blocked:
            chips = hand.ledger.chips[hand.ledger.space(win.space)]
            found.append(PreventedWin(miss, win, chips, reason(miss, win, chips)))
    return found


def _same(hand: Finished, win: Win) -> tuple[int, int]:
    """Return what two wins have in common that are made good only once, by the last miss."""
    return win.space, win.holder if hand.rules.version.pays_holder_once else win.card
