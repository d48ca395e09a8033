"""The widow: the dealer's exchange, and its auction (R5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias, assert_never

from chalicelib.message import say
from chalicelib.rules.actions import (
    AUCTION,
    WIDOW_OPEN,
    Action,
    Auction,
    Bid,
    Decline,
    Exchange,
    Pass,
    Phase,
)
from chalicelib.rules.errors import NotNow
from chalicelib.rules.illegal import AgainstRules
from chalicelib.rules.options.rules import Rules

Decision: TypeAlias = Exchange | Decline | Auction
"""What the dealer can decide about the widow."""

Offer: TypeAlias = Bid | Pass
"""What a seat can do in the auction."""


class Bidding:
    """An open auction: bids go clockwise from the dealer, rise, and a pass is final (R5).

    Attributes
    ----------
    turn
        The seat to bid or pass.
    bidder, bid
        The highest bid so far and its seat; ``None`` and 0 before the first.
    over
        Whether nobody is left who can bid against the highest bid, or nobody at all.
    """

    __slots__ = ("_seats", "bid", "bidder", "over", "turn")

    def __init__(self, seats: Sequence[int]) -> None:
        self._seats = list(seats)
        self.turn = self._seats[0]
        self.bidder: int | None = None
        self.bid = 0
        self.over = False

    def take(self, offer: Offer) -> None:
        """Record a bid, or a pass, of the seat whose turn it is."""
        place = self._seats.index(offer.seat)
        match offer:
            case Bid(seat, chips):
                self.bidder, self.bid = seat, chips
                place += 1
            case Pass():
                del self._seats[place]
            case _:
                assert_never(offer)
        self.over = not self._seats or self._seats == [self.bidder]
        if not self.over:
            self.turn = self._seats[place % len(self._seats)]


class WidowTable(Protocol):
    """What the widow needs to know of a hand before play.

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
    auction: Bidding | None

    @property
    def has_widow(self) -> bool:
        """Whether there is a widow that can be taken."""

    def highest_bid(self) -> int:
        """Return the highest possible bid of the seat to bid: the chips it holds."""


def opens_auction(table: WidowTable) -> bool:
    """Whether the auction opens when the dealer declines the widow."""
    return table.rules.widow.declining_opens_auction and table.has_widow


def widow_actions(table: WidowTable) -> list[Action]:
    """Return what the dealer or a bidder may do about the widow; of the bids only the lowest."""
    turn = table.turn
    if table.phase is WIDOW_OPEN:
        possible: list[Action] = [Decline(turn)]
        if table.has_widow:
            possible.insert(0, Exchange(turn))
            if table.rules.widow.dealer_opens_auction:
                possible.append(Auction(turn))
        return possible
    if table.phase is AUCTION:
        lowest = _next_bid(table)
        bids = [Bid(turn, lowest)] if lowest <= table.highest_bid() else []
        return [*bids, Pass(turn)]
    return []


def verify_decision(table: WidowTable, decision: Decision) -> None:
    """Raise unless this seat may make this decision about the widow.

    Raises
    ------
    AgainstRules, NotNow
        It may not.
    """
    widow = table.rules.widow
    if not widow.is_open:
        raise AgainstRules("R5", say("widow.not-open"))
    if table.phase is not WIDOW_OPEN:
        raise NotNow(say("widow.decided"))
    if decision.seat != table.dealer:
        raise AgainstRules("R5", say("widow.dealer-decides", seat=table.dealer + 1))
    if isinstance(decision, Auction) and not widow.dealer_opens_auction:
        raise AgainstRules("R5", say("widow.no-auction-here"), _options(table))
    if not isinstance(decision, Decline) and not table.has_widow:
        raise AgainstRules("R5", say("widow.none"), _options(table))


def verify_offer(table: WidowTable, offer: Offer) -> None:
    """Raise unless this seat may bid this amount, or pass.

    Raises
    ------
    AgainstRules, NotNow
        It may not.
    """
    if table.phase is not AUCTION:
        raise NotNow(say("widow.no-auction-open"))
    if offer.seat != table.turn:
        raise AgainstRules("R5", say("bid.another-seat", seat=table.turn + 1))
    if isinstance(offer, Pass):
        return
    least, most = _next_bid(table), table.highest_bid()
    if offer.chips < least:
        detail = say("bid.too-low", least=least)
        raise AgainstRules("R5", detail, _options(table))
    if offer.chips > most:
        detail = say("bid.too-high", seat=offer.seat + 1, most=most)
        raise AgainstRules("R5", detail, _options(table))


def _next_bid(table: WidowTable) -> int:
    """Return the lowest bid that may be made: 1, or one more than the last."""
    return table.auction.bid + 1 if table.auction else 1


def _options(table: WidowTable) -> tuple[Action, ...]:
    return tuple(widow_actions(table))
