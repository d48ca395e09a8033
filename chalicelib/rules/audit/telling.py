"""What the report of a hand says, line by line, as messages (R9-R11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chalicelib.message import Message, say
from chalicelib.rules.cards import TEXT
from chalicelib.rules.ledger import account_name

from .findings import Fault
from .report import AuditReport, FalseLead, MissedPlay


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a report; ``inner`` if it is about the line before."""

    message: Message
    inner: bool = False


def lines(report: AuditReport, names: Sequence[str]) -> list[Line]:
    """Return the lines of the report; ``names`` are the names of the seats."""
    return [
        *map(Line, _misses(report, names)),
        *_blocked(report, names),
        *(Line(false_lead(lead, names)) for lead in report.false_leads),
        *map(Line, _passes(report, names)),
        *map(Line, _dues(report, names)),
    ]


def _misses(report: AuditReport, names: Sequence[str]) -> Iterator[Message]:
    if not report.misses:
        yield say("audit.no-misses")
    for miss in report.misses:
        yield missed(miss, names)


def missed(miss: MissedPlay, names: Sequence[str]) -> Message:
    """Return what is said of a missed play."""
    return say(
        "audit.miss",
        number=miss.number,
        name=names[miss.seat],
        card=TEXT[miss.card],
        action=miss.action,
        waived=_waived(miss.waived),
    )


def _waived(waived: bool) -> Message | str:
    return say("audit.waived") if waived else ""


def _blocked(report: AuditReport, names: Sequence[str]) -> Iterator[Line]:
    for win in report.blocked:
        holder, card = names[win.holder], TEXT[win.card]
        yield Line(say("audit.blocked", name=holder, space=win.name, card=card, n=win.chips))
        for verdict in win.verdicts:
            yield Line(
                say(
                    "audit.pays" if verdict.pays else "audit.pays-not",
                    number=verdict.miss,
                    name=names[report.miss(verdict.miss).seat],
                    reason=say(f"audit.reason.{verdict.reason}"),
                ),
                inner=True,
            )


def false_lead(lead: FalseLead, names: Sequence[str]) -> Message:
    """Return what is said of a false lead, or of a false claim at the deal."""
    possible: Message | str = ""
    if lead.could:
        could = tuple(TEXT[one] for one in lead.could)
        claim = lead.kind.is_claim
        possible = say("audit.with-cards" if claim else "audit.possible-cards", cards=could)
    return say(
        f"audit.fault.{lead.kind}",
        number=lead.number,
        name=names[lead.seat],
        card="" if lead.card is None else TEXT[lead.card],
        action=lead.action,
        possible=possible,
        instead=_instead(lead, names),
        waived=_waived(lead.waived),
    )


def _instead(lead: FalseLead, names: Sequence[str]) -> Message | str:
    """Return the other cause that the fault may have (R11)."""
    if lead.instead is None:
        return ""
    if lead.kind is Fault.FALSE_PASS:
        return say("audit.or-out-of-turn", name=names[lead.instead])
    return say("audit.or-false-pass", name=names[lead.instead])


def _passes(report: AuditReport, names: Sequence[str]) -> Iterator[Message]:
    for one in report.passes:
        name = names[one.seat]
        if one.fee:
            yield say("audit.pass-paid", name=name, action=one.action, n=one.fee)
        else:
            yield say("audit.pass", name=name, action=one.action)


def _dues(report: AuditReport, names: Sequence[str]) -> Iterator[Message]:
    seats = len(report.dues)

    def account(number: int) -> str:
        return names[number] if number < seats else account_name(number, seats, report.spaces)

    if not report.settled:
        yield say("audit.dues-wait")
    for entry in report.payments:
        yield say(
            "audit.payment",
            source=account(entry.source),
            target=account(entry.target),
            n=entry.amount,
            reason=entry.reason,
        )
    for due in report.dues:
        if due.paid or due.received:
            yield say(
                "audit.sum",
                name=names[due.seat],
                paid=say("chips.counted", n=due.paid),
                received=say("chips.counted", n=due.received),
            )
