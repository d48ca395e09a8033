"""A score sheet in its own words, and how it is read from the actions that record it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from chalicelib.rules import Action
from chalicelib.rules.actions import (
    Bet,
    Block,
    Chips,
    Exchange,
    Fee,
    Left,
    Miss,
    Out,
    Pot,
    Sold,
    Take,
)
from chalicelib.rules.cards import TEXT


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips that a seat paid."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class TakenWidow:
    """Who took the widow, and its price; ``None`` if the dealer exchanged it (R5)."""

    seat: int
    price: int | None


@dataclass(frozen=True, slots=True)
class BlockedSpace:
    """A win that a missed play prevented: its space and its seat (R10)."""

    space: str
    seat: int


@dataclass(frozen=True, slots=True)
class MissedCard:
    """A card that a seat missed, and the wins that this prevented, in order (R9, R10)."""

    seat: int
    card: str
    blocked: tuple[BlockedSpace, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The content of a score sheet, with names for spaces and cards.

    Attributes
    ----------
    out
        Who went out; ``None`` if the hand ended without a winner (R6).
    cards_left
        Seat -> cards left.
    spaces
        Space -> the seats that won it.
    pot
        Who won the pot.
    fees, bets
        The payments for passes (R6), and those into the pot (R15).
    widow
        Who took the widow, if anybody.
    misses
        The missed cards, in their order.
    chips
        Seat -> chips in the end, if counted.
    """

    out: int | None = None
    cards_left: Mapping[int, int] = field(default_factory=dict)
    spaces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    pot: tuple[int, ...] = ()
    fees: tuple[Payment, ...] = ()
    bets: tuple[Payment, ...] = ()
    widow: TakenWidow | None = None
    misses: tuple[MissedCard, ...] = ()
    chips: Mapping[int, int] = field(default_factory=dict)


def sheet_of(facts: Sequence[Action], spaces: Sequence[str]) -> ScoreSheet:
    """Return the score sheet that is recorded as these actions.

    Parameters
    ----------
    spaces
        The names of the layout's spaces.
    """
    sheet = ScoreSheet()
    won: dict[str, tuple[int, ...]] = {}
    misses: list[MissedCard] = []
    for fact in facts:
        match fact:
            case Exchange(seat):
                sheet = replace(sheet, widow=TakenWidow(seat, None))
            case Sold(seat, chips):
                sheet = replace(sheet, widow=TakenWidow(seat, chips))
            case Bet(seat, chips):
                sheet = replace(sheet, bets=(*sheet.bets, Payment(seat, chips)))
            case Pot(seat):
                sheet = replace(sheet, pot=(*sheet.pot, seat))
            case Take():
                name = spaces[fact.space]
                won[name] = (*won.get(name, ()), fact.seat)
            case Fee(seat, chips):
                sheet = replace(sheet, fees=(*sheet.fees, Payment(seat, chips)))
            case Miss():
                misses.append(MissedCard(fact.seat, TEXT[fact.card], ()))
            case Block():
                last = misses.pop()
                win = BlockedSpace(spaces[fact.space], fact.seat)
                misses.append(replace(last, blocked=(*last.blocked, win)))
            case Left(seat, cards):
                sheet = replace(sheet, cards_left={**sheet.cards_left, seat: cards})
            case Chips(seat, chips):
                sheet = replace(sheet, chips={**sheet.chips, seat: chips})
            case Out(seat):
                sheet = replace(sheet, out=seat)
            case _:  # nobody went out
                pass
    return replace(sheet, spaces=won, misses=tuple(misses))
