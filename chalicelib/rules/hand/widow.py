"""The widow: the dealer's exchange, and its auction (R5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from chalicelib.rules import actions
from chalicelib.rules.actions import (
    AUCTION,
    WIDOW_OPEN,
    Action,
    Bid,
    Decline,
    Exchange,
    Pass,
    Phase,
)
from chalicelib.rules.errors import AgainstRules, NotNow, say
from chalicelib.rules.options.rules import Rules


class Auction:
    """An open auction: bids go clockwise from the dealer, rise, and a pass is final (R5).

    Attributes
    ----------
    turn
        The seat to bid or pass.
    bidder, bid
        The highest bid so far and its seat; ``None`` and 0 before the first.
    over
        Whether nobody is left to bid against the highest bid, or nobody at all.
    """

    __slots__ = ("_seats", "bid", "bidder", "over", "turn")

    def __init__(self, seats: Sequence[int]) -> None:
        self._seats = list(seats)
        self.turn = self._seats[0]
        self.bidder: int | None = None
        self.bid = 0
        self.over = False

    def call(self, seat: int, amount: int | None) -> None:
        """Record a bid of ``amount`` by the seat whose turn it is, or its pass (``None``)."""
        place = self._seats.index(seat)
        if amount is None:
            del self._seats[place]
        else:
            self.bidder, self.bid = seat, amount
            place += 1
        self.over = not self._seats or self._seats == [self.bidder]
        if not self.over:
            self.turn = self._seats[place % len(self._seats)]


class WidowTable(Protocol):
    """A hand before play, as far as its widow needs it.

    Attributes
    ----------
    phase, turn
        What the hand waits for, and from which seat.
    dealer
        The seat that deals.
    auction
        The auction, once it is open.
    """

    rules: Rules
    phase: Phase
    turn: int
    dealer: int
    auction: Auction | None

    @property
    def has_widow(self) -> bool:
        """Whether there is a widow that could be taken."""

    def highest_bid(self) -> int:
        """Return the most the seat to bid can bid: the chips it holds."""


def opens_auction(table: WidowTable) -> bool:
    """Whether a dealer who declines the widow opens its auction by that."""
    return table.rules.widow.declining_opens_auction and table.has_widow


def widow_actions(table: WidowTable) -> list[Action]:
    """Return what the dealer or a bidder may do about the widow; of the bids only the lowest."""
    turn = table.turn
    if table.phase is WIDOW_OPEN:
        possible: list[Action] = [Decline(turn)]
        if table.has_widow:
            possible.insert(0, Exchange(turn))
            if table.rules.widow.dealer_opens_auction:
                possible.append(actions.Auction(turn))
        return possible
    if table.phase is AUCTION:
        lowest = _next_bid(table)
        bids = [Bid(turn, lowest)] if lowest <= table.highest_bid() else []
        return [*bids, Pass(turn)]
    return []


def verify_widow(table: WidowTable, verb: str, seat: int) -> None:
    """Raise unless this seat may decide so about the widow.

    Raises
    ------
    AgainstRules, NotNow
        It may not.
    """
    rules = table.rules
    if not rules.widow_is_open:
        raise AgainstRules("R5", "the widow is not for exchange or sale here")
    if table.phase is not WIDOW_OPEN:
        raise NotNow("the dealer has decided about the widow")
    if seat != table.dealer:
        raise AgainstRules(
            "R5", say("the dealer, seat {seat}, decides about the widow", seat=table.dealer + 1)
        )
    if verb == "auction" and not rules.widow.dealer_opens_auction:
        raise AgainstRules("R5", "the dealer does not open an auction here", _options(table))
    if verb != "decline" and not table.has_widow:
        raise AgainstRules("R5", "there is no widow in this deal", _options(table))


def verify_call(table: WidowTable, seat: int, amount: int | None) -> None:
    """Raise unless this seat may bid so much, or pass if ``amount`` is ``None``.

    Raises
    ------
    AgainstRules, NotNow
        It may not.
    """
    if table.phase is not AUCTION:
        raise NotNow("no auction is open")
    if seat != table.turn:
        raise AgainstRules("R5", say("seat {seat} is to bid or pass", seat=table.turn + 1))
    if amount is None:
        return
    if amount < _next_bid(table):
        detail = say("the next bid is at least {least}", least=_next_bid(table))
        raise AgainstRules("R5", detail, _options(table))
    if amount > table.highest_bid():
        most = table.highest_bid()
        detail = say("seat {seat} holds {most} chips and cannot bid more", seat=seat + 1, most=most)
        raise AgainstRules("R5", detail, _options(table))


def _next_bid(table: WidowTable) -> int:
    """Return the lowest bid that may be made: 1, or one more than the last."""
    return table.auction.bid + 1 if table.auction else 1


def _options(table: WidowTable) -> tuple[Action, ...]:
    return tuple(widow_actions(table))
