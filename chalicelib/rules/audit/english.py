"""The report of a hand in English (R9-R11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chalicelib.rules.cards import TEXT
from chalicelib.rules.ledger import account_name

from .findings import Fault
from .report import AuditReport, FalseLead, MissedPlay, Reason

REASONS: Final[Mapping[Reason, str]] = {
    Reason.PAYS: "it is the last miss that prevented it",
    Reason.WAIVED: "it is waived",
    Reason.PLAYED: "the card was played after all",
    Reason.NO_CHIPS: "no chips on it",
    Reason.LEFT: "who would have won it has left the hand",
    Reason.OWN_WIN: "the offender's own win",
    Reason.LATER: "a later miss pays",
    Reason.OWN_LATER: "its holder missed it himself later",
}
"""Why a miss pays for a blocked win, or does not."""

_FAULTS: Final[Mapping[Fault, str]] = {
    Fault.NOT_LOWEST: "led {card}, not the lowest of its suit",
    Fault.FORBIDDEN_SUIT: "led {card}, of a forbidden suit",
    Fault.OUT_OF_TURN: "led {card} out of turn",
    Fault.FALSE_PASS: "passed and could have led",
    Fault.SPACE_NOT_TAKEN: "held the cards of a space and did not take it",
    Fault.BETTER_HAND: "had a better hand than who took the pot",
}


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
            does = "pays" if verdict.pays else "does not pay"
            yield f"  Miss {verdict.miss} ({payer}) {does}: {REASONS[verdict.reason]}."


def _explain_false_lead(lead: FalseLead, names: Sequence[str]) -> str:
    card = "" if lead.card is None else TEXT[lead.card]
    could = ", ".join(TEXT[one] for one in lead.could)
    with_cards = "with" if lead.kind.is_claim else "possible:"
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
