"""The audit: what a finished hand tells once its whole deal is known (R9-R11).

It plays the hand again with open cards and compares what happened with what had to happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from chalicelib.rules.actions import OVER, RUN, STOP, Phase, Play
from chalicelib.rules.cards import ALL_SUITS, NO_CARD, OTHER_COLOUR, OTHER_SUITS, Card
from chalicelib.rules.deal import Deal, clockwise
from chalicelib.rules.hand.dues import Miss
from chalicelib.rules.hand.known import Hand
from chalicelib.rules.options.chips import Chips
from chalicelib.rules.options.ending import Ending
from chalicelib.rules.options.leading import First
from chalicelib.rules.options.rules import Rules
from chalicelib.rules.options.runs import Runs
from chalicelib.rules.options.stakes import Stakes
from chalicelib.rules.options.widow import Widow
from chalicelib.rules.options.winning import PotWonBy

MISSED_PLAY: Final = "missed_play"
FALSE_LEADS: Final = ("not_lowest", "forbidden_suit", "out_of_turn", "false_pass")


@dataclass(frozen=True, slots=True)
class Move:
    """Something that happened at the table, by the number of the action that recorded it.

    ``play``: a card went on with the run. ``lead``: a card was led. ``pass``: the seat did not
    lead (R6). ``drop``: it left the hand (R12). ``end``: nobody led any more (R6).
    """

    number: int
    kind: str
    seat: int = -1
    card: Card = NO_CARD


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault that the audit found. One lead has one fault at most.

    Attributes
    ----------
    kind
        ``missed_play`` (R9), or a false lead (R11): ``out_of_turn``, ``forbidden_suit``,
        ``not_lowest``, or ``false_pass`` by a seat that could lead.
    action
        The number of the action at which it showed: a missed play at what came in its stead.
    seat, card
        Whose fault, and the card missed or led; no card for a pass.
    could
        The cards that could have been led, by the seat whose turn it was.
    miss
        The missed play as the dues know it.
    """

    kind: str
    action: int
    seat: int
    card: Card | None = None
    could: tuple[Card, ...] = ()
    miss: Miss | None = None


def passing(rules: Rules) -> bool:
    """Whether a seat that has nothing to lead passes, so that another may lead (R6)."""
    return rules.lead_change != "none" and rules.lead_stuck != "play_same"


def suits_after(rules: Rules, card: Card) -> int:
    """Return the suits that may be led when a run has stopped at ``card``, a bit a card (R6)."""
    if rules.lead_change == "none":
        return ALL_SUITS
    return (OTHER_SUITS if rules.lead_change == "suit" else OTHER_COLOUR)[card // 13]


def audit(
    rules: Rules, live: Sequence[int], dealer: int, first: int, deal: Deal, moves: Sequence[Move]
) -> list[Finding]:
    """Return the faults of a hand whose deal is known, in the order in which they showed.

    Parameters
    ----------
    live
        The seats that were in the hand when play began.
    dealer
        The dealer's seat.
    first
        Who had to lead first where the betting decided it (R15); else -1.
    deal
        Where every card lay when play began; the cards nobody held are dead.
    moves
        What happened, in order.
    """
    replay = _Replay(_without_chips(rules, first), live, dealer, first, deal)
    for move in moves:
        replay.do(move)
    misses = [
        Finding(MISSED_PLAY, miss.action, miss.seat, miss.card, (), miss) for miss in replay.misses
    ]
    return sorted([*misses, *replay.faults], key=lambda finding: finding.action)


def _without_chips(rules: Rules, first: int) -> Rules:
    """Return the rules of runs and leads alone: no stakes, no widow to decide, no fees."""
    return replace(
        rules,
        stakes=Stakes(amount=0),
        widow=Widow(),
        leading=replace(
            rules.leading,
            first=rules.leading.first if first < 0 else First.ELDEST,
            pass_fee=0,
        ),
        winning=replace(rules.winning, pot_won_by=PotWonBy.RUN3),
        runs=Runs(),
        chips=Chips(),
        ending=Ending(),
    )


class _Replay(Hand):
    """A hand played again by what happened, lawful or not. Chips have no part in it."""

    __slots__ = ("_could", "_passed", "_table", "faults")

    def __init__(
        self, rules: Rules, live: Sequence[int], dealer: int, first: int, deal: Deal
    ) -> None:
        """Begin; a dealer who has dropped out leads nothing, his left does (R12)."""
        here = dealer if dealer in live else live[0]
        super().__init__(rules, [0] * (max(live) + 1), here, deal, seats=live)
        if first >= 0:
            self.turn = first
        elif here != dealer and self.forced == NO_CARD:
            self.turn = clockwise(live, dealer)[0]
        self.faults: list[Finding] = []
        # Since the last stop: the seats from the one that played last, clockwise, what each
        # could lead then, and who passed. Empty while a run goes on.
        self._table: list[int] = []
        self._could: dict[int, tuple[Card, ...]] = {}
        self._passed: list[int] = []

    def _end(self, winner: int | None) -> None:
        self.phase, self.turn, self.next_card = OVER, -1, NO_CARD
        self.winner = winner

    def do(self, move: Move) -> None:
        """Let happen what happened, and note what was wrong with it."""
        if move.kind == "play":
            self.redo(Play(move.seat, move.card), move.number)
            return
        if self.plays and not self._table:
            self._stop_for_good(move.number)
        if move.kind == "pass":
            self._passed.append(move.seat)
        elif move.kind == "drop":
            self._leave(move.seat)
        elif move.kind == "end":
            self._blame_passes(self._passed, move.number)
        else:
            self._judge_lead(move)
            self._table = []
            self._passed = []
            self.phase, self.turn = Phase.LEAD, move.seat
            self.redo(Play(move.seat, move.card), move.number)

    def _stop_for_good(self, number: int) -> None:
        if self.phase is RUN:
            self.redo(STOP, number)  # a card was missed
        self._table = [self.last] * (self.last in self.live) + self.others(self.last)
        permitted = suits_after(self.rules, self.plays[-1][1])
        self._could = {seat: self._lowest(seat, permitted) for seat in self._table}

    def _lowest(self, seat: int, suits: int = ALL_SUITS) -> tuple[Card, ...]:
        return tuple(self.rules.order.lowest_of_each(self.sets[seat] & suits))

    def _blame_passes(self, seats: Sequence[int], number: int) -> None:
        self.faults += [
            Finding("false_pass", number, seat, None, self._could[seat])
            for seat in seats
            if self._could[seat]
        ]

    def _judge_lead(self, move: Move) -> None:
        seat, card = move.seat, move.card
        if not self.plays:
            turn, may = self.turn, self._first_leads()
        elif not passing(self.rules):
            turn = self.last
            may = self._could[turn] or self._lowest(turn)
        elif any(self._could.values()):
            # Whoever came before this seat passed. If it is noted to have passed itself, that
            # was taken from the forbidden suit it led, as after a full circle.
            self._blame_passes(self._table[: self._table.index(seat)], move.number)
            turn, may = seat, self._could[seat]
        elif self.rules.lead_stuck == "pass_then_end":
            turn, may = seat, ()
        else:
            turn = next(other for other in self._table if other in self.live)
            may = self._lowest(turn)
        if seat != turn:
            kind = "out_of_turn"
        elif card in may:
            return
        elif any(card // 13 == other // 13 for other in may):
            kind = "not_lowest"
        else:
            kind = "forbidden_suit"
        self.faults.append(Finding(kind, move.number, seat, card, may))

    def _first_leads(self) -> tuple[Card, ...]:
        return self._lowest(self.turn) if self.forced == NO_CARD else (self.forced,)
