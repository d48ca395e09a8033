"""A hand of which only the score sheet is known: who won what, who went out, cards left.

Each fact of the sheet is an action; the last one, ``out`` or ``end``, closes it. Then the facts
are checked against each other and against the rules, and paid through the same ledger as a hand
that was followed card by card.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Final, Unpack

from chalicelib.message import say
from chalicelib.rules.actions import (
    Action,
    Bet,
    Block,
    Chips,
    ChipsAction,
    End,
    Exchange,
    Fee,
    Left,
    Out,
    Phase,
    Pot,
    Recording,
    SeatAction,
    Sold,
    SpaceAction,
    verbs_of,
)
from chalicelib.rules.audit.misses import Miss, Win
from chalicelib.rules.cards import PACK, Card
from chalicelib.rules.deal import WIDOW, deal_pack
from chalicelib.rules.errors import Malformed, NotNow
from chalicelib.rules.illegal import AgainstRules
from chalicelib.rules.ledger import Reason
from chalicelib.rules.options.rules import Rules

from .dues import settle
from .fold import Setup
from .form import check_form
from .score_sheet import ScoreSheet, chain_to, verify_fact
from .staked import StakedHand
from .taking import check_sharing
from .three_in_one import pay_layout, pay_pot

_VERBS: Final = verbs_of(Recording.RESULT)


class ScoredHand(StakedHand):
    """A hand that is recorded as a score sheet.

    Parameters are those of :class:`~chalicelib.rules.hand.staked.StakedHand`.

    Attributes
    ----------
    sheet
        The facts so far.
    """

    __slots__ = ("_widow", "sheet")

    def __init__(
        self, rules: Rules, stacks: Sequence[int], dealer: int, **setup: Unpack[Setup]
    ) -> None:
        super().__init__(rules, stacks, dealer, **setup)
        self.sheet = ScoreSheet()
        dealt = deal_pack(rules, PACK, self.live, self.dealer)
        for seat in self.live:
            self.counts[seat] = len(dealt.cards(seat))
        self._widow = len(dealt.cards(WIDOW))
        self.phase, self.turn = Phase.SHEET, -1
        if len(self.live) < 2:
            self.winner = self.live[0] if self.live else None
            settle(self)
            self._close()

    def legal_actions(self) -> list[Action]:
        """Return an empty list: only the table knows the facts."""
        return []

    def highest_bid(self) -> int:
        """Return 0: no seat is to bid."""
        return 0

    # -- judging ----------------------------------------------------------------------------

    def verify(self, action: Action) -> None:
        """Raise unless the fact is possible; see :meth:`.Fold.verify`.

        ``out`` and ``end`` close the sheet, and are refused if it contradicts itself.
        """
        check_form(action, _VERBS, len(self.counts), self.rules.chips.may_owe)
        if self.over:
            raise NotNow(say("hand.over"))
        if (
            isinstance(action, SeatAction)
            and action.seat not in self.live
            and not isinstance(action, Chips)
        ):
            raise Malformed(say("seat.not-in-hand", seat=action.seat + 1))
        if isinstance(action, SpaceAction) and action.space >= len(self.rules.table.layout):
            raise Malformed(say("space.unknown", space=action.space + 1))
        match action:
            case Out() | End():
                copy.deepcopy(self, {id(self.rules): self.rules}).do(action)
            case _:
                verify_fact(self.rules, self.sheet, action, self.dealer, self._widow)

    def _dealt(self, seat: int) -> int:
        """Return how many cards a seat had when play began."""
        took = self.sheet.says(Exchange, seat) or self.sheet.says(Sold, seat)
        return self._widow if took else self.counts[seat]

    # -- doing ------------------------------------------------------------------------------

    def do(self, action: Action, number: int | None = None) -> None:
        """Write a fact that is known to be possible; see :meth:`.Fold.do`."""
        self._begin(number)
        match action:
            case Out(seat):
                self._finish(seat)
            case End():
                self._finish(None)
            case _:
                self.sheet.facts.append(action)

    def _finish(self, winner: int | None) -> None:
        """Check the sheet as a whole, and make its payments.

        Raises
        ------
        AgainstRules, NotNow
            It contradicts itself or the rules, or something is missing. The hand is then unusable,
            so :meth:`verify` tries it on a copy.
        """
        ledger = self.ledger
        for sold in self.sheet.of(Sold):
            self._pay_fact("R5", sold, self.dealer, "widow")
        takers = self.sheet.takers()
        self._check_takers(takers)
        if self.rules.winning.spaces_by_holding:
            pay_layout(ledger, takers, self.live, self.dealer)
        for bet in self.sheet.of(Bet):
            self._pay_fact("R15", bet, ledger.pot, "bet")
        winners = [seat for seat in self.others(self.dealer) if self.sheet.says(Pot, seat)]
        winners += [self.dealer] * self.sheet.says(Pot, self.dealer)
        if winners:
            pay_pot(ledger, winners)
        if self.rules.winning.spaces_by_playing:
            pay_layout(ledger, takers, self.live, self.dealer)
        for fee in self.sheet.of(Fee):
            self._pay_fact("R6", fee, ledger.kitty, "pass fee")
        self._count_cards(winner, takers)
        self._read_misses(takers)
        self.winner = winner
        settle(self)
        for counted in self.sheet.of(Chips):
            has = ledger.chips[counted.seat]
            if has != counted.chips:
                raise AgainstRules(
                    "R14",
                    say(
                        "score.stack-differs",
                        seat=counted.seat + 1,
                        has=has,
                        said=counted.chips,
                    ),
                )
        self._close()

    def _pay_fact(self, section: str, fact: ChipsAction, target: int, reason: Reason) -> None:
        seat, amount = fact.seat, fact.chips
        may_owe = isinstance(fact, Fee) and self.rules.chips.may_owe  # R5, R15: no bid may
        if amount > self.ledger.chips[seat] and not may_owe:
            raise AgainstRules(
                section,
                say(
                    "score.cannot-pay",
                    seat=seat + 1,
                    has=self.ledger.chips[seat],
                    amount=amount,
                ),
            )
        self.pay(seat, target, amount, reason)

    def _count_cards(self, winner: int | None, takers: Mapping[int, Sequence[int]]) -> None:
        """Work out the cards left, and check that each seat had enough cards for what it won."""
        self._check_winner(winner)
        left = {fact.seat: fact.cards for fact in self.sheet.of(Left)}
        missing = tuple(
            say("seat.name", seat=seat + 1)
            for seat in self.live
            if seat != winner and seat not in left
        )
        if missing:
            raise NotNow(say("score.cards-left-missing", seats=missing))
        if winner is not None and left.get(winner) and len(self.live) > 1:
            raise AgainstRules("R8", say("score.winner-has-cards"))
        for seat in self.live:
            if seat != winner and not left[seat]:
                raise AgainstRules("R8", say("score.went-out", seat=seat + 1))
            held = self._dealt(seat)
            if left.get(seat, 0) > held:
                raise AgainstRules("R4", say("score.cards-dealt", seat=seat + 1, dealt=held))
            played = held if self.rules.winning.spaces_by_holding else held - left.get(seat, 0)
            if played < self._needed(seat, takers):
                raise AgainstRules(
                    "R8",
                    say(
                        "score.too-few-played",
                        seat=seat + 1,
                        played=played,
                    ),
                )
        self.counts = [left.get(s, 0) if s in self.live else 0 for s in range(len(self.counts))]

    def _check_winner(self, winner: int | None) -> None:
        rules = self.rules
        if winner is None:
            if len(self.live) == 1:
                alone = self.live[0] + 1
                raise AgainstRules("R12", say("score.left-alone", seat=alone))
            if not rules.leading.ends_after_circle:
                raise AgainstRules("R6", say("hand.goes-on"))
        elif winner not in self.live:
            raise AgainstRules("R12", say("seat.dropped-out", seat=winner + 1))

    def _needed(self, seat: int, takers: Mapping[int, Sequence[int]]) -> int:
        """Return how many cards a seat must have played or held to win what it won."""
        won = [
            self.rules.table.layout[space].sets for space, seats in takers.items() if seat in seats
        ]
        certain = {card for sets in won if len(sets) == 1 for card in sets[0]}
        run = 3 if self.rules.winning.pot_by_run and self.sheet.says(Pot, seat) else 0
        return max(run, len(certain), *(len(sets[0]) for sets in won), 0)

    def _check_takers(self, takers: Mapping[int, Sequence[int]]) -> None:
        """Raise if two seats have won what only one can win."""
        for space, seats in takers.items():
            if len(seats) > len(self.rules.table.layout[space].sets):
                raise AgainstRules("R8", say("score.space-taken"))
        check_sharing(self.rules, takers)

    def _read_misses(self, takers: Mapping[int, Sequence[int]]) -> None:
        """Read the misses and the wins they blocked, which must still be open (R10)."""
        for fact, blocks in self.sheet.misses():
            blocked = tuple(self._blocked(fact.card, block, takers) for block in blocks)
            self.misses.append(Miss(self.number, fact.seat, fact.card, blocked))

    def _blocked(self, missed: Card, fact: Block, takers: Mapping[int, Sequence[int]]) -> Win:
        space, holder = fact.space, fact.seat
        if space in takers:
            raise AgainstRules("R10", say("score.blocked-taken"))
        if holder in self.live and not self.counts[holder]:
            raise AgainstRules("R10", say("score.no-card-held", seat=holder + 1))
        return Win(space, chain_to(self.rules, missed, space)[-1], holder)
