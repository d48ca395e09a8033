"""What a finished hand shows of missed plays, blocked wins, false leads, passes and dues (R9-R11).

:func:`report` derives it from the hand alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from chalicelib.message import say
from chalicelib.rules.cards import Card
from chalicelib.rules.errors import NotNow
from chalicelib.rules.ledger import Entry, Ledger
from chalicelib.rules.options.rules import Rules

from .findings import Fault, Finding, ForcedPass
from .misses import Miss, Win
from .prevented import Reason, prevented_wins

DUES: Final = (
    "boodle returned",
    "compensation",
    "missed play",
    "false lead",
    "cards left",
    "kitty",
)
"""The reasons of the payments that are made when a hand is over (R8)."""


@dataclass(frozen=True, slots=True)
class MissedPlay:
    """A missed play: its number, seat and card, and the action that shows it (R9).

    Faults are numbered from 1 in the order of the findings, missed plays and false leads alike.
    """

    number: int
    seat: int
    card: Card
    action: int
    waived: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a missed play, by its number, pays for a blocked win, and why."""

    miss: int
    reason: Reason

    @property
    def pays(self) -> bool:
        """Whether it pays."""
        return self.reason is Reason.PAYS


@dataclass(frozen=True, slots=True)
class BlockedWin:
    """A win of a space that missed plays prevented (R10).

    Attributes
    ----------
    space, name
        The space, by its index and its name.
    card, holder
        The card that would have won it, and who held it.
    chips
        What lies on the space in the end.
    verdicts
        Whether each miss that prevented it pays, in the order of the misses.
    """

    space: int
    name: str
    card: Card
    holder: int
    chips: int
    verdicts: tuple[Verdict, ...]

    @property
    def paid_by(self) -> int | None:
        """The number of the missed play that pays, if any."""
        return next((verdict.miss for verdict in self.verdicts if verdict.pays), None)


@dataclass(frozen=True, slots=True)
class FalseLead:
    """A false lead, or a false claim at the deal: its kind, seat and card led, if any (R11, R15).

    ``could`` are the cards that could have been led, or with which the claim would have been won;
    ``instead`` is the seat at fault if the other cause is the true one (R11).
    """

    number: int
    kind: Fault
    seat: int
    card: Card | None
    could: tuple[Card, ...]
    action: int
    waived: bool
    instead: int | None


@dataclass(frozen=True, slots=True)
class SeatDues:
    """What a seat paid and received when the hand was over (R8)."""

    seat: int
    paid: int
    received: int


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The report of a finished hand.

    Attributes
    ----------
    settled
        Whether the dues are paid. If they wait to be confirmed, they are what would be paid.
    payments
        Each payment of the dues, in order.
    dues
        Their sums for every seat of the table.
    spaces
        The names of the spaces.
    """

    settled: bool
    misses: tuple[MissedPlay, ...]
    blocked: tuple[BlockedWin, ...]
    false_leads: tuple[FalseLead, ...]
    passes: tuple[ForcedPass, ...]
    payments: tuple[Entry, ...]
    dues: tuple[SeatDues, ...]
    spaces: tuple[str, ...]

    def miss(self, number: int) -> MissedPlay:
        """Return the missed play with this number."""
        return next(miss for miss in self.misses if miss.number == number)


class Audited(Protocol):
    """A hand whose whole deal is known when it is over.

    Attributes
    ----------
    faults
        Every fault, and whether it was waived.
    """

    rules: Rules
    ledger: Ledger
    live: list[int]
    where: list[int]
    misses: list[Miss]
    abandoned: bool

    @property
    def over(self) -> bool:
        """Whether it has ended."""

    @property
    def faults(self) -> Sequence[tuple[Finding, bool]]:
        """Every fault, and whether it was waived."""

    @property
    def forced_passes(self) -> Sequence[ForcedPass]:
        """The passes of seats that could not lead, in order."""

    def settled(self) -> Audited:
        """Return the hand with its dues paid as they stand; the hand itself is not changed."""


def report(hand: Audited) -> AuditReport:
    """Return what a finished hand whose deal is known shows; the hand is not changed.

    Raises
    ------
    NotNow
        It is not finished, or was abandoned.
    """
    settled = hand.over
    hand = hand.settled()
    if not hand.over or hand.abandoned:
        raise NotNow(say("audit.not-over"))
    faults = hand.faults
    missed = [
        (number, finding.miss, waived)
        for number, (finding, waived) in enumerate(faults, 1)
        if finding.miss
    ]
    payments = tuple(entry for entry in hand.ledger.entries if entry.reason in DUES)
    return AuditReport(
        settled,
        tuple(
            MissedPlay(number, miss.seat, miss.card, miss.action, waived)
            for number, miss, waived in missed
        ),
        tuple(_blocked(hand, {number: miss for number, miss, _ in missed})),
        tuple(
            FalseLead(
                number,
                found.kind,
                found.seat,
                found.card,
                found.could,
                found.action,
                waived,
                found.instead,
            )
            for number, (found, waived) in enumerate(faults, 1)
            if not found.miss
        ),
        tuple(hand.forced_passes),
        payments,
        tuple(
            SeatDues(
                seat,
                sum(entry.amount for entry in payments if entry.source == seat),
                sum(entry.amount for entry in payments if entry.target == seat),
            )
            for seat in range(hand.ledger.seats)
        ),
        hand.rules.table.space_names,
    )


def _blocked(hand: Audited, missed: Mapping[int, Miss]) -> Iterator[BlockedWin]:
    """Return the wins that were prevented, in the order of the misses, then up the chain."""
    numbers = {id(miss): number for number, miss in missed.items()}
    verdicts: dict[Win, list[Verdict]] = {}
    chips: dict[Win, int] = {}
    for prevented in prevented_wins(hand, missed.values()):
        verdict = Verdict(numbers[id(prevented.miss)], prevented.reason)
        verdicts.setdefault(prevented.win, []).append(verdict)
        chips[prevented.win] = prevented.chips
    for win, judged in verdicts.items():
        name = hand.rules.table.space_names[win.space]
        yield BlockedWin(win.space, name, win.card, win.holder, chips[win], tuple(judged))
