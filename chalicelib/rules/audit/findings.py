"""The faults that the audit of a hand finds (R9, R11, R15)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from chalicelib.rules.cards import Card

from .misses import Miss


class Fault(StrEnum):
    """The kinds of faults: a missed play (R9), false leads (R11), and false claims (R15)."""

    MISSED_PLAY = "missed_play"
    NOT_LOWEST = "not_lowest"
    FORBIDDEN_SUIT = "forbidden_suit"
    OUT_OF_TURN = "out_of_turn"
    FALSE_PASS = "false_pass"
    SPACE_NOT_TAKEN = "space_not_taken"
    BETTER_HAND = "better_hand"

    @property
    def is_false_lead(self) -> bool:
        """Whether it is a false lead, a pass by a seat that could lead included (R11)."""
        return self in _FALSE_LEADS

    @property
    def is_claim(self) -> bool:
        """Whether it is about layout and pot at the deal: a ruling decides, without a fine."""
        return self in _CLAIMS


_FALSE_LEADS = (Fault.NOT_LOWEST, Fault.FORBIDDEN_SUIT, Fault.OUT_OF_TURN, Fault.FALSE_PASS)
_CLAIMS = (Fault.SPACE_NOT_TAKEN, Fault.BETTER_HAND)


class Finding(NamedTuple):
    """A fault that the audit found. One lead has one fault at most.

    Attributes
    ----------
    kind
        What is wrong.
    action
        The number of the action that shows it; for a missed play, the action in its place.
    seat, card
        The seat at fault, and the card missed or led; no card for a pass.
    could
        The cards that could have been led, by the seat whose turn it was.
    miss
        The missed play, from which the dues are worked out.
    instead
        The seat that is at fault instead, if the fault has another cause: of a false pass the
        seat that led, which may have led out of turn, and the other way round (R11). Only the
        table knows which it was.
    """

    kind: Fault
    action: int
    seat: int
    card: Card | None = None
    could: tuple[Card, ...] = ()
    miss: Miss | None = None
    instead: int | None = None

    @classmethod
    def of_miss(cls, miss: Miss) -> Finding:
        """Return the finding of a missed play."""
        return cls(Fault.MISSED_PLAY, miss.action, miss.seat, miss.card, (), miss)

    def moved(self, led: Card) -> Finding:
        """Return the finding charged to the other seat (R11); ``led`` is the card that was led."""
        assert self.instead is not None
        if self.kind is Fault.FALSE_PASS:
            kind, card = Fault.OUT_OF_TURN, led
        else:
            kind, card = Fault.FALSE_PASS, None
        return self._replace(kind=kind, card=card, seat=self.instead, instead=self.seat)


class ForcedPass(NamedTuple):
    """A pass of a seat that could not lead: before which action, and what it paid (R6)."""

    seat: int
    action: int
    fee: int
