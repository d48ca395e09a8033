"""A hand of real cards: only their number is known until the seats show them (R9-R11).

Each card is recorded as it falls. What is certainly wrong is refused at once. What depends on
hidden cards (missed plays, false leads) is found by the audit when the cards are shown; its dues
are confirmed or waived before they are paid.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from typing import Self, Unpack

from chalicelib.message import say
from chalicelib.rules.actions import (
    Action,
    Auction,
    Bet,
    Bid,
    Call,
    Check,
    Confirm,
    Decline,
    End,
    Exchange,
    Fold,
    Lead,
    Pass,
    Phase,
    Play,
    Pot,
    Raise,
    Reassign,
    Show,
    Take,
    Waive,
)
from chalicelib.rules.audit.claims import Claims
from chalicelib.rules.audit.findings import Finding, ForcedPass
from chalicelib.rules.audit.replay import Move, MoveKind, audit
from chalicelib.rules.cards import NO_CARD, PACK, Card
from chalicelib.rules.deal import DEAD, PLAYED, UNKNOWN, WIDOW, Deal, clockwise, deal_pack, holdings
from chalicelib.rules.errors import NotNow
from chalicelib.rules.ledger import Ledger
from chalicelib.rules.options.rules import Rules

from .betting import Betting, BettingAction
from .dues import settle
from .fold import Setup
from .form import not_handled
from .passing import passers, permitted
from .plausible import verify_observed
from .played import PlayedHand
from .three_in_one import pay_layout, pay_pot
from .widow import widow_actions


class ObservedHand(PlayedHand):
    """A hand of real cards, which become known as they fall.

    Parameters are those of :class:`~.staked.StakedHand`; the seats are dealt the numbers of
    cards of R4.

    Attributes
    ----------
    last, played_by
        The seat that played the last card, and the one that played each card; -1 for nobody.
    claims
        Who took spaces and pot before play (R15).
    findings
        What the audit found, once the cards are shown: missed plays and false leads.
    waived
        The numbers (from 1) of the findings that are waived.
    unproven, proven
        How often each seat is assumed to have passed, and the passes that the shown cards prove.
    """

    __slots__ = (
        "_began",
        "_dropped",
        "_leader",
        "_leaving",
        "_moves",
        "_pot_won",
        "_streak",
        "claims",
        "findings",
        "last",
        "played_by",
        "proven",
        "unproven",
        "waived",
    )

    def __init__(
        self, rules: Rules, stacks: Sequence[int], dealer: int, **setup: Unpack[Setup]
    ) -> None:
        super().__init__(rules, stacks, dealer, **setup)
        self.played_by = [-1] * 52
        self.last = -1
        self._streak = 0
        self._pot_won = False
        self._leader = -1  # of the first run, where the betting decides it (R15)
        self._moves: list[Move] = []
        self.findings: list[Finding] = []
        self.waived: set[int] = set()
        self.unproven = Counter[int]()
        self.proven: list[ForcedPass] = []
        self.claims = Claims()
        self._dropped: dict[int, int] = {}
        self._leaving: list[int] = []
        dealt = deal_pack(rules, PACK, self.live, self.dealer)
        for seat in self.live:
            self.counts[seat] = len(dealt.cards(seat))
        self._widow = len(dealt.cards(WIDOW))
        self._began = self.live
        if len(self.live) < 2:
            self._end(self.live[0] if self.live else None)
        elif not rules.widow.is_open or self.dealer not in self.live:
            self._open_play()

    @property
    def unshown(self) -> dict[int, int]:
        """How many cards each seat still has to show; seats with none are left out."""
        shown = [held.bit_count() for held in self.sets]
        holding = {**{seat: self.counts[seat] for seat in self.live}, **self._dropped}
        return {seat: n - shown[seat] for seat, n in holding.items() if n > shown[seat]}

    def legal_actions(self) -> list[Action]:
        """Return the actions that are certain to be legal now.

        Leads and shown cards are not among them, because only the table knows which card it is.
        """
        phase = self.phase
        if phase in (Phase.WIDOW, Phase.AUCTION):
            return widow_actions(self)
        if phase is Phase.POKER and self.betting is not None:
            return [*self.betting.options(self.highest_bid())]
        if phase is Phase.RUN:
            plays: list[Action] = [Play(seat, self.next_card) for seat in self.live]
            return [play for play in plays if self.can(play)] if self.claims.takers else plays
        if phase is Phase.DUES:
            return [
                Confirm(),
                *(
                    Waive(number)
                    for number in range(1, len(self.findings) + 1)
                    if number not in self.waived
                ),
            ]
        return []

    def highest_bid(self) -> int:
        """Return the most the seat to bid or bet can put in: the chips it holds (R5, R15)."""
        if self.claims.layout_open and self.phase is Phase.POKER:
            return max(0, self._stacks_with_layout()[self.turn])
        return super().highest_bid()

    def verify(self, action: Action) -> None:
        """Raise unless ``action`` can have happened now; see :meth:`.Fold.verify`."""
        verify_observed(self, action)

    def implied(self) -> Card:
        """Return the card that continues the run.

        Raises
        ------
        NotNow
            No run is under way, so a card must be named.
        """
        if self.phase is not Phase.RUN:
            raise NotNow(say("play.run-unnamed"))
        return self.next_card

    @property
    def forced_passes(self) -> list[ForcedPass]:
        """The passes of seats that could not lead, in order (R6, R11)."""
        return self.proven if self.rules.version.proves_passes else super().forced_passes

    @property
    def faults(self) -> list[tuple[Finding, bool]]:
        """Every fault that the audit found, and whether it is waived."""
        return [(finding, number in self.waived) for number, finding in enumerate(self.findings, 1)]

    def settled(self) -> Self:
        """Return the hand, or a copy with its dues paid if they wait to be confirmed."""
        if self.phase is not Phase.DUES:
            return self
        copied = copy.deepcopy(self, {id(self.rules): self.rules})
        copied.do(Confirm())
        return copied

    # -- doing ------------------------------------------------------------------------------

    def do(self, action: Action, number: int | None = None) -> None:
        """Do an action that is known to be possible; see :meth:`.Fold.do`."""
        self._begin(number)
        self._close_claims(action)
        match action:
            case Play(seat, card):
                self._play(seat, card, self.phase is not Phase.RUN or card != self.next_card)
            case Lead(seat, card):
                self._play(seat, card, led=True)
            case Exchange() | Decline() | Auction() | Bid() | Pass():
                if self._settle_widow(action, self._take_widow) and not self._is_alone():
                    self._open_play()
            case Check() | Bet() | Call() | Raise() | Fold():
                assert self.betting is not None  # else it is not legal
                self._bet(self.betting, action)
            case Take(seat, space):
                self.claims.takers.setdefault(space, []).append(seat)
                self._open_betting()
            case Pot(seat):
                self.claims.pot_winners.append(seat)
                self.turn = self._winners()[0]
            case End():
                self._pass([self.last, *self.others(self.last)])
                self._moves.append(Move(self.number, MoveKind.END))
                if not self._is_alone():
                    self._end(None)
            case Show(seat, card):
                self._show(seat, card)
            case Waive(finding):
                self.waived |= {finding} if finding else {*range(1, len(self.findings) + 1)}
                if len(self.waived) == len(self.findings):
                    self._settle()
            case Reassign(finding):
                self._reassign(finding - 1)
            case Confirm():
                self._settle()
            case _:
                raise not_handled(action)

    def _close_claims(self, action: Action) -> None:
        """Pay layout and pot once ``action`` shows that nobody else takes from them (R15)."""
        claims = self.claims
        if claims.layout_open and not isinstance(action, Take):
            claims.layout_open, claims.layout_at = False, self.number
            pay_layout(self.ledger, claims.takers, self.live, self.dealer)
        if self.phase is Phase.POT and not isinstance(action, Take | Pot):
            pay_pot(self.ledger, self._winners())
            self._leader, claims.pot_at = self._winners()[0], self.number
            self.phase = Phase.LEAD

    def _leave(self, seat: int) -> None:
        """Let a seat drop out (R12); once play has begun it shows its cards with the others."""
        if self.plays:
            self._dropped[seat] = self.counts[seat]
            self._moves.append(Move(self.number, MoveKind.DROP, seat))
        super()._leave(seat)

    def _is_alone(self) -> bool:
        """End the hand if all but one have dropped out, and return whether it did (R12)."""
        if len(self.live) == 1:
            self._end(self.live[0])
        return len(self.live) == 1

    # -- the widow --------------------------------------------------------------------------

    def _take_widow(self, seat: int) -> None:
        self.counts[seat], self._widow = self._widow, 0

    # -- before the first lead --------------------------------------------------------------

    def _open_play(self) -> None:
        """Work out who leads first, as far as known, after the stages of R15 if there are any."""
        rules = self.rules
        leading = rules.leading
        self.turn = -1 if leading.first_suit is not None else self.others(self.dealer)[0]
        if leading.dealer_first and self.dealer in self.live:
            self.turn = self.dealer
        self.phase = Phase.LEAD
        self.claims.layout_open = rules.winning.spaces_by_holding
        self._open_betting()

    def _open_betting(self) -> None:
        """Begin the betting, with the chips that each seat has once the layout is paid."""
        if self.rules.winning.pot_by_poker:
            order = clockwise(self.live, self.dealer)
            self.betting = Betting(order, self._stacks_with_layout(), self.rules)
            self._next_to_bet(self.betting)

    def _stacks_with_layout(self) -> list[int]:
        """Return the seats' chips as they are once every space taken so far is paid."""
        mine = self.ledger
        paid = Ledger(mine.stacks, mine.layout, 0, 0, 0, mine.debt)
        if self.claims.layout_open:
            pay_layout(paid, self.claims.takers, self.live, self.dealer)
        return paid.stacks

    def _bet(self, betting: Betting, action: BettingAction) -> None:
        self._put_in(betting, action)
        if not self._is_alone():
            self._next_to_bet(betting)

    def _next_to_bet(self, betting: Betting) -> None:
        self.turn = betting.turn
        self.phase = Phase.POKER if self.turn >= 0 else Phase.POT
        if len(betting.seats) == 1:
            self.claims.pot_winners = betting.seats[:]
            self.turn = betting.seats[0]

    def _winners(self) -> list[int]:
        """Return the winners of the pot, clockwise from the dealer."""
        winners = self.claims.pot_winners
        return [seat for seat in clockwise(self.live, self.dealer) if seat in winners]

    # -- runs -------------------------------------------------------------------------------

    def _pass(self, seats: Sequence[int]) -> None:
        """Let these seats pass, one after the other, until only one is left (R6, R12).

        Passes are assumed here; they count, and are paid, once the shown cards prove them (R11).
        """
        for seat in seats:
            if len(self.live) > 1:
                self._moves.append(Move(self.number, MoveKind.PASS, seat))
                if self.rules.version.proves_passes:
                    self.unproven[seat] += 1
                else:
                    self.note("pass", seat)
                    self.pay(seat, self.ledger.kitty, self.rules.leading.pass_fee, "pass fee")

    def _start_run(self, seat: int, card: Card) -> None:
        """Work out what a lead implies for the run before it: its stop, and who passed (R6)."""
        if not self.plays:
            self._began = self.live
            return
        if self.phase is Phase.RUN:
            self.note("stop", self.last, self.plays[-1][1])
        passed = passers(self, seat, card)
        lifted = seat in passed or (seat == self.last and not permitted(self) >> card & 1)
        self._pass(passed)
        if lifted and not self.rules.version.proves_passes:
            self.note("lifted", seat)

    def _play(self, seat: int, card: Card, led: bool) -> None:
        rules, ledger = self.rules, self.ledger
        if led:
            self._start_run(seat, card)
        self._streak = self._streak + 1 if self.last == seat and not led else 1
        self.last = seat
        self.where[card] = PLAYED
        self.played_by[card] = seat
        self.counts[seat] -= 1
        self.plays.append((seat, card, led))
        kind = MoveKind.LEAD if led else MoveKind.PLAY
        self._moves.append(Move(self.number, kind, seat, card))
        if rules.winning.spaces_by_playing:
            for space, cards in rules.table.wins_of[card]:
                if all(self.played_by[other] == seat for other in cards):
                    account = ledger.space(space)
                    ledger.move(account, seat, ledger.chips[account], "boodle")
        if self._streak == 3 and not self._pot_won and rules.winning.pot_by_run:
            self._pot_won = True
            ledger.move(ledger.pot, seat, ledger.chips[ledger.pot], "pot")
        above = rules.table.order.next[card]
        self.turn = -1
        if not self.counts[seat]:
            self._end(seat)
        elif above != NO_CARD and self.where[above] == UNKNOWN:
            self.phase, self.next_card = Phase.RUN, above
        else:
            self.phase, self.next_card = Phase.LEAD, NO_CARD
            self.note("stop", seat, card)

    # -- the end ----------------------------------------------------------------------------

    def _end(self, winner: int | None) -> None:
        self.winner = winner
        self.phase, self.turn, self.next_card = Phase.SHOW, -1, NO_CARD
        if self.plays:
            self._audit_if_shown()
        else:
            self._settle()  # all but one have dropped out before the first lead

    def _show(self, seat: int, card: Card) -> None:
        self._lay_open(seat, card)
        self._audit_if_shown()

    def _lay_open(self, seat: int, card: Card) -> None:
        self.where[card] = seat
        self.sets[seat] |= 1 << card

    def _audit_if_shown(self) -> None:
        """Audit the hand once every card a seat holds is known."""
        unshown = self.unshown
        unknown = [card for card in PACK if self.where[card] == UNKNOWN]
        if list(unshown.values()) == [len(unknown)]:
            for seat in unshown:  # the one that holds all the rest
                for card in unknown:
                    self._lay_open(seat, card)
        elif unshown:
            return
        rules, deal, began = self.rules, self.deal, self._began
        betting = self.betting.seats if self.betting else ()
        self.findings = [
            *self.claims.findings(rules, holdings(deal.where, len(self.counts)), began, betting),
            *audit(rules, began, self.dealer, self._leader, deal, self._moves, self._prove_pass),
        ]
        self._pay_passes()
        if self.rules.misses.dues_are_automatic or not any(map(self._needs_ruling, self.findings)):
            self._settle()
        else:
            self.phase = Phase.DUES

    def _prove_pass(self, seat: int, number: int) -> bool:
        """Count a pass that the cards prove; return whether the seat drops out with it (R11, R12).

        It costs what the seat had then: chips that it won later do not pay for it.
        """
        ledger = self.ledger
        stack = ledger.chips[seat] - sum(one.fee for one in self.proven if one.seat == seat)
        for entry in ledger.entries:
            if entry.action >= number:
                stack -= (entry.target == seat) * entry.amount
                stack += (entry.source == seat) * entry.amount
        fee = self.rules.leading.pass_fee
        paid = fee if ledger.debt else min(fee, stack)
        self.proven.append(ForcedPass(seat, number, paid))
        plays_on = any(
            move.seat == seat
            and move.number >= number
            and move.kind in (MoveKind.PLAY, MoveKind.LEAD)
            for move in self._moves
        )
        leaves = bool(paid) and self.rules.chips.broke_drop_out and paid == stack and not plays_on
        if leaves:
            self._leaving.append(seat)
        return leaves

    def _pay_passes(self) -> None:
        """Pay for the passes that the cards prove, and let those drop out whom it cost all."""
        for seat, _, fee in self.proven:
            self.note("pass", seat)
            self.ledger.move(seat, self.ledger.kitty, fee, "pass fee")
        for seat in self._leaving:
            super()._leave(seat)
        if self.winner is None and len(self.live) == 1:
            self.winner = self.live[0]

    def _needs_ruling(self, finding: Finding) -> bool:
        """Whether a fault must be confirmed or waived: a missed play only where it costs chips."""
        return not finding.miss or self.rules.misses.cost_anything

    def _reassign(self, index: int) -> None:
        """Charge a finding with two causes to the other seat (R11)."""
        finding = self.findings[index]
        led = next(
            move.card
            for move in self._moves
            if (move.number, move.kind) == (finding.action, MoveKind.LEAD)
        )
        self.findings[index] = finding.moved(led)

    @property
    def deal(self) -> Deal:
        """The deal as far as known: the cards each seat played and showed; all others are dead."""
        return Deal(
            tuple(
                self.played_by[card] if pile == PLAYED else DEAD if pile == UNKNOWN else pile
                for card, pile in enumerate(self.where)
            )
        )

    def _settle(self) -> None:
        due = [
            finding for number, finding in enumerate(self.findings, 1) if number not in self.waived
        ]
        self.misses = [finding.miss for finding in due if finding.miss]
        for miss in self.misses:
            self.note("miss", miss.seat, miss.card)
        settle(self, [finding for finding in due if finding.kind.is_false_lead])
        self._close()
