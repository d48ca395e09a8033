"""The widow and the betting of hands that are followed action by action (R5, R15)."""

from __future__ import annotations

from collections.abc import Callable

from chalicelib.rules.actions import AUCTION, POKER, Auction, Bid, Decline, Exchange, Pass
from chalicelib.rules.audit.findings import ForcedPass

from .betting import Betting, BettingAction
from .staked import StakedHand
from .widow import Bidding, Decision, Offer, opens_auction


class PlayedHand(StakedHand):
    """A hand that is followed action by action, on open cards or on hidden ones."""

    __slots__ = ("_widow",)

    _widow: int
    """How many cards are in a widow that can be taken."""

    @property
    def has_widow(self) -> bool:
        """Whether there is a widow that can be taken (R5)."""
        return self._widow > 0

    def highest_bid(self) -> int:
        """Return the most the seat to bid or bet can put in: the chips it holds (R5, R15)."""
        if self.phase in (AUCTION, POKER):
            return max(0, self.ledger.chips[self.turn])
        return 0

    @property
    def forced_passes(self) -> list[ForcedPass]:
        """The passes of seats that could not lead, in order (R6)."""
        return [
            ForcedPass(event.seat, event.action, self._fee_of(event.seat, event.action))
            for event in self.events
            if event.kind == "pass" and event.seat is not None
        ]

    def _fee_of(self, seat: int, action: int) -> int:
        return sum(
            entry.amount
            for entry in self.ledger.entries
            if (entry.reason, entry.source, entry.action) == ("pass fee", seat, action)
        )

    def _settle_widow(self, action: Decision | Offer, take: Callable[[int], None]) -> bool:
        """Carry out a decision about the widow; return whether it is settled.

        ``take`` makes the widow the hand of a seat.
        """
        match action:
            case Bid() | Pass():
                assert self.auction is not None  # else it is not legal
                return self._offer(self.auction, action, take)
            case Exchange(seat):
                take(seat)
                return True
            case Decline() if not opens_auction(self):
                return True
            case Decline() | Auction():
                self.auction = Bidding(self.others(self.dealer))
                self.phase, self.turn = AUCTION, self.auction.turn
                return False

    def _offer(self, auction: Bidding, offer: Offer, take: Callable[[int], None]) -> bool:
        """Let a seat bid or pass; return whether that ends the auction."""
        auction.take(offer)
        if not auction.over:
            self.turn = auction.turn
            return False
        if auction.bidder is None:
            self.note("unsold")
        else:
            take(auction.bidder)
            self.note("sold", auction.bidder)
            self.pay(auction.bidder, self.dealer, auction.bid, "widow")
        return True

    def _put_in(self, betting: Betting, action: BettingAction) -> None:
        """Carry out the decision of the seat to bet, and pay its chips into the pot."""
        seat = self.turn
        paid = betting.act(action, self.ledger.chips)
        self.pay(seat, self.ledger.pot, paid, "bet")

    def _leave(self, seat: int) -> None:
        super()._leave(seat)
        if self.betting is not None and seat in self.betting.seats:
            self.betting.leave(seat)
