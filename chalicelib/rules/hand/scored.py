"""A hand of which only the score sheet is known: who won what, who went out, cards left.

Each fact of the sheet is an action; the last one, ``out`` or ``end``, closes it. Then the facts
are checked against each other and against the rules, and paid through the same ledger as a hand
that was followed card by card.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Final, Unpack

from chalicelib.rules import actions
from chalicelib.rules.actions import (
    Action,
    Block,
    Chips,
    End,
    Exchange,
    Left,
    Out,
    Phase,
    Pot,
    Take,
    make_action,
)
from chalicelib.rules.audit.misses import Miss, Win
from chalicelib.rules.cards import PACK, TEXT, Card
from chalicelib.rules.deal import PLAYED, WIDOW, deal_pack
from chalicelib.rules.errors import AgainstRules, Malformed, NotNow, say
from chalicelib.rules.leads import passing
from chalicelib.rules.options.rules import Rules

from .dues import settle
from .fold import Setup
from .form import check_form
from .known import Hand
from .staked import StakedHand
from .taking import check_sharing
from .three_in_one import pay_layout, pay_pot

SCORED_VERBS: Final = frozenset(
    {"take", "pot", "fee", "exchange", "sold", "bet", "left", "miss", "block", "chips"}
    | {"out", "end"}
)


class ScoredHand(StakedHand):
    """A hand that is recorded by its score sheet.

    Parameters are those of :class:`~chalicelib.rules.hand.staked.StakedHand`.

    Attributes
    ----------
    facts
        What the sheet says so far, in order.
    """

    __slots__ = ("_widow", "facts")

    def __init__(
        self, rules: Rules, stacks: Sequence[int], dealer: int, **setup: Unpack[Setup]
    ) -> None:
        super().__init__(rules, stacks, dealer, **setup)
        self.facts: list[Action] = []
        dealt = deal_pack(rules, PACK, self.live, self.dealer)
        for seat in self.live:
            self.counts[seat] = len(dealt.cards(seat))
        self._widow = len(dealt.cards(WIDOW))
        self.phase, self.turn = Phase.SHEET, -1
        if len(self.live) < 2:
            self.winner = self.live[0] if self.live else None
            settle(self)
            self._close()

    @property
    def has_widow(self) -> bool:
        """Whether there is a widow that could be taken (R5)."""
        return self._widow > 0

    def legal_actions(self) -> list[Action]:
        """Return nothing: what a sheet says only the table knows."""
        return []

    def highest_bid(self) -> int:
        """Return 0: no seat is to bid."""
        return 0

    # -- judging ----------------------------------------------------------------------------

    def verify(self, action: Action) -> None:
        """Raise unless the sheet can say this; see :meth:`.Fold.verify`.

        ``out`` and ``end`` close the sheet, and are refused if it contradicts itself.
        """
        verb, seat, card, amount = action.loose
        check_form(action, SCORED_VERBS, len(self.counts), self.rules.broke == "debt")
        if self.over:
            raise NotNow("the hand is over")
        if seat is not None and seat not in self.live and verb != "chips":
            raise Malformed(say("seat {seat} is not in the hand", seat=seat + 1))
        if verb in ("take", "block") and (amount or 0) > len(self.rules.layout):
            raise Malformed(say("there is no space {space}", space=amount))
        if verb in ("out", "end"):
            copy.deepcopy(self, {id(self.rules): self.rules})._finish(seat)
        elif action in self._facts_so_far(verb) and verb not in ("fee", "bet"):
            raise AgainstRules("R14", "the sheet says so already")
        else:
            self._verify_fact(verb, seat, card, amount)

    def _verify_fact(
        self, verb: str, seat: int | None, card: Card | None, amount: int | None
    ) -> None:
        rules = self.rules
        said = self._said(verb)
        if verb in ("left", "chips") and any(fact.seat == seat for fact in said):
            raise AgainstRules("R14", "the sheet says so otherwise")
        if verb == "take" and rules.spaces_paid == "played" and amount in self._amounts("take"):
            raise AgainstRules("R8", "this space has been taken")
        if verb == "pot" and said and rules.pot_won_by == "run3":
            raise AgainstRules("R8", "one seat wins the pot, once in a hand")
        if verb == "fee":
            if not passing(rules) or not rules.lead_pass_fee:
                raise AgainstRules("R6", "passing costs nothing here")
            if (amount or 0) > rules.lead_pass_fee:
                raise AgainstRules("R6", say("a pass costs {fee}", fee=rules.lead_pass_fee))
        if verb == "bet" and rules.pot_won_by != "poker":
            raise AgainstRules("R15", "there is no betting here")
        if verb in ("exchange", "sold"):
            self._verify_widow_fact(verb, seat)
        if verb == "miss":
            self._verify_miss(card)
        if verb == "block":
            self._verify_block(amount)

    def _verify_widow_fact(self, verb: str, seat: int | None) -> None:
        if not self.has_widow or not self.rules.widow_is_open:
            raise AgainstRules("R5", "the widow is not for exchange or sale here")
        if verb == "sold" and not self.rules.widow.can_be_sold:
            raise AgainstRules("R5", "the widow is not for sale here")
        if self._said("exchange") or self._said("sold"):
            raise AgainstRules("R5", "the widow has been taken")
        if (seat == self.dealer) != (verb == "exchange"):
            raise AgainstRules("R5", "the dealer may exchange the widow, the others may buy it")

    def _verify_miss(self, card: Card | None) -> None:
        assert card is not None
        if not self.rules.fines_misses:
            raise AgainstRules("R9", "missed plays cost nothing here, so a run is played on")
        if any(fact.card == card for fact in self._said("miss")):
            raise AgainstRules("R9", say("{card} can be missed but once", card=TEXT[card]))
        if card not in self.rules.order.next:
            raise AgainstRules("R9", say("no run leads to {card}", card=TEXT[card]))

    def _verify_block(self, amount: int | None) -> None:
        misses = self._said("miss")
        if not self.rules.penalty_compensation or self.rules.spaces_paid == "held":
            raise AgainstRules("R10", "blocked boodle wins are not made good here")
        if not misses:
            raise AgainstRules("R10", "a blocked win follows the miss that blocked it")
        missed = misses[-1].card
        assert missed is not None
        if not self._chain(missed, (amount or 0) - 1):
            raise AgainstRules("R10", say("no run from {card} wins it", card=TEXT[missed]))

    def _chain(self, missed: Card, space: int) -> list[Card]:
        """Return the cards of a space that a run from the missed card comes to."""
        order, card, chain = self.rules.order, missed, []
        while card >= 0:
            chain += [card for index, _ in self.rules.wins_of[card] if index == space]
            card = order.next[card]
        return chain

    def _facts_so_far(self, verb: str) -> list[Action]:
        """Return the facts that one must not repeat: of blocked wins those of the same miss."""
        if verb != "block":
            return self.facts
        start = max((i for i, fact in enumerate(self.facts) if fact.verb == "miss"), default=0)
        return self.facts[start:]

    def _said(self, verb: str) -> list[Action]:
        return [fact for fact in self.facts if fact.verb == verb]

    def _amounts(self, verb: str) -> list[int | None]:
        return [fact.amount for fact in self._said(verb)]

    def _dealt(self, seat: int) -> int:
        """Return how many cards a seat had when play began."""
        took = any(fact.seat == seat for fact in self._said("exchange") + self._said("sold"))
        return self._widow if took else self.counts[seat]

    # -- doing ------------------------------------------------------------------------------

    def do(self, action: Action, number: int | None = None) -> None:
        """Write a fact on the sheet that is known to be possible; see :meth:`.Fold.do`."""
        self._begin(number)
        if action.verb in ("out", "end"):
            self._finish(action.seat)
        else:
            self.facts.append(action)

    def _finish(self, winner: int | None) -> None:
        """Check the sheet as a whole and pay what it says.

        Raises
        ------
        AgainstRules, NotNow
            It contradicts itself or the rules, or something is missing. The hand is spoilt then,
            which is why :meth:`verify` tries it on a copy.
        """
        ledger = self.ledger
        for fact in self._said("sold"):
            self._pay_fact("R5", fact, self.dealer, "widow")
        takers: dict[int, list[int]] = {}
        for fact in self._said("take"):
            takers.setdefault((fact.amount or 0) - 1, []).append(fact.seat or 0)
        self._check_takers(takers)
        if self.rules.spaces_paid == "held":
            pay_layout(ledger, takers, self.live, self.dealer)
        for fact in self._said("bet"):
            self._pay_fact("R15", fact, ledger.pot, "bet")
        winners = [seat for seat in self.others(self.dealer) if self._says("pot", seat)]
        winners += [self.dealer] * self._says("pot", self.dealer)
        if winners:
            pay_pot(ledger, winners)
        if self.rules.spaces_paid == "played":
            pay_layout(ledger, takers, self.live, self.dealer)
        for fact in self._said("fee"):
            self._pay_fact("R6", fact, ledger.kitty, "pass fee")
        self._count_cards(winner, takers)
        self._read_misses(takers)
        self.winner = winner
        settle(self)
        for fact in self._said("chips"):
            has = ledger.chips[fact.seat or 0]
            if has != fact.amount:
                raise AgainstRules(
                    "R14",
                    say(
                        "the sheet does not sum: seat {seat} comes to {has} chips, not {said}",
                        seat=(fact.seat or 0) + 1,
                        has=has,
                        said=fact.amount,
                    ),
                )
        self._close()

    def _says(self, verb: str, seat: int) -> bool:
        return any(fact.seat == seat for fact in self._said(verb))

    def _pay_fact(self, section: str, fact: Action, target: int, reason: str) -> None:
        seat, amount = fact.seat or 0, fact.amount or 0
        may_owe = reason == "pass fee" and self.rules.broke == "debt"  # R5, R15: no bid may
        if amount > self.ledger.chips[seat] and not may_owe:
            raise AgainstRules(
                section,
                say(
                    "seat {seat} had {has} chips to pay {amount}",
                    seat=seat + 1,
                    has=self.ledger.chips[seat],
                    amount=amount,
                ),
            )
        self.pay(seat, target, amount, reason)

    def _count_cards(self, winner: int | None, takers: Mapping[int, Sequence[int]]) -> None:
        """Work out the cards left, and whether each seat had cards enough for what it won."""
        self._check_winner(winner)
        left = {fact.seat: fact.amount or 0 for fact in self._said("left")}
        missing = tuple(
            say("seat {seat}", seat=seat + 1)
            for seat in self.live
            if seat != winner and seat not in left
        )
        if missing:
            raise NotNow(
                say("the sheet does not say how many cards are left to {seats}", seats=missing)
            )
        if left.get(winner) and len(self.live) > 1:
            raise AgainstRules("R8", "who goes out has no card left")
        for seat in self.live:
            if seat != winner and not left[seat]:
                raise AgainstRules(
                    "R8", say("seat {seat} had no card left, so it went out", seat=seat + 1)
                )
            held = self._dealt(seat)
            if left.get(seat, 0) > held:
                raise AgainstRules(
                    "R4", say("seat {seat} had {dealt} cards", seat=seat + 1, dealt=held)
                )
            played = held if self.rules.spaces_paid == "held" else held - left.get(seat, 0)
            if played < self._needed(seat, takers):
                raise AgainstRules(
                    "R8",
                    say(
                        "seat {seat} played {played} cards, too few for what it won",
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
                raise AgainstRules("R12", say("seat {seat} is left alone and wins", seat=alone))
            if rules.lead_stuck != "pass_then_end" or not passing(rules):
                raise AgainstRules("R6", "here a hand goes on until a seat has no card left")
        elif winner not in self.live:
            raise AgainstRules("R12", say("seat {seat} has dropped out", seat=winner + 1))

    def _needed(self, seat: int, takers: Mapping[int, Sequence[int]]) -> int:
        """Return how many cards a seat has played, or held, at least to win what it won."""
        won = [self.rules.layout[space].sets for space, seats in takers.items() if seat in seats]
        certain = {card for sets in won if len(sets) == 1 for card in sets[0]}
        run = 3 if self.rules.pot_won_by == "run3" and self._says("pot", seat) else 0
        return max(run, len(certain), *(len(sets[0]) for sets in won), 0)

    def _check_takers(self, takers: Mapping[int, Sequence[int]]) -> None:
        """Refuse what two seats cannot have won."""
        for space, seats in takers.items():
            if len(seats) > len(self.rules.layout[space].sets):
                raise AgainstRules("R8", "this space has been taken")
        check_sharing(self.rules, takers)

    def _read_misses(self, takers: Mapping[int, Sequence[int]]) -> None:
        """Read the misses with the wins they blocked, which must still be open (R10)."""
        for place, fact in enumerate(self.facts):
            if fact.verb != "miss":
                continue
            missed = fact.card or 0
            blocked = []
            for follower in self.facts[place + 1 :]:
                if follower.verb == "miss":
                    break
                if follower.verb == "block":
                    blocked.append(self._blocked(missed, follower, takers))
            self.misses.append(Miss(self.number, fact.seat or 0, missed, tuple(blocked)))

    def _blocked(self, missed: Card, fact: Action, takers: Mapping[int, Sequence[int]]) -> Win:
        space, holder = (fact.amount or 0) - 1, fact.seat or 0
        if space in takers:
            raise AgainstRules("R10", "a space that was taken was not blocked")
        if holder in self.live and not self.counts[holder]:
            raise AgainstRules("R10", say("seat {seat} held no card any more", seat=holder + 1))
        return Win(space, self._chain(missed, space)[-1], holder)


def score_of(hand: Hand) -> list[Action]:
    """Return the score sheet of a hand that is over, as the actions of a :class:`ScoredHand`."""
    ledger = hand.ledger
    facts: list[Action] = []
    for entry in ledger.entries:
        if entry.reason == "boodle":
            facts.append(Take(entry.target, entry.source - ledger.seats))
        elif entry.reason == "pot":
            facts.append(Pot(entry.target))
        elif entry.reason in _FACTS:
            facts.append(make_action(_FACTS[entry.reason], entry.source, None, entry.amount))
    sold = any(fact.verb == "sold" for fact in facts)
    if WIDOW in hand.deal.where and WIDOW not in hand.where and not sold:
        facts.append(Exchange(hand.dealer))
    for miss in hand.misses:
        facts.append(actions.Miss(miss.seat, miss.card))
        facts += [
            Block(holder, space)
            for space, card, holder in miss.blocked
            if hand.where[card] != PLAYED and ledger.chips[ledger.space(space)]
        ]
    facts += [Left(seat, hand.counts[seat]) for seat in hand.live if hand.counts[seat]]
    facts += [Chips(seat, chips) for seat, chips in enumerate(ledger.stacks)]
    facts.append(End() if hand.winner is None else Out(hand.winner))
    return facts


_FACTS: Final = {"pass fee": "fee", "widow": "sold", "bet": "bet"}
