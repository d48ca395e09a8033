"""The audit: the faults of a finished hand whose whole deal is known (R9-R11).

It plays the hand again with open cards and compares what happened with what had to happen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import takewhile
from typing import TypeAlias

from chalicelib.rules.cards import ALL_SUITS, NO_CARD, Card, cards_of
from chalicelib.rules.deal import DEAD, PLAYED, Deal, clockwise, holdings
from chalicelib.rules.leads import first_leader
from chalicelib.rules.options.rules import Rules

from .findings import Fault, Finding
from .misses import Miss, blocked_wins


class MoveKind(Enum):
    """What can have happened at the table.

    ``PLAY``: a card went on with the run. ``LEAD``: a card was led. ``PASS``: the seat did not
    lead (R6). ``DROP``: it left the hand (R12). ``END``: nobody led any more (R6).
    """

    PLAY = "play"
    LEAD = "lead"
    PASS = "pass"
    DROP = "drop"
    END = "end"


@dataclass(frozen=True, slots=True)
class Move:
    """Something that happened at the table, by the number of the action that recorded it."""

    number: int
    kind: MoveKind
    seat: int = -1
    card: Card = NO_CARD


Passing: TypeAlias = Callable[[int, int], bool]
"""Called with a seat and the number of an action for each pass that the cards prove; returns
whether the seat drops out with it (R12)."""


def audit(
    rules: Rules,
    live: Sequence[int],
    dealer: int,
    first: int,
    deal: Deal,
    moves: Sequence[Move],
    passing: Passing,
) -> list[Finding]:
    """Return the faults of a hand whose deal is known, in the order in which they happened.

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
    passing
        What to do with each pass that the cards prove (R11).
    """
    replay = _Replay(rules, live, dealer, first, deal, passing)
    for move in moves:
        replay.do(move)
    found = [*map(Finding.of_miss, replay.misses), *replay.faults]
    return sorted(found, key=lambda finding: finding.action)


class _Replay:
    """The runs of a hand, replayed as they happened, lawful or not. Chips play no part."""

    def __init__(
        self,
        rules: Rules,
        live: Sequence[int],
        dealer: int,
        first: int,
        deal: Deal,
        passing: Passing,
    ) -> None:
        self.rules = rules
        self._passing = passing
        self.where = list(deal.where)
        self.counts = [held.bit_count() for held in holdings(deal.where, max(live) + 1)]
        self.played_by = [-1] * 52
        self.misses: list[Miss] = []
        self.faults: list[Finding] = []
        self._sets = holdings(deal.where, max(live) + 1)
        self._live = list(live)
        if first >= 0:
            self._turn, self._forced = first, NO_CARD
        else:
            self._turn, self._forced = first_leader(rules, live, dealer, self._sets)
        self._last = -1
        self._last_card: Card = NO_CARD
        self._waits_for: Card = NO_CARD  # of a run that goes on
        self._held_back: Miss | None = None
        # Since the last stop: the seats from the one that played last, clockwise, what each
        # could lead then, and who passed. Empty while a run goes on.
        self._table: list[int] = []
        self._could: dict[int, tuple[Card, ...]] = {}
        self._passed: list[int] = []

    def do(self, move: Move) -> None:
        """Replay a move, and note what was wrong with it."""
        if move.kind is MoveKind.PLAY:
            self._play(move)
            return
        if self._last >= 0 and not self._table:
            self._stop_for_good(move.number)
        if move.kind is MoveKind.PASS:
            self._passed.append(move.seat)
        elif move.kind is MoveKind.DROP:
            self._drop(move.seat)
        elif move.kind is MoveKind.END:
            self._blame_passes(self._passed, move.number)
            self._prove([seat for seat in self._passed if not self._could.get(seat)], move.number)
        else:
            self._prove(self._stuck_before(move.seat), move.number)
            self._judge_lead(move)
            self._table = []
            self._passed = []
            self._play(move)

    # -- the runs ---------------------------------------------------------------------------

    def _play(self, move: Move) -> None:
        seat, card = move.seat, move.card
        held_back = self._held_back
        if held_back and held_back.card == card and held_back.seat == seat:
            # R9: stopped at its own card and led at once, so nothing was missed.
            self.misses.remove(held_back)
        self._held_back = None
        self.where[card] = PLAYED
        self._sets[seat] ^= 1 << card
        self.counts[seat] -= 1
        self.played_by[card] = seat
        self._last, self._last_card = seat, card
        above = self.rules.table.order.next[card]
        goes_on = self.counts[seat] and above != NO_CARD and self.where[above] >= 0
        self._waits_for = above if goes_on else NO_CARD

    def _drop(self, seat: int) -> None:
        """Let a seat drop out; its cards are dead (R12)."""
        self._live.remove(seat)
        for card in cards_of(self._sets[seat]):
            self.where[card] = DEAD
        self._sets[seat] = self.counts[seat] = 0

    def _stop_for_good(self, number: int) -> None:
        if self._waits_for != NO_CARD:
            self._miss(self._waits_for, number)
        permitted = self.rules.leading.permitted_after(self._last_card)
        circle = clockwise(self._live, self._last)
        self._table = circle[-1:] + circle[:-1] if self._last in self._live else circle
        self._could = {seat: self._lowest(seat, permitted) for seat in self._table}

    def _miss(self, card: Card, number: int) -> None:
        offender = self.where[card]
        miss = Miss(number, offender, card, blocked_wins(self, card))
        self.misses.append(miss)
        if offender == self._last:
            self._held_back = miss
        self._waits_for = NO_CARD

    def _lowest(self, seat: int, suits: int = ALL_SUITS) -> tuple[Card, ...]:
        return tuple(self.rules.table.order.lowest_of_each(self._sets[seat] & suits))

    # -- judging ----------------------------------------------------------------------------

    def _stuck_before(self, leader: int) -> list[int]:
        """Return who had to pass before a lead, in order: all before the first that could lead.

        A leader that is itself among those who passed leads after a full circle, or was never
        entitled to: the circle counts only if nobody in it could lead.
        """
        stuck = list(takewhile(lambda seat: not self._could.get(seat), self._passed))
        return [] if leader in self._passed and len(stuck) < len(self._passed) else stuck

    def _prove(self, seats: Sequence[int], number: int) -> None:
        """Count the passes that the cards prove, until only one seat is left (R6, R11, R12)."""
        if not self.rules.version.proves_passes:
            return  # counted when they were assumed
        for seat in seats:
            if seat in self._live and len(self._live) > 1 and self._passing(seat, number):
                self._drop(seat)

    def _blame_passes(self, seats: Sequence[int], number: int) -> None:
        # A seat that the cards prove to have dropped out earlier may be noted as passing still.
        self.faults += [
            Finding(Fault.FALSE_PASS, number, seat, None, could)
            for seat in seats
            if (could := self._could.get(seat))
        ]

    def _blame_before(self, move: Move) -> None:
        """Blame who could have led before the seat that did."""
        before = self._table[: self._table.index(move.seat)]
        if not self.rules.version.proves_passes:
            self._blame_passes(before, move.number)
            return
        able = next((seat for seat in before if self._could[seat]), None)
        if able is not None:
            could = self._could[able]
            fault = Finding(Fault.FALSE_PASS, move.number, able, None, could, instead=move.seat)
            self.faults.append(fault)

    def _judge_lead(self, move: Move) -> None:
        seat, card = move.seat, move.card
        if self._last < 0:
            turn, may = self._turn, self._first_leads()
        elif not self.rules.leading.passes:
            turn = self._last
            may = self._could[turn] or self._lowest(turn)
        elif any(self._could.values()):
            # The seats before this one passed. If it is noted as having passed itself, that follows
            # from the forbidden suit that it led, as after a full circle.
            self._blame_before(move)
            turn, may = seat, self._could[seat]
        elif self.rules.leading.ends_after_circle:
            turn, may = seat, ()
        else:
            turn = next(other for other in self._table if other in self._live)
            may = self._lowest(turn)
        if seat != turn:
            kind = Fault.OUT_OF_TURN
        elif card in may:
            return
        elif any(card // 13 == other // 13 for other in may):
            kind = Fault.NOT_LOWEST
        else:
            kind = Fault.FORBIDDEN_SUIT
        self.faults.append(Finding(kind, move.number, seat, card, may))

    def _first_leads(self) -> tuple[Card, ...]:
        return self._lowest(self._turn) if self._forced == NO_CARD else (self._forced,)
