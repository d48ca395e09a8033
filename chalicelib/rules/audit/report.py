"""What a finished hand shows of missed plays, blocked wins, false leads, passes and dues (R9-R11).

:func:`report` works it out from the hand alone; :func:`explain` says it in English.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chalicelib.rules.actions import Confirm, Phase
from chalicelib.rules.cards import TEXT, Card
from chalicelib.rules.deal import PLAYED
from chalicelib.rules.errors import NotNow
from chalicelib.rules.hand.dues import Miss
from chalicelib.rules.hand.known import Hand
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.ledger import Entry, account_name

from .claims import CLAIMS
from .replay import MISSED_PLAY, Finding

PAYS: Final = "pays"
REASONS: Final[Mapping[str, str]] = {
    PAYS: "it is the last miss that prevented it",
    "waived": "it is waived",
    "played": "the card was played after all",
    "no_chips": "no chips on it",
    "left": "who would have won it has left the hand",
    "own_win": "the offender's own win",
    "later": "a later miss pays",
    "own_later": "its holder missed it himself later",
}
"""Why a miss pays for a blocked win, or does not (R10, R12)."""

DUES: Final = (
    "boodle returned",
    "compensation",
    "missed play",
    "false lead",
    "cards left",
    "kitty",
)
"""The reasons of the payments that are made when a hand is over (R8)."""

_FAULTS: Final[Mapping[str, str]] = {
    "not_lowest": "led {card}, not the lowest of its suit",
    "forbidden_suit": "led {card}, of a forbidden suit",
    "out_of_turn": "led {card} out of turn",
    "false_pass": "passed and could have led",
    "space_not_taken": "held the cards of a space and did not take it",
    "better_hand": "had a better hand than who took the pot",
}


@dataclass(frozen=True, slots=True)
class MissedPlay:
    """A missed play: its number, whose, which card, at which action it showed (R9).

    Faults are numbered from 1 in the order of the findings, missed plays and false leads alike.
    """

    number: int
    seat: int
    card: Card
    action: int
    waived: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a missed play, by its number, pays for a blocked win: a key of :data:`REASONS`."""

    miss: int
    reason: str


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
        What becomes of each miss that prevented it, in their order.
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
        return next((verdict.miss for verdict in self.verdicts if verdict.reason == PAYS), None)


@dataclass(frozen=True, slots=True)
class FalseLead:
    """A false lead, or a claim at the deal: its kind, whose, the card led, if any (R11, R15).

    ``could`` are the cards that could have been led, or with which the claim would have been won.
    """

    number: int
    kind: str
    seat: int
    card: Card | None
    could: tuple[Card, ...]
    action: int
    waived: bool


@dataclass(frozen=True, slots=True)
class ForcedPass:
    """A pass of a seat that was stuck: at which action, and what it paid (R6)."""

    seat: int
    action: int
    fee: int


@dataclass(frozen=True, slots=True)
class SeatDues:
    """What a seat paid and received when the hand was over (R8)."""

    seat: int
    paid: int
    received: int


