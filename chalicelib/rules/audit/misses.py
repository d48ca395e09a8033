"""Missed plays, and the wins that they prevented (R9, R10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from chalicelib.rules.cards import NO_CARD, Card
from chalicelib.rules.options.rules import Rules


class Win(NamedTuple):
    """A win of a space that a missed play prevented: with which card, and by which seat."""

    space: int
    card: Card
    holder: int


@dataclass(frozen=True, slots=True, eq=False)
class Miss:
    """A missed play (R9): at which action, whose, which card, and what it blocked.

    ``blocked`` lists the wins it prevented, as far as known at that moment (R10, conditions 1 and
    2), up the chain. The offender's own wins are among them, because a later miss of its own
    decides who pays.
    """

    action: int
    seat: int
    card: Card
    blocked: tuple[Win, ...]


class OpenTable(Protocol):
    """What a chain of cards needs to know of a table whose every card is known.

    Attributes
    ----------
    where
        Where each card lies (:mod:`chalicelib.rules.deal`).
    counts
        How many cards each seat holds.
    played_by
        Who played each card; -1 for nobody.
    """

    rules: Rules
    where: list[int]
    counts: list[int]
    played_by: list[int]


def blocked_wins(table: OpenTable, missed: Card) -> tuple[Win, ...]:
    """Walk the chain up from a missed card and return the wins it would have led to (R10).

    The chain ends before a card that no seat holds, and after a card with which its holder goes
    out. A space of several cards is won at the last of them in the chain, if one seat holds all
    that are unplayed and has played the others.
    """
    rules = table.rules
    if not rules.compensates:  # taken at the deal (R15)
        return ()
    where, played_by, wins_of = table.where, table.played_by, rules.table.wins_of
    above = rules.table.order.next
    left = list(table.counts)
    passed: set[Card] = set()
    wins = []
    card = missed
    while card != NO_CARD and (holder := where[card]) >= 0:
        passed.add(card)
        for space, cards in wins_of[card]:
            if all(
                where[other] == holder if other in passed else played_by[other] == holder
                for other in cards
            ):
                wins.append(Win(space, card, holder))
        left[holder] -= 1
        if not left[holder]:
            break
        card = above[card]
    return tuple(wins)
