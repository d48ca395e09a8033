"""What every hand has in common, however it is recorded: stakes, chips, widow, numbered actions.

A hand is a fold over its actions: made from its setup, changed only by :meth:`Fold.apply`. Three
kinds differ in what is known of the cards: :class:`~.known.Hand` knows them all,
:class:`~chalicelib.rules.hand.observed.ObservedHand` those that lie on the table, and
:class:`~chalicelib.rules.hand.scored.ScoredHand` only what a score sheet says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Self, TypedDict

from chalicelib.rules.actions import AUCTION, OVER, POKER, WIDOW_OPEN, Action, Event, Phase, event
from chalicelib.rules.cards import NO_CARD, Card
from chalicelib.rules.deal import UNKNOWN, clockwise
from chalicelib.rules.errors import Malformed, NotNow, RulesError, say
from chalicelib.rules.ledger import Ledger
from chalicelib.rules.options.rules import Rules

from .betting import Betting
from .dues import Miss
from .stakes import Placement, check_chips, named_amount, pay_stakes, seats_able
from .widow import Auction

if TYPE_CHECKING:
    from chalicelib.rules.audit.replay import Finding

MIN_SEATS: Final = 2
MAX_SEATS: Final = 8


class Setup(TypedDict, total=False):
    """What a hand of any kind may begin with; :class:`Fold` says what it means."""

    layout: Sequence[int]
    kitty: int
    pot: int
    bank: int
    seats: Sequence[int] | None
    amount: int | None
    placements: Mapping[int, Placement] | None
    claimed: int


class Fold:
    """A hand of any kind.

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
    dealer
        The seat that deals, which is another than asked for if that one sits out (R3).
    live
        The seats in the hand, ascending; one that drops out leaves it (R12).
    phase, turn
        What the hand waits for, and from which seat; -1 where it is no certain one.
    counts
        How many cards each seat holds.
    where
        Where each card lies now, as far as it is known (:mod:`chalicelib.rules.deal`).
    sets
        The cards each seat holds as far as they are known, as a set, a bit a card.
    next_card
        The card a run waits for.
    plays
        Every card played, in order, with the seat and whether it was led.
    misses
        The missed plays, as far as they are known (R9).
    findings, waived
        What the audit found, on an observed table, once the cards are shown; and the numbers,
        from 1, of those that were waived.
    winner
        The seat that went out, once the hand is over; ``None`` if it ended without.
    abandoned
        Whether it was given up, and all its payments reversed.
    auction, betting
        The auction of the widow (R5) and the betting round (R15), once they have begun.

    Raises
    ------
    Malformed, AgainstRules, NotNow
        A stake, a chip count or the number of seats is not right (R1, R3).
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
        "findings",
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
        "waived",
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
        layout = layout or [0] * len(rules.layout)
        self.ledger = Ledger(stacks, layout, kitty, pot, bank, rules.broke == "debt")
        check_chips(rules, self.ledger, layout)
        if (
            not MIN_SEATS <= len(seats) <= count <= MAX_SEATS
            or not 0 <= seats[0] <= seats[-1] < count
        ):
            raise Malformed(
                say("a hand has {least} to {most} seats", least=MIN_SEATS, most=MAX_SEATS)
            )
        if dealer not in seats:
            raise Malformed(say("seat {seat} cannot deal: it is not in the game", seat=dealer + 1))
        self.rules = rules
        self.amount = named_amount(rules, amount)
        self.dealer, self.live = seats_able(rules, stacks, seats, dealer, self.amount, claimed)
        self.events: list[Event] = []
        self.number = 0
        self.where = [UNKNOWN] * 52
        self.sets = [0] * count
        self.counts = [0] * count
        self.next_card = NO_CARD
        pay_stakes(
            rules, self.ledger, self.live, self.dealer, self.amount, placements or {}, claimed
        )
        if rules.broke == "drop_out":
            for seat in [seat for seat in self.live if not self.ledger.chips[seat]]:
                self.note("drop", seat)
                self.live.remove(seat)  # it is not dealt in, so there is nothing to put away
        self.away = away
        self._claimed_before = claimed
        self.plays: list[tuple[int, Card, bool]] = []
        self.misses: list[Miss] = []
        self.findings: list[Finding] = []
        self.waived: set[int] = set()
        self.winner: int | None = None
        self.abandoned = False
        self.auction: Auction | None = None
        self.betting: Betting | None = None
        self.turn = self.dealer
        self.phase: Phase = WIDOW_OPEN

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

    @property
    def unshown(self) -> dict[int, int]:
        """How many cards each seat has still to show; nothing where no card has to be shown."""
        return {}

    @property
    def has_widow(self) -> bool:
        """Whether there is a widow that could be taken (R5)."""
        raise NotImplementedError

    def legal_actions(self) -> list[Action]:
        """Return every action that is legal now, as far as it can be told.

        Of bids, bets and raises only the lowest is listed; any amount up to
        :meth:`highest_bid` is legal.
        """
        raise NotImplementedError

    def highest_bid(self) -> int:
        """Return the most the seat to bid or bet can put in: the chips it holds (R5, R15)."""
        if self.phase in (AUCTION, POKER):
            return max(0, self.ledger.chips[self.turn])
        return 0

    def verify(self, action: Action) -> None:
        """Return if ``action`` is legal now, and change nothing.

        Raises
        ------
        Malformed
            An unknown verb, or seat, card or amount missing, extra or senseless.
        NotNow
            It is not the time for it: the widow is undecided, the hand is over, …
        AgainstRules
            It breaks a rule, which the error names.
        """
        raise NotImplementedError

    def can(self, action: Action) -> bool:
        """Return whether ``action`` is legal now."""
        try:
            self.verify(action)
        except RulesError:
            return False
        return True

    def implied(self) -> Card:
        """Return the card that a seat played if it went on with the run.

        Raises
        ------
        NotNow
            No run can go on: a card must be named.
        """
        if self.phase is not Phase.RUN:
            raise NotNow("no run is going on; name the card that was led")
        return self.next_card

    def others(self, seat: int) -> list[int]:
        """Return the other seats in the hand, clockwise from ``seat``."""
        return [other for other in clockwise(self.live, seat) if other != seat]

    # -- doing ------------------------------------------------------------------------------

    def apply(self, action: Action, number: int | None = None) -> None:
        """Do ``action``, with all that follows from it, as action ``number`` (the next one).

        What it brought about is found by its number (:attr:`number`) in ``events`` and in the
        ledger.

        Raises
        ------
        Malformed, NotNow, AgainstRules
            See :meth:`verify`; nothing has changed then.
        """
        self.verify(action)
        self.redo(action, number)

    def redo(self, action: Action, number: int | None = None) -> None:
        """Do an action that was found legal before: the step of a replay of what is recorded."""
        raise NotImplementedError

    def replay(self, actions: Iterable[Action]) -> Self:
        """Apply ``actions`` one after the other and return the hand itself."""
        for action in actions:
            self.apply(action)
        return self

    def abandon(self, number: int | None = None) -> None:
        """End a hand that cannot go on: every payment, stakes included, is reversed.

        It counts as an action.

        Raises
        ------
        NotNow
            The hand is over.
        """
        if self.over:
            raise NotNow("the hand is over")
        self._begin(number)
        for entry in reversed(self.ledger.entries[:]):
            self.ledger.move(entry.target, entry.source, entry.amount, "abandoned")
        self.abandoned = True
        self._close()

    def pay(self, source: int, target: int, amount: int, reason: str) -> None:
        """Move chips; a seat that has none left then may have to leave the hand (R12)."""
        moved = self.ledger.move(source, target, amount, reason)
        if moved and self.rules.broke == "drop_out" and not self.ledger.chips[source]:
            self._leave(source)

    def note(self, kind: str, seat: int | None = None, card: Card | None = None) -> None:
        """Record an event of the action under way."""
        self.events.append(event((kind, self.number, seat, card)))

    def _begin(self, number: int | None) -> None:
        """Number the action that is about to be done."""
        self.number = self.number + 1 if number is None else number
        self.ledger.action = self.number

    def _close(self) -> None:
        self.phase, self.turn = OVER, -1
        self.note("end", self.winner)

    def _is_alone(self) -> bool:
        """End the hand, and say so, if all but one have dropped out: that seat wins (R12)."""
        if len(self.live) == 1:
            self._end(self.live[0])
        return len(self.live) == 1

    def _end(self, winner: int | None) -> None:
        """End play: ``winner`` went out, or nobody did."""
        raise NotImplementedError

    def _leave(self, seat: int) -> None:
        """Let a seat that has run out of chips drop out of the hand (R12, ``drop_out``)."""
        if seat in self.live:
            self.live = [other for other in self.live if other != seat]
            self.counts[seat] = 0
            self.note("drop", seat)

    # -- the widow --------------------------------------------------------------------------

    def _decide_widow(self, verb: str, seat: int, amount: int | None) -> None:
        """Do what dealer or bidders decided about the widow (R5)."""
        if verb in ("bid", "pass"):
            self._call(seat, amount)
        elif verb == "exchange":
            self._take_widow(self.dealer)
            self._open_play()
        elif verb == "auction" or (self.rules.widow.declining_opens_auction and self.has_widow):
            self.auction = Auction(self.others(self.dealer))
            self.phase, self.turn = AUCTION, self.auction.turn
        else:
            self._open_play()

    def _call(self, seat: int, amount: int | None) -> None:
        auction = self.auction
        assert auction is not None
        auction.call(seat, amount)
        if not auction.over:
            self.turn = auction.turn
            return
        if auction.bidder is None:
            self.note("unsold")
        else:
            self._take_widow(auction.bidder)
            self.note("sold", auction.bidder)
            self.pay(auction.bidder, self.dealer, auction.bid, "widow")
        if not self._is_alone():
            self._open_play()

    def _take_widow(self, seat: int) -> None:
        """Make the widow the hand of ``seat``; its own goes dead, face down (R5)."""
        raise NotImplementedError

    def _open_play(self) -> None:
        """Go on to what follows when the widow is decided."""
        raise NotImplementedError