@dataclass(frozen=True, slots=True)
class AuditReport:
    """All that a finished hand shows.

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


def report(hand: Hand | ObservedHand) -> AuditReport:
    """Return what a finished hand whose deal is known shows; the hand is not changed.

    Raises
    ------
    NotNow
        It is not finished, or was abandoned.
    """
    settled = hand.over
    if isinstance(hand, ObservedHand) and hand.phase is Phase.DUES:
        hand = copy.deepcopy(hand, {id(hand.rules): hand.rules})
        hand.redo(Confirm())
    if not hand.over or hand.abandoned:
        raise NotNow("a report is made of a hand that was played to its end")
    findings = _findings(hand)
    missed = [
        (number, finding.miss, waived)
        for number, (finding, waived) in enumerate(findings, 1)
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
            FalseLead(number, found.kind, found.seat, found.card, found.could, found.action, waived)
            for number, (found, waived) in enumerate(findings, 1)
            if found.kind != MISSED_PLAY
        ),
        tuple(_passes(hand)),
        payments,
        tuple(
            SeatDues(
                seat,
                sum(entry.amount for entry in payments if entry.source == seat),
                sum(entry.amount for entry in payments if entry.target == seat),
            )
            for seat in range(hand.ledger.seats)
        ),
        hand.rules.space_names,
    )


def _findings(hand: Hand | ObservedHand) -> list[tuple[Finding, bool]]:
    """Return every fault and whether it was waived."""
    if isinstance(hand, ObservedHand):
        return [(finding, number in hand.waived) for number, finding in enumerate(hand.findings, 1)]
    return [
        (Finding(MISSED_PLAY, miss.action, miss.seat, miss.card, (), miss), False)
        for miss in hand.misses
    ]


def _passes(hand: Hand | ObservedHand) -> Iterator[ForcedPass]:
    for event in hand.events:
        if event.kind == "pass" and event.seat is not None:
            fees = [
                entry.amount
                for entry in hand.ledger.entries
                if entry.reason == "pass fee"
                and (entry.source, entry.action) == (event.seat, event.action)
            ]
            yield ForcedPass(event.seat, event.action, sum(fees))


def _blocked(hand: Hand | ObservedHand, missed: Mapping[int, Miss]) -> Iterator[BlockedWin]:
    """Return the wins that were prevented, in the order of the misses, then up the chain."""
    last: dict[int, tuple[Miss, int]] = {}
    for miss in hand.misses:
        for space, card, holder in miss.blocked:
            if hand.where[card] != PLAYED:
                last[space] = miss, holder
    preventing: dict[tuple[int, Card, int], list[Verdict]] = {}
    for number, miss in missed.items():
        for win in miss.blocked:
            verdict = Verdict(number, _reason(hand, miss, win, last))
            preventing.setdefault(win, []).append(verdict)
    for (space, card, holder), verdicts in preventing.items():
        chips = hand.ledger.chips[hand.ledger.space(space)]
        name = hand.rules.space_names[space]
        yield BlockedWin(space, name, card, holder, chips, tuple(verdicts))


def _reason(
    hand: Hand | ObservedHand,
    miss: Miss,
    win: tuple[int, Card, int],
    last: Mapping[int, tuple[Miss, int]],
) -> str:
    space, card, holder = win
    if miss not in hand.misses:
        return "waived"
    if hand.where[card] == PLAYED:
        return "played"
    if not hand.ledger.chips[hand.ledger.space(space)]:
        return "no_chips"
    if holder == miss.seat:
        return "own_win"
    if holder not in hand.live:
        return "left"
    payer, payee = last[space]
    if payer is miss:
        return PAYS
    return "own_later" if payer.seat == payee else "later"


# -- in words -----------------------------------------------------------------------------------


def explain(report: AuditReport, names: Sequence[str]) -> list[str]:
    """Return the report in English, a line for each thing; ``names`` are those of the seats."""
    return [
        *_explain_misses(report, names),
        *_explain_blocked(report, names),
        *(_explain_false_lead(lead, names) for lead in report.false_leads),
        *(
            f"{names[one.seat]} had to pass (action {one.action})"
            + (f" and paid {_chips(one.fee)}." if one.fee else ".")
            for one in report.passes
        ),
        *_explain_dues(report, names),
    ]


def _explain_misses(report: AuditReport, names: Sequence[str]) -> Iterator[str]:
    if not report.misses:
        yield "No play was missed."
    for miss in report.misses:
        waived = " It is waived." if miss.waived else ""
        yield f"{_miss(miss, names)} (action {miss.action}).{waived}"


def _miss(miss: MissedPlay, names: Sequence[str]) -> str:
    return f"Miss {miss.number}: {names[miss.seat]} did not play {TEXT[miss.card]}"


def _explain_blocked(report: AuditReport, names: Sequence[str]) -> Iterator[str]:
    for win in report.blocked:
        yield (
            f"{names[win.holder]} would have won {win.name} with {TEXT[win.card]}; "
            f"{_chips(win.chips)} on it in the end."
        )
        for verdict in win.verdicts:
            payer = names[report.miss(verdict.miss).seat]
            does = "pays" if verdict.reason == PAYS else "does not pay"
            yield f"  Miss {verdict.miss} ({payer}) {does}: {REASONS[verdict.reason]}."


def _explain_false_lead(lead: FalseLead, names: Sequence[str]) -> str:
    card = "" if lead.card is None else TEXT[lead.card]
    could = ", ".join(TEXT[one] for one in lead.could)
    with_cards = "with" if lead.kind in CLAIMS else "possible:"
    possible = f"; {with_cards} {could}" if could else ""
    waived = " It is waived." if lead.waived else ""
    did = _FAULTS[lead.kind].format(card=card)
    return (
        f"Fault {lead.number}: {names[lead.seat]} {did} (action {lead.action}){possible}.{waived}"
    )


def _explain_dues(report: AuditReport, names: Sequence[str]) -> Iterator[str]:
    seats = len(report.dues)

    def account(number: int) -> str:
        return names[number] if number < seats else account_name(number, seats, report.spaces)

    if not report.settled:
        yield "The dues wait to be confirmed; as it stands they are:"
    for entry in report.payments:
        source, target = account(entry.source), account(entry.target)
        yield f"{source} to {target}: {_chips(entry.amount)} ({entry.reason})."
    for due in report.dues:
        if due.paid or due.received:
            paid, received = _chips(due.paid), _chips(due.received)
            yield f"{names[due.seat]} paid {paid} and received {received}."


def _chips(number: int) -> str:
    return "1 chip" if number == 1 else f"{number} chips"
