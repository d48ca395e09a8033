"""A score sheet: its facts, and the checks of each (R3-R15)."""

from __future__ import annotations

from typing import TypeVar

from chalicelib.message import say
from chalicelib.rules import actions
from chalicelib.rules.actions import (
    Action,
    Bet,
    Block,
    Chips,
    Exchange,
    Fee,
    Left,
    Pot,
    SeatAction,
    Sold,
    Take,
)
from chalicelib.rules.cards import TEXT, Card
from chalicelib.rules.illegal import AgainstRules
from chalicelib.rules.options.rules import Rules

from .form import not_handled

_Fact = TypeVar("_Fact", bound=Action)


class ScoreSheet:
    """The facts of a score sheet so far.

    Attributes
    ----------
    facts
        The facts, in order.
    """

    __slots__ = ("facts",)

    def __init__(self) -> None:
        self.facts: list[Action] = []

    def of(self, kind: type[_Fact]) -> list[_Fact]:
        """Return the facts of one kind, in order."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    def says(self, kind: type[SeatAction], seat: int) -> bool:
        """Whether there is a fact of this kind about a seat."""
        return any(fact.seat == seat for fact in self.of(kind))

    def repeats(self, fact: Action) -> bool:
        """Whether a fact that can be true only once is on the sheet already.

        Several fees or bets can be equal; so can blocked wins of different misses.
        """
        if isinstance(fact, Fee | Bet):
            return False
        if not isinstance(fact, Block):
            return fact in self.facts
        misses = [place for place, one in enumerate(self.facts) if isinstance(one, actions.Miss)]
        return fact in self.facts[max(misses, default=0) :]

    def takers(self) -> dict[int, list[int]]:
        """Return who won each space."""
        takers: dict[int, list[int]] = {}
        for take in self.of(Take):
            takers.setdefault(take.space, []).append(take.seat)
        return takers

    def misses(self) -> list[tuple[actions.Miss, list[Block]]]:
        """Return every miss, with the wins it blocked: those that follow it on the sheet."""
        misses: list[tuple[actions.Miss, list[Block]]] = []
        for fact in self.facts:
            if isinstance(fact, actions.Miss):
                misses.append((fact, []))
            elif isinstance(fact, Block):
                misses[-1][1].append(fact)
        return misses


def chain_to(rules: Rules, missed: Card, space: int) -> list[Card]:
    """Return the cards of a space that a run from the missed card reaches."""
    order, card, chain = rules.table.order, missed, []
    while card >= 0:
        chain += [card for index, _ in rules.table.wins_of[card] if index == space]
        card = order.next[card]
    return chain


def verify_fact(rules: Rules, sheet: ScoreSheet, fact: Action, dealer: int, widow: int) -> None:
    """Raise unless a fact fits the rules and the facts so far.

    Parameters
    ----------
    dealer
        The seat that dealt.
    widow
        How many cards the widow has.

    Raises
    ------
    AgainstRules
        It does not.
    """
    if sheet.repeats(fact):
        raise AgainstRules("R14", say("score.same"))
    match fact:
        case Left(seat) | Chips(seat) if sheet.says(type(fact), seat):
            raise AgainstRules("R14", say("score.otherwise"))
        case Take(_, space):
            taken = any(take.space == space for take in sheet.of(Take))
            if taken and rules.winning.spaces_by_playing:
                raise AgainstRules("R8", say("score.space-taken"))
        case Pot() if rules.winning.pot_by_run and sheet.of(Pot):
            raise AgainstRules("R8", say("score.pot-once"))
        case Fee() if not rules.leading.costs_chips:
            raise AgainstRules("R6", say("score.pass-free"))
        case Fee(_, chips) if chips > rules.leading.pass_fee:
            raise AgainstRules("R6", say("score.pass-fee", fee=rules.leading.pass_fee))
        case Bet() if not rules.winning.pot_by_poker:
            raise AgainstRules("R15", say("bet.none-here"))
        case Exchange() | Sold():
            _verify_widow(rules, sheet, fact, dealer, widow)
        case actions.Miss(_, card):
            _verify_miss(rules, sheet, card)
        case Block(_, space):
            _verify_block(rules, sheet, space)
        case Pot() | Left() | Chips() | Fee() | Bet():
            pass  # the sheet as a whole says whether it fits
        case _:
            raise not_handled(fact)


def _verify_widow(
    rules: Rules, sheet: ScoreSheet, fact: Exchange | Sold, dealer: int, widow: int
) -> None:
    if not widow or not rules.widow.is_open:
        raise AgainstRules("R5", say("widow.not-open"))
    if isinstance(fact, Sold) and not rules.widow.can_be_sold:
        raise AgainstRules("R5", say("widow.not-for-sale"))
    exchanged, sold = sheet.of(Exchange), sheet.of(Sold)
    if exchanged or sold:
        raise AgainstRules("R5", say("widow.taken"))
    if (fact.seat == dealer) != isinstance(fact, Exchange):
        raise AgainstRules("R5", say("widow.who-may"))


def _verify_miss(rules: Rules, sheet: ScoreSheet, card: Card) -> None:
    if not rules.misses.cost_anything:
        raise AgainstRules("R9", say("play.stop-without-fines"))
    if any(miss.card == card for miss in sheet.of(actions.Miss)):
        raise AgainstRules("R9", say("score.missed-once", card=TEXT[card]))
    if card not in rules.table.order.next:
        raise AgainstRules("R9", say("score.no-run-to", card=TEXT[card]))


def _verify_block(rules: Rules, sheet: ScoreSheet, space: int) -> None:
    misses = sheet.of(actions.Miss)
    if not rules.compensates:
        raise AgainstRules("R10", say("score.no-compensation"))
    if not misses:
        raise AgainstRules("R10", say("score.blocked-follows-miss"))
    missed = misses[-1].card
    if not chain_to(rules, missed, space):
        raise AgainstRules("R10", say("score.no-run-wins", card=TEXT[missed]))
