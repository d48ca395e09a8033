"""A hand whose stakes are paid: the common base of every kind of hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from chalicelib.message import say
from chalicelib.rules.actions import OVER, WIDOW_OPEN, Action, Event, Phase
from chalicelib.rules.actions.events import EventKind
from chalicelib.rules.audit.misses import Miss
from chalicelib.rules.cards import NO_CARD, Card
from chalicelib.rules.deal import UNKNOWN, clockwise
from chalicelib.rules.errors import Malformed, NotNow, RulesError
from chalicelib.rules.ledger import Ledger, Reason
from chalicelib.rules.options.rules import Rules

from .betting import Betting
from .board import summary
from .fold import Fold
from .stakes import Placement, check_chips, check_whole, named_amount, pay_stakes, seats_able
from .widow import Bidding

MIN_SEATS: Final = 2
MAX_SEATS: Final = 8

_Hand = TypeVar("_Hand", bound=Fold)


class StakedHand:
    """A hand whose stakes are paid. Each kind of hand adds the actions that are possible.

    Parameters
    ----------
    rules
        The rules of the game.
    stacks
        Each seat's chips before the stakes.
    dealer
        The seat (from 0) whose turn it is to deal.
    layout, kitty, pot, bank
        Chips lying there from earlier hands.
    seats
        The seats still in the game; all, if not given.
    amount
        The stake the dealer named, where he may (R3); ``stakes.amount`` if not given.
    placements
        Where each seat puts its stake, in ``free`` and ``single`` (R3).
    claimed
        What was won in earlier hands, for the wind-down: a bit a space, kitty, pot (R13).
    away
        The seats whose forced cards play themselves from the start, a bit a seat (R7).

    Attributes
    ----------
    auction
        The auction of the widow (R5), once it has begun.

    The others are those of :class:`~.fold.Fold`.

    Raises
    ------
    Malformed, AgainstRules, NotNow
        A stake, a chip count or the number of seats is wrong (R1, R3).
    """

    __slots__ = (
        "_claimed_before",
        "abandoned",
        "amount",
        "auction",
        "away",
        "betting",
        "counts",
        "dealer",
        "events",
        "ledger",
        "live",
        "misses",
        "next_card",
        "number",
        "phase",
        "plays",
        "rules",
        "sets",
        "turn",
        "where",
        "winner",
    )

    def __init__(
        self,
        rules: Rules,
        stacks: Sequence[int],
        dealer: int,
        *,
        layout: Sequence[int] = (),
        kitty: int = 0,
        pot: int = 0,
        bank: int = 0,
        seats: Sequence[int] | None = None,
        amount: int | None = None,
        placements: Mapping[int, Placement] | None = None,
        claimed: int = 0,
        away: int = 0,
    ) -> None:
        count = len(stacks)
        seats = range(count) if seats is None else sorted(seats)
        layout = layout or [0] * len(rules.table.layout)
        check_whole(
            [*stacks, *seats, *layout, dealer, kitty, pot, bank, claimed, away],
            amount,
            placements,
        )
        self.ledger = Ledger(stacks, layout, kitty, pot, bank, rules.chips.may_owe)
        check_chips(rules, self.ledger, layout)
        if (
            not MIN_SEATS <= len(seats) <= count <= MAX_SEATS
            or not 0 <= seats[0] <= seats[-1] < count
        ):
            raise Malformed(say("hand.seats", least=MIN_SEATS, most=MAX_SEATS))
        if dealer not in seats:
            raise Malformed(say("deal.seat-not-in-game", seat=dealer + 1))
        self.rules = rules
        self.amount = named_amount(rules, amount, stacks[dealer])
        self.dealer, self.live = seats_able(rules, stacks, seats, dealer, self.amount, claimed)
        self.events: list[Event] = []
        self.number = 0
        self.where = [UNKNOWN] * 52
        self.sets = [0] * count
        self.counts = [0] * count
        self.next_card: Card = NO_CARD
        pay_stakes(
            rules, self.ledger, self.live, self.dealer, self.amount, placements or {}, claimed
        )
        if rules.chips.broke_drop_out:
            for seat in [seat for seat in self.live if not self.ledger.chips[seat]]:
                self.note("drop", seat)
                self.live.remove(seat)  # it is not dealt in, so it has no cards to discard
        self.away = away
        self._claimed_before = claimed
        self.plays: list[tuple[int, Card, bool]] = []
        self.misses: list[Miss] = []
        self.winner: int | None = None
        self.abandoned = False
        self.auction: Bidding | None = None
        self.betting: Betting | None = None
        self.turn = self.dealer
        self.phase: Phase = WIDOW_OPEN

    def __repr__(self: Fold) -> str:
        return f"<{type(self).__name__} {summary(self)}>"

    # -- asking -----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.phase is OVER

    @property
    def auction_bid(self) -> tuple[int, int] | None:
        """The highest bid of an open auction and its seat: (chips, seat)."""
        auction = self.auction
        return (auction.bid, auction.bidder) if auction and auction.bidder is not None else None

    @property
    def claimed(self) -> int:
        """What was won up to now, in this hand or before: a bit a space, kitty, pot (R13)."""
        ledger, won = self.ledger, 0
        for entry in () if self.abandoned else ledger.entries:
            if ledger.seats <= entry.source < ledger.bank:
                won |= 1 << entry.source - ledger.seats
            elif entry.reason == "boodle returned":
                won &= ~(1 << entry.target - ledger.seats)
        return self._claimed_before | won

    def others(self, seat: int) -> list[int]:
        """Return the other seats in the hand, clockwise from ``seat``."""
        return [other for other in clockwise(self.live, seat) if other != seat]

    def can(self: Fold, action: Action) -> bool:
        """Return whether ``action`` is legal now."""
        try:
            self.verify(action)
        except RulesError:
            return False
        return True

    # -- doing ------------------------------------------------------------------------------

    def apply(self: Fold, action: Action, number: int | None = None) -> None:
        """Do ``action``, with all that follows from it; see :meth:`.Fold.apply`."""
        self.verify(action)
        self.do(action, number)

    def replay(self: _Hand, actions: Iterable[Action]) -> _Hand:
        """Apply ``actions`` one after the other and return the hand itself."""
        for action in actions:
            self.apply(action)
        return self

    def abandon(self, number: int | None = None) -> None:
        """End a hand that cannot go on; see :meth:`.Fold.abandon`."""
        if self.over:
            raise NotNow(say("hand.over"))
        self._begin(number)
        for entry in reversed(self.ledger.entries[:]):
            self.ledger.move(entry.target, entry.source, entry.amount, "abandoned")
        self.abandoned = True
        self._close()

    def pay(self, source: int, target: int, amount: int, reason: Reason) -> None:
        """Move chips; a seat that has none left may have to leave the hand (R12)."""
        moved = self.ledger.move(source, target, amount, reason)
        if moved and self.rules.chips.broke_drop_out and not self.ledger.chips[source]:
            self._leave(source)

    def note(self, kind: EventKind, seat: int | None = None, card: Card | None = None) -> None:
        """Record an event of the action under way."""
        self.events.append(Event(kind, self.number, seat, card))

    def _begin(self, number: int | None) -> None:
        """Set the number of the action that is about to be done."""
        self.number = self.number + 1 if number is None else number
        self.ledger.action = self.number

    def _close(self) -> None:
        self.phase, self.turn = OVER, -1
        self.note("end", self.winner)

    def _leave(self, seat: int) -> None:
        """Let a seat that has run out of chips drop out of the hand (R12, ``drop_out``)."""
        if seat in self.live:
            self.live = [other for other in self.live if other != seat]
            self.counts[seat] = 0
            self.note("drop", seat)
