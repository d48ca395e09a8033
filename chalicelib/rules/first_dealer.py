"""Checks of how the first dealer was found (R2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from chalicelib.message import Message, say

from .cards import RANKS, TEXT, Card, Order
from .errors import Malformed
from .illegal import AgainstRules
from .options.table import Table

_JACK = RANKS.index("J")


def check_found(table: Table, as_ruled: bool) -> None:
    """Raise unless the first dealer was found as the rules of the table say (R2).

    Raises
    ------
    AgainstRules
        R2.
    """
    if not as_ruled:
        raise AgainstRules(
            "R2", say("dealer.found-otherwise", how=say(f"dealer.how.{table.first_dealer.value}"))
        )


def by_first_jack(turned: Sequence[Card], seats: Sequence[int], start: int) -> int:
    """Return the seat that got the first jack, as cards were turned up clockwise (R2).

    Parameters
    ----------
    turned
        The cards in the order they were turned up; the last one is the jack.
    seats
        The seats at the table, ascending.
    start
        The seat that got the first card.

    Raises
    ------
    Malformed
        ``start`` is no seat at the table, or a card was turned up twice.
    AgainstRules
        R2: the last card is no jack, or one came before it.
    """
    if start not in seats:
        raise Malformed(say("seat.unknown", seat=start + 1))
    _check_distinct(turned)
    jacks = [place for place, card in enumerate(turned) if card % 13 == _JACK]
    if jacks != [len(turned) - 1]:
        raise AgainstRules("R2", say("dealer.past-first-jack"))
    return seats[(seats.index(start) + jacks[0]) % len(seats)]


def by_high_card(cuts: Sequence[Mapping[int, Card]], seats: Sequence[int], order: Order) -> int:
    """Return the seat that cut the highest card, ties cut again among themselves (R2).

    Parameters
    ----------
    cuts
        Each time cards were cut: who cut which card. First every seat cuts, then those tied for
        the highest rank.

    Raises
    ------
    Malformed
        A card was cut twice at one time.
    AgainstRules
        R2: the seats that cut are not those that had to, or the last cut is still tied.
    """
    cutting = list(seats)
    for cut in cuts:
        if len(cutting) == 1 or sorted(cut) != cutting:
            raise AgainstRules("R2", say("dealer.to-cut", seats=_named(cutting)))
        _check_distinct(list(cut.values()))
        rank = {seat: order.sort_key(card) % 13 for seat, card in cut.items()}
        cutting = [seat for seat in cutting if rank[seat] == max(rank.values())]
    if len(cutting) != 1:
        raise AgainstRules("R2", say("dealer.still-to-cut", seats=_named(cutting)))
    return cutting[0]


def _named(seats: Sequence[int]) -> tuple[Message, ...]:
    return tuple(say("seat.name", seat=seat + 1) for seat in seats)


def _check_distinct(cards: Sequence[Card]) -> None:
    for card in cards:
        if cards.count(card) > 1:
            raise Malformed(say("dealer.card-twice", card=TEXT[card]))
