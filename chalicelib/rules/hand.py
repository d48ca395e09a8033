"""A hand: one deal, from the stakes to the dues, as a fold over its actions.

A :class:`Hand` is made from its setup and changed only by :meth:`Hand.apply`. Replaying the
same actions on the same setup gives the same state, always. It knows every card; what a seat
may see of it is decided in :mod:`chalicelib.rules.views`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from .actions import Action, Event, Phase
from .cards import ALL_SUITS, NO_CARD, OTHER_COLOUR, OTHER_SUITS, Card
from .deal import PLAYED, WIDOW, Deal, clockwise, deal_pack
from .dues import Miss, blocked_wins, settle
from .errors import AgainstRules, Malformed, NotNow, say
from .ledger import Ledger
from .legality import legal_actions, verify
from .options import Rules
from .stakes import Placement, check_chips, named_amount, pay_stakes, seats_able
from .widow import Auction, take_widow

MIN_SEATS: Final = 2
MAX_SEATS: Final = 8


class Hand:
    """One deal under way or over.

    Parameters
    ----------
    rules
        The rules of the game.
    stacks
        Each seat's chips before the stakes.
    dealer
        The seat (from 0) whose turn it is to deal.
    deal
        A :class:`Deal`, or the pack in dealing order, to be dealt by R4.
    layout, kitty, pot, bank
        Chips lying there from earlier hands.
    seats
        The seats still in the game; all, if not given.
    amount
        The stake the dealer named, where he may (R3); ``stakes.amount`` if not given.
    placements
        Where each seat puts its stake, in ``free`` and ``single`` (R3).

    Attributes
    ----------
    dealer
        The seat that deals, which is another than asked for if that one sits out (R3).
    live
        The seats dealt in, ascending.
    phase, turn
        What the hand waits for, and from which seat; -1 where a run waits for a card.
    next_card
        The card a run waits for.
    forced, permitted
        The card that must be led first, if any, and the suits (a bit a card) that may be led.
    where, sets, counts
        Where each card lies now; each seat's cards as a set, a bit a card, and their number.
    plays
        Every card played, in order, with the seat and whether it was led.
    winner
        The seat that went out, once the hand is over; ``None`` if it ended without.
    abandoned
        Whether it was given up, and all its payments reversed.

    Raises
    ------
    Malformed, AgainstRules, NotNow
        The deal, a stake or the number of seats is not right (R1, R3, R4).
    """

    __slots__ = (
        "_held_back",
        "_pot_won",
        "_streak",
        "abandoned",
        "amount",
        "auction",
        "counts",
        "deal",
        "dealer",
        "events",
        "forced",
        "last",
        "leads",
        "ledger",
        "live",
        "misses",
        "next_card",
        "number",
        "permitted",
        "phase",
        "played_by",
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
        deal: Deal | Sequence[Card],
        *,
        layout: Sequence[int] = (),
        kitty: int = 0,
        pot: int = 0,
        bank: int = 0,
        seats: Sequence[int] | None = None,
        amount: int | None = None,
        placements: Mapping[int, Placement] | None = None,
    ) -> None:
        count = len(stacks)
        seats = range(count) if seats is None else sorted(seats)
        layout = layout or [0] * len(rules.layout)
        check_chips(rules, [*stacks, *layout, kitty, pot, bank], layout)
        if not MIN_SEATS <= len(seats) <= count <= MAX_SEATS or not set(seats) <= {*range(count)}:
            raise Malformed(
                say("a hand has {least} to {most} seats", least=MIN_SEATS, most=MAX_SEATS)
            )
        if dealer not in seats:
            raise Malformed(say("seat {seat} cannot deal: it is not in the game", seat=dealer + 1))
        self.rules = rules
        self.amount = named_amount(rules, amount)
        self.dealer, self.live = seats_able(rules, stacks, seats, dealer, self.amount)
        if not isinstance(deal, Deal):
            deal = deal_pack(rules, deal, self.live, self.dealer)
        self.deal = deal
        self.where = list(deal.where)
        self.sets = [0] * count
        self.counts = [0] * count
        if max(self.where) >= count:
            raise Malformed(say("there is no seat {seat} to deal to", seat=max(self.where) + 1))
        for card, pile in enumerate(self.where):
            if pile >= 0:
                self.sets[pile] |= 1 << card
                self.counts[pile] += 1
        if [seat for seat in range(count) if self.counts[seat]] != self.live:
            raise Malformed("the seats dealt in are those that hold cards, and no others")
        self.ledger = Ledger(stacks, layout, kitty, pot, bank)
        pay_stakes(rules, self.ledger, self.live, self.dealer, self.amount, placements or {})

        self.number = 0
        self.events: list[Event] = []
        self.plays: list[tuple[int, Card, bool]] = []
        self.played_by = [-1] * 52
        self.misses: list[Miss] = []
        self.winner: int | None = None
        self.abandoned = False
        self.last = -1
        self.next_card = NO_CARD
        self._streak = 0
        self._pot_won = False
        self.forced = NO_CARD
        self.leads: list[Card] | None = None
        self.permitted = ALL_SUITS
        self._held_back: Miss | None = None
        self.auction: Auction | None = None
        self.turn = self.dealer
        self.phase = Phase.WIDOW
        if rules.widow not in ("exchange", "exchange_or_auction"):
            self._open_play()

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.phase is Phase.OVER

    @property
    def auction_bid(self) -> tuple[int, int] | None:
        """The highest bid of an open auction and its seat: (chips, seat)."""
        auction = self.auction
        return (auction.bid, auction.bidder) if auction and auction.bidder is not None else None

    def legal_actions(self) -> list[Action]:
        """Return every action that is legal now.

        Of the bids only the lowest is listed; any amount up to :meth:`highest_bid` is legal.
        """
        return legal_actions(self)

    def highest_bid(self) -> int:
        """Return the most the seat to bid can bid: the chips it holds (R5)."""
        return self.ledger.chips[self.turn] if self.phase is Phase.AUCTION else 0

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
        verify(self, action)

    def can(self, action: Action) -> bool:
        """Return whether ``action`` is legal now."""
        try:
            verify(self, action)
        except (Malformed, AgainstRules, NotNow):
            return False
        return True

    # -- doing it ---------------------------------------------------------------------------

    def apply(self, action: Action, number: int | None = None) -> None:
        """Do ``action``, with all that follows from it, as action ``number`` (the next one).

        What it brought about is found by its number (:attr:`number`) in ``events`` and in the
        ledger.

        Raises
        ------
        Malformed, NotNow, AgainstRules
            See :meth:`verify`; nothing has changed then.
        """
        verify(self, action)
        self.redo(action, number)

    def redo(self, action: Action, number: int | None = None) -> None:
        """Do an action that was found legal before: the step of a replay of what is recorded."""
        verb, seat, card, amount = action
        self.number = self.number + 1 if number is None else number
        self.ledger.action = self.number
        self.leads = None
        if verb == "play":
            self._play(seat, card)  # type: ignore[arg-type]
        elif verb == "stop":
            self._stop()
        elif verb == "exchange":
            take_widow(self, self.dealer)
            self._open_play()
        elif verb in ("bid", "pass"):
            self._call(seat, amount)  # type: ignore[arg-type]
        elif verb == "auction" or (
            self.rules.widow == "exchange_or_auction"
            and self.rules.auction == "anyone"
            and WIDOW in self.where
        ):
            self.auction = Auction(clockwise(self.live, self.dealer)[:-1])
            self.phase, self.turn = Phase.AUCTION, self.auction.turn
        else:
            self._open_play()

    def replay(self, actions: Iterable[Action]) -> Hand:
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
        self.number = self.number + 1 if number is None else number
        self.ledger.action = self.number
        for entry in reversed(self.ledger.entries[:]):
            self.ledger.move(entry.target, entry.source, entry.amount, "abandoned")
        self.phase, self.turn, self.next_card = Phase.OVER, -1, NO_CARD
        self.abandoned = True
        self.events.append(Event("end", self.number))

    def _call(self, seat: int, amount: int | None) -> None:
        auction = self.auction
        assert auction is not None
        auction.call(seat, amount)
        if not auction.over:
            self.turn = auction.turn
            return
        if auction.bidder is None:
            self.events.append(Event("unsold", self.number))
        else:
            self.ledger.move(auction.bidder, self.dealer, auction.bid, "widow")
            take_widow(self, auction.bidder)
            self.events.append(Event("sold", self.number, auction.bidder))
        self._open_play()

    def _open_play(self) -> None:
        """Settle who leads the first run (R6)."""
        first = self.rules.lead_first
        self.phase = Phase.LEAD
        self.turn = clockwise(self.live, self.dealer)[0]
        if first == "dealer":
            self.turn = self.dealer
        elif first.startswith("lowest:"):
            suit = "CDHS".index(first[-1])
            held = 0
            for seat in self.live:
                held |= self.sets[seat]
            self.forced = self.rules.order.lowest(held, suit)
            if self.forced != NO_CARD:
                self.turn = self.where[self.forced]

    def _play(self, seat: int, card: Card) -> None:
        rules = self.rules
        led = self.phase is Phase.LEAD
        if self._held_back:
            if self._held_back.card == card and self._held_back.seat == seat:
                # R9: stopped at its own card and led at once, so nothing was missed.
                self.misses.remove(self._held_back)
            self._held_back = None
        self._streak = self._streak + 1 if self.last == seat and not led else 1
        self.forced = NO_CARD
        self.last = seat
        self.where[card] = PLAYED
        self.sets[seat] ^= 1 << card
        self.counts[seat] -= 1
        self.played_by[card] = seat
        self.plays.append((seat, card, led))
        for space in rules.spaces_of[card]:
            self._win_space(seat, space)
        if self._streak == 3 and not self._pot_won:
            self._pot_won = True
            self.ledger.move(self.ledger.pot, seat, self.ledger.chips[self.ledger.pot], "pot")
        if not self.counts[seat]:
            self._end(seat)
            return
        above = rules.order.next[card]
        if above != NO_CARD and self.where[above] >= 0:
            self.phase, self.turn, self.next_card = Phase.RUN, -1, above
        else:
            self.events.append(Event("stop", self.number, seat, card))
            self._pass_lead(card)

    def _win_space(self, seat: int, space: int) -> None:
        """Take all chips of a space whose cards this seat has all played (R8)."""
        if all(self.played_by[card] == seat for card in self.rules.layout[space].cards):
            account = self.ledger.space(space)
            self.ledger.move(account, seat, self.ledger.chips[account], "boodle")

    def _stop(self) -> None:
        offender = self.where[self.next_card]
        miss = Miss(self.number, offender, self.next_card, blocked_wins(self, self.next_card))
        self.misses.append(miss)
        if offender == self.last:
            self._held_back = miss
        self._pass_lead(self.next_card)

    def _pass_lead(self, stopped: Card) -> None:
        """After a stop find who leads, and what may be led; work out forced passes (R6)."""
        rules, first = self.rules, self.last
        suit = stopped // 13
        self.phase, self.turn, self.next_card = Phase.LEAD, first, NO_CARD
        self.permitted = ALL_SUITS
        if rules.lead_change == "none":
            return
        permitted = OTHER_SUITS[suit] if rules.lead_change == "suit" else OTHER_COLOUR[suit]
        if self.sets[first] & permitted:
            self.permitted = permitted
            return
        if rules.lead_stuck != "play_same":
            for seat in (first, *clockwise(self.live, first)[:-1]):
                if self.sets[seat] & permitted:
                    self.turn, self.permitted = seat, permitted
                    return
                self.events.append(Event("pass", self.number, seat))
                self.ledger.move(seat, self.ledger.kitty, rules.lead_pass_fee, "pass fee")
            if rules.lead_stuck == "pass_then_end":
                self._end(None)
                return
        self.events.append(Event("lifted", self.number, first))

    def _end(self, winner: int | None) -> None:
        self.phase, self.turn, self.next_card = Phase.OVER, -1, NO_CARD
        self.winner = winner
        for miss in self.misses:
            self.events.append(Event("miss", self.number, miss.seat, miss.card))
        settle(self)
        self.events.append(Event("end", self.number, winner))
