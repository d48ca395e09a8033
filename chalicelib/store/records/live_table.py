"""The table in the live record: its state between two hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from chalicelib.rules.actions import Recording
from chalicelib.rules.game import GameEnd

from .base36 import numbers_text, read_numbers

TABLE_FIELDS: Final = 10
"""How many fields of the record belong to the table."""
_RECORDING: Final = {
    Recording.DEALT: "d",
    Recording.ENTERED: "e",
    Recording.OBSERVED: "o",
    Recording.RESULT: "r",
}
_RECORDING_OF: Final = {char: recording for recording, char in _RECORDING.items()}
_ENDED: Final = {
    None: "-",
    GameEnd.HANDS: "h",
    GameEnd.SEATS: "s",
    GameEnd.CLOSED: "c",
    GameEnd.MINUTES: "m",
    GameEnd.CHIPS: "t",
    GameEnd.CLAIMED: "w",
}
_ENDED_OF: Final = {char: ended for ended, char in _ENDED.items()}


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table between two hands; while one is in progress, its state before it.

    Attributes
    ----------
    league, round, number
        The league, the round's number, and the table's number in the round.
    recording
        How its hands are recorded.
    terms
        The hash of the rules and settings in force; empty before the first deal.
    hand
        The number of the last hand dealt; 0 before the first.
    counted
        How many hands were played out.
    dealer
        The seat that dealt last; before the first deal the one drawn to deal.
    closing
        Whether the round is closed, so that no hand is dealt.
    ended
        Why the game is over, or ``None``.
    players, epochs
        By seat, the players' numbers and the epochs of their tokens.
    scorers
        The epochs of the table's scorer slots.
    stacks, layout, kitty, pot, bank
        Chips; of a hand in progress, those before its stakes.
    began
        When the first hand was dealt, in tenths of a second since 1970; 0 before.
    bought
        By seat, the chips bought; empty while every seat has bought one stack.
    claimed, away, left
        What was won (for the wind-down), and the seats that are away or vacant, as in
        :class:`.Game`. At a vacant seat ``players`` has who sat there last.
    leaving
        The seats whose players leave after the hand in progress (R12), a bit a seat.
    """

    league: str
    round: int
    number: int
    recording: Recording
    players: tuple[int, ...]
    epochs: tuple[int, ...]
    terms: str = ""
    hand: int = 0
    counted: int = 0
    dealer: int = 0
    closing: bool = False
    ended: GameEnd | None = None
    scorers: tuple[int, ...] = ()
    stacks: tuple[int, ...] = ()
    layout: tuple[int, ...] = ()
    kitty: int = 0
    pot: int = 0
    bank: int = 0
    began: int = 0
    bought: tuple[int, ...] = ()
    claimed: int = 0
    away: int = 0
    left: int = 0
    leaving: int = 0

    def has_left(self, seat: int) -> bool:
        """Whether a seat is vacant because its player has left (R12)."""
        return bool(self.left >> seat & 1)


# Cached: a table does not change from play to play (bench/records.py).
@lru_cache(maxsize=512)
def table_text(table: LiveTable) -> str:
    """Return the fields of a table in the live record."""
    return "|".join(
        (
            table.league,
            numbers_text(
                (table.round, table.number, table.hand, table.counted, table.dealer)
                + ((table.left, table.leaving) if table.left or table.leaving else ())
            ),
            _RECORDING[table.recording] + _ENDED[table.ended] + ("c" if table.closing else ""),
            table.terms,
            numbers_text(table.players),
            numbers_text(table.epochs) if any(table.epochs) else "",
            numbers_text(table.scorers),
            numbers_text(table.stacks),
            numbers_text((*table.layout, table.kitty, table.pot, table.bank)),
            numbers_text((table.began, table.claimed, table.away, *table.bought)),
        )
    )


def read_table(fields: Sequence[str]) -> LiveTable:
    """Return the table of the fields that :func:`table_text` wrote."""
    league, numbers, flags, terms, players, epochs, scorers, stacks, chips, more = fields
    round_, number, hand, counted, dealer, *places = read_numbers(numbers)
    left, leaving = places or (0, 0)
    seats = read_numbers(players)
    *layout, kitty, pot, bank = read_numbers(chips)
    began, claimed, away, *bought = read_numbers(more)
    return LiveTable(
        league=league,
        round=round_,
        number=number,
        recording=_RECORDING_OF[flags[0]],
        players=seats,
        epochs=read_numbers(epochs) or (0,) * len(seats),
        terms=terms,
        hand=hand,
        counted=counted,
        dealer=dealer,
        closing=flags.endswith("c") and len(flags) == 3,
        ended=_ENDED_OF[flags[1]],
        scorers=read_numbers(scorers),
        stacks=read_numbers(stacks),
        layout=tuple(layout),
        kitty=kitty,
        pot=pot,
        bank=bank,
        began=began,
        bought=tuple(bought),
        claimed=claimed,
        away=away,
        left=left,
        leaving=leaving,
    )
