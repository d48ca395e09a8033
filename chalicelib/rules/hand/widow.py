"""The auction of the widow (R5)."""

from __future__ import annotations

from collections.abc import Sequence


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
