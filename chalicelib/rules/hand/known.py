"""A hand whose deal is known: dealt by the server, or entered before play.

:class:`Hand` judges every action at once. It knows every card; what a seat may see of it is
decided in :mod:`chalicelib.rules.views`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self, Unpack

from chalicelib.message import say
from chalicelib.rules.actions import (
    LEAD,
    OVER,
    POKER,
    RUN,
    Action,
    Auction,
    Away,
    Back,
    Bet,
    Bid,
    Call,
    Check,
    Decline,
    Event,
    Exchange,
    Fold,
    Pass,
    Play,
    Raise,
    Stop,
)
from chalicelib.rules.audit.findings import Finding
from chalicelib.rules.audit.misses import Miss, blocked_wins
from chalicelib.rules.cards import (
    ALL_SUITS,
    BITS,
    NO_CARD,
    Card,
    cards_of,
)
from chalicelib.rules.deal import DEAD, PLAYED, WIDOW, Deal, clockwise, deal_pack, holdings
from chalicelib.rules.errors import Malformed
from chalicelib.rules.layout import holders_of
from chalicelib.rules.leads import first_leader
from chalicelib.rules.options.rules import Rules

from .absent import absent_decision, absent_lead
from .betting import Betting, BettingAction
from .dues import settle
from .fold import Setup
from .form import not_handled
from .legality import legal_actions, verify
from .played import PlayedHand
from .staked import MIN_SEATS

_NO_WINS: Final = ((),) * 52


class Hand(PlayedHand):
    """One deal under way or over.

    Parameters
    ----------
    deal
        A :class:`Deal`, or the pack in dealing order, to be dealt by R4.

    The others are those of :class:`~.staked.StakedHand`.

    Attributes
    ----------
    forced, permitted
        The card that must be led first, if any, and the suits (a bit a card) that may be led.
    last, played_by
        The seat that played the last card, and the one that played each card; -1 for nobody.
    leads
        The cards that may be led, once they are worked out for this lead.
    misses_count
        Whether a missed play costs anything, so that a run can be stopped (R9).

    Raises
    ------
    Malformed, AgainstRules, NotNow
        The deal, a stake or the number of seats is not right (R1, R3, R4).
    """

    __slots__ = (
        "_above",
        "_absent_act",
        "_all_follow",
        "_held_back",
        "_pot_won",
        "_streak",
        "_wins_of",
        "deal",
        "forced",
        "last",
        "leads",
        "misses_count",
        "permitted",
        "played_by",
    )

    def __init__(
        self,
        rules: Rules,
        stacks: Sequence[int],
        dealer: int,
        deal: Deal | Sequence[Card],
        *,
        away: int = 0,
        **setup: Unpack[Setup],
    ) -> None:
        super().__init__(rules, stacks, dealer, away=away, **setup)
        if not isinstance(deal, Deal):
            deal = deal_pack(rules, deal, self.live, self.dealer)
        self.deal = deal
        self.where = list(deal.where)
        count = len(stacks)
        if max(self.where) >= count:
            raise Malformed(say("deal.no-seat", seat=max(self.where) + 1))
        self.sets = holdings(self.where, count)
        self.counts = [held.bit_count() for held in self.sets]
        if [seat for seat in range(count) if self.counts[seat]] != self.live:
            raise Malformed(say("deal.seats-and-hands"))
        # Each card played needs these, so they are looked up once.
        table, winning = rules.table, rules.winning
        self._above = table.order.next
        self._wins_of = table.wins_of if winning.spaces_by_playing else _NO_WINS
        self._all_follow = rules.runs.play_themselves
        self._absent_act = rules.absent_seats_act
        self.misses_count = rules.misses.cost_anything
        self.played_by = [-1] * 52
        self.last = -1
        self._streak = 0
        self._pot_won = winning.pot_by_poker  # in the betting, and not by a run
        self.forced = NO_CARD
        self.leads: list[Card] | None = None
        self.permitted = ALL_SUITS
        self._held_back: Miss | None = None
        widow_is_open = rules.widow.is_open
        self._widow = self.where.count(WIDOW) if widow_is_open else 0
        if len(self.live) < MIN_SEATS:  # R12: the others dropped out at the stakes
            self._end(self.live[0] if self.live else None)
            return
        if not widow_is_open or self.dealer not in self.live:
            self._open_play()
        if self.away and self._absent_act:
            self._follow()

    legal_actions = legal_actions
    verify = verify

    def follows(self, seat: int) -> bool:
        """Whether a seat's forced cards play themselves: it is away, or the rules say so (R7)."""
        return self._all_follow or bool(self.away >> seat & 1)

    # -- the audit --------------------------------------------------------------------------

    @property
    def faults(self) -> list[tuple[Finding, bool]]:
        """The missed plays as findings, none of them waived (R9)."""
        return [(Finding.of_miss(miss), False) for miss in self.misses]

    def settled(self) -> Self:
        """Return the hand itself: its dues are paid when it is over."""
        return self

    # -- doing ------------------------------------------------------------------------------

    def do(self, action: Action, number: int | None = None) -> None:
        """Do an action that is known to be legal; see :meth:`.Fold.do`."""
        self.number = self.number + 1 if number is None else number
        self.ledger.action = self.number
        self.leads = None
        if type(action) is Play:  # by far the most frequent case; isinstance costs more
            self._play(action.seat, action.card)
        else:
            self._do_rarer(action)
        if self._all_follow or self.away:
            self._follow()

    def _do_rarer(self, action: Action) -> None:
        match action:
            case Stop():
                self._stop()
            case Exchange() | Decline() | Auction() | Bid() | Pass():
                if self._settle_widow(action, self._take_widow) and not self._is_alone():
                    self._open_play()
            case Check() | Bet() | Call() | Raise() | Fold():
                assert self.betting is not None  # else it is not legal
                self._bet(self.betting, action)
            case Away(seat) | Back(seat):
                self.away ^= 1 << seat
            case _:
                raise not_handled(action)

    def _follow(self) -> None:
        """Do all that no seat needs to be asked for.

        Forced cards of a run are played (R7), and what seats that are away have to lead or decide
        is done by the fixed rule of R17.
        """
        while self.phase is not OVER:
            if self.phase is RUN:
                card = self.next_card
                seat = self.where[card]
                if not self.follows(seat):
                    return
                self.note("play", seat, card)
                self._play(seat, card)
            elif self._absent_act and self.away >> self.turn & 1:
                self._act_for_absent(self.turn)
            else:
                return

    def _act_for_absent(self, seat: int) -> None:
        """Lead or decide for a seat that is away (R17)."""
        if self.phase is LEAD:
            card = absent_lead(self)
            self.leads = None
            self.note("play", seat, card)
            self._play(seat, card)
            return
        kind, action = absent_decision(self)
        self.note(kind, seat)
        self._do_rarer(action)

    # -- the widow --------------------------------------------------------------------------

    def _take_widow(self, seat: int) -> None:
        """Make the widow the hand of ``seat``; its own is dead, face down (R5)."""
        taken = [card for card in range(52) if self.where[card] == WIDOW]
        self._discard(seat)
        for card in taken:
            self.where[card] = seat
            self.sets[seat] |= BITS[card]
        self.counts[seat], self._widow = len(taken), 0

    def _discard(self, seat: int) -> None:
        """Lay a seat's cards face down, out of play."""
        for card in cards_of(self.sets[seat]):
            self.where[card] = DEAD
        self.sets[seat] = self.counts[seat] = 0

    def _leave(self, seat: int) -> None:
        """Let a seat that has run out of chips drop out; its cards are dead (R12)."""
        super()._leave(seat)
        self._discard(seat)

    def _is_alone(self) -> bool:
        """End the hand if all but one have dropped out, and return whether it did (R12)."""
        if len(self.live) == 1:
            self._end(self.live[0])
        return len(self.live) == 1

    # -- before the first lead --------------------------------------------------------------

    def _open_play(self) -> None:
        """Go through the stages of R15, if there are any, up to the first lead."""
        if self.rules.winning.spaces_by_holding:
            from .three_in_one import pay_layout  # most games have no such stage

            holders = holders_of(self.rules.table.layout, self.sets, self.live)
            pay_layout(self.ledger, holders, self.live, self.dealer)
        if self.rules.winning.pot_by_poker:
            self.phase = POKER
            self.betting = Betting(
                clockwise(self.live, self.dealer), self.ledger.stacks, self.rules
            )
            self._go_on_betting(self.betting)
        else:
            self._start_run()

    def _bet(self, betting: Betting, action: BettingAction) -> None:
        self._put_in(betting, action)
        if not self._is_alone():
            self._go_on_betting(betting)

    def _go_on_betting(self, betting: Betting) -> None:
        """Ask the next seat; when all have answered, give the pot to the best hand (R15)."""
        self.turn = betting.turn
        if self.turn >= 0:
            return
        from chalicelib.rules.poker import best_hands

        from .three_in_one import pay_pot

        winners = best_hands(self.sets, betting.seats)
        pay_pot(self.ledger, winners)
        for seat in winners:
            self.note("best_hand", seat)
        self.phase, self.turn = LEAD, winners[0]

    def _start_run(self) -> None:
        """Settle who leads the first run (R6)."""
        self.phase = LEAD
        self.turn, self.forced = first_leader(self.rules, self.live, self.dealer, self.sets)

    # -- runs -------------------------------------------------------------------------------

    def _play(self, seat: int, card: Card) -> None:
        led = self.phase is LEAD
        if self._held_back:
            if self._held_back.card == card and self._held_back.seat == seat:
                # R9: stopped at its own card and led at once, so nothing was missed.
                self.misses.remove(self._held_back)
            self._held_back = None
        if led:
            self.forced, self._streak = NO_CARD, 1
        else:
            self._streak = self._streak + 1 if self.last == seat else 1
        self.last = seat
        where = self.where
        where[card] = PLAYED
        self.sets[seat] ^= BITS[card]
        self.counts[seat] -= 1
        self.played_by[card] = seat
        self.plays.append((seat, card, led))
        for space, cards in self._wins_of[card]:
            self._win_space(seat, space, cards)
        if self._streak == 3 and not self._pot_won:
            self._pot_won = True
            self.ledger.move(self.ledger.pot, seat, self.ledger.chips[self.ledger.pot], "pot")
        if not self.counts[seat]:
            self._end(seat)
            return
        above = self._above[card]
        if above != NO_CARD and where[above] >= 0:
            self.next_card = above
            if led:
                self.phase, self.turn = RUN, -1
        else:
            self.events.append(Event("stop", self.number, seat, card))
            self._pass_lead(card)

    def _win_space(self, seat: int, space: int, cards: tuple[Card, ...]) -> None:
        """Take all chips of a space if this seat has played all of ``cards`` (R8)."""
        if len(cards) == 1 or all(self.played_by[card] == seat for card in cards):
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
        leading, first = self.rules.leading, self.last
        self.phase, self.turn, self.next_card = LEAD, first, NO_CARD
        self.permitted = permitted = leading.permitted[stopped // 13]
        if self.sets[first] & permitted:
            return
        self.permitted = ALL_SUITS
        if leading.passes:
            for seat in (first, *self.others(first)):
                if self.sets[seat] & permitted:
                    self.turn, self.permitted = seat, permitted
                    return
                self.note("pass", seat)
                self.pay(seat, self.ledger.kitty, leading.pass_fee, "pass fee")
                if self._is_alone():
                    return
            if leading.ends_after_circle:
                self._end(None)
                return
        if first not in self.live:  # R12: it paid its last chip for passing
            self.turn = self.others(first)[0]
        self.note("lifted", self.turn)

    def _end(self, winner: int | None) -> None:
        self.phase, self.turn, self.next_card = OVER, -1, NO_CARD
        self.winner = winner
        for miss in self.misses:
            self.note("miss", miss.seat, miss.card)
        settle(self)
        self._close()
