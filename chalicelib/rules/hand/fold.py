"""The interface of every hand, however it is recorded.

A hand is a fold over its actions: made from its setup, changed only by :meth:`Fold.apply`. Three
kinds differ in what is known of the cards: :class:`~.known.Hand` knows them all,
:class:`~.observed.ObservedHand` those that lie on the table, and :class:`~.scored.ScoredHand`
only the facts of a score sheet. An :class:`~.undealt.UndealtHand` still waits for its cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, Self, TypedDict

from chalicelib.rules.actions import Action, Event, Phase
from chalicelib.rules.audit.misses import Miss
from chalicelib.rules.cards import Card
from chalicelib.rules.ledger import Ledger
from chalicelib.rules.options.rules import Rules

from .betting import Betting
from .stakes import Placement


class Setup(TypedDict, total=False):
    """The optional arguments of a hand of any kind; :class:`~.staked.StakedHand` explains them."""

    layout: Sequence[int]
    kitty: int
    pot: int
    bank: int
    seats: Sequence[int] | None
    amount: int | None
    placements: Mapping[int, Placement] | None
    claimed: int


class Fold(Protocol):
    """A hand of any kind.

    Attributes
    ----------
    amount
        The stake of the hand: the one the dealer named, or that of the rules (R3).
    dealer
        The seat that deals; not the one asked for if that one sits out (R3).
    live
        The seats in the hand, ascending; one that drops out leaves it (R12).
    away
        The seats whose forced cards play themselves, a bit a seat (R7).
    phase, turn
        What the hand waits for, and from which seat; -1 if from no particular seat.
    events
        The events that the actions caused, in order.
    number
        The number of the last action.
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
    winner
        The seat that went out, once the hand is over; ``None`` if none did.
    abandoned
        Whether it was abandoned, and all its payments reversed.
    betting
        The betting round (R15), once it has begun.
    """

    rules: Rules
    ledger: Ledger
    amount: int
    dealer: int
    live: list[int]
    away: int
    phase: Phase
    turn: int
    events: list[Event]
    number: int
    counts: list[int]
    where: list[int]
    sets: list[int]
    next_card: Card
    plays: list[tuple[int, Card, bool]]
    misses: list[Miss]
    winner: int | None
    abandoned: bool
    betting: Betting | None

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""

    @property
    def auction_bid(self) -> tuple[int, int] | None:
        """The highest bid of an open auction and its seat: (chips, seat)."""

    @property
    def claimed(self) -> int:
        """What was won up to now, in this hand or before: a bit a space, kitty, pot (R13)."""

    def others(self, seat: int) -> list[int]:
        """Return the other seats in the hand, clockwise from ``seat``."""

    def legal_actions(self) -> list[Action]:
        """Return every action that is legal now, as far as it can be known.

        Of bids, bets and raises only the lowest is listed; any amount up to
        :meth:`highest_bid` is legal.
        """

    def highest_bid(self) -> int:
        """Return the most the seat to bid or bet can put in: the chips it holds (R5, R15)."""

    def verify(self, action: Action) -> None:
        """Raise unless ``action`` is legal now; nothing changes.

        Raises
        ------
        Malformed
            An unknown verb, or a seat, card or amount that is missing, extra or impossible.
        NotNow
            It is not the time for it: the widow is undecided, the hand is over, …
        AgainstRules
            It breaks a rule, which the error names.
        """

    def can(self, action: Action) -> bool:
        """Return whether ``action`` is legal now."""

    def apply(self, action: Action, number: int | None = None) -> None:
        """Do ``action``, with all that follows from it, as action ``number`` (the next one).

        Its effects are found by its number (:attr:`number`) in ``events`` and in the ledger.

        Raises
        ------
        Malformed, NotNow, AgainstRules
            See :meth:`verify`; nothing has changed then.
        """

    def do(self, action: Action, number: int | None = None) -> None:
        """Do an action that is known to be legal, such as a recorded one."""

    def replay(self, actions: Iterable[Action]) -> Self:
        """Apply ``actions`` one after the other and return the hand itself."""

    def abandon(self, number: int | None = None) -> None:
        """End a hand that cannot go on: every payment, stakes included, is reversed.

        It counts as an action.

        Raises
        ------
        NotNow
            The hand is over.
        """
