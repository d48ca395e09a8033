"""The answers about the audit of a hand."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from chalicelib.api.resources.actions.parts import LedgerEntry, ledger
from chalicelib.api.shapes import Card
from chalicelib.rules.audit.findings import Finding as Found
from chalicelib.rules.audit.report import AuditReport, BlockedWin, FalseLead
from chalicelib.rules.cards import TEXT
from chalicelib.service import audits as service

from .answers import Finding, finding


class Missed(TypedDict):
    """A missed play (R9)."""

    miss: int
    """Its number; the faults of a hand are numbered in one series."""
    seat: int
    """Who missed it."""
    card: Card
    """The card that was not played."""
    action: int
    """The number of the action that came instead."""
    waived: bool
    """Whether it was waived."""


class MissVerdict(TypedDict):
    """Whether a miss that prevented a win pays for it."""

    miss: int
    """The miss, by its number."""
    pays: bool
    """Whether it pays for the win."""
    reason: Annotated[
        Literal["pays", "waived", "played", "no_chips", "left", "own_win", "later", "own_later"],
        Field(
            description="`pays`: the last miss that prevented it. Otherwise why not: `waived`; the "
            "card was `played` after all; `no_chips` on the space; the seat that would have won "
            "has `left` the hand; the offender's `own_win`; a `later` miss pays; its holder missed "
            "it himself later (`own_later`)."
        ),
    ]


class Blocked(TypedDict):
    """A boodle win that missed plays prevented (R10)."""

    space: str
    """The space."""
    card: Card
    """The card that would have won it."""
    seat: int
    """Who held that card."""
    chips: int
    """Chips on the space in the end."""
    paid_by: int | None
    """The seat that pays for it; null: nobody."""
    misses: list[MissVerdict]
    """The misses that prevented it, in order."""


class Pass(TypedDict):
    """A pass of a seat that could not lead (R6)."""

    seat: int
    """Who passed."""
    action: int
    """The number of the action that led to it."""
    fee: int
    """What it paid to the kitty."""


class Dues(TypedDict):
    """What a seat paid and received when the hand was over."""

    seat: int
    """The seat."""
    paid: int
    """Chips paid."""
    received: int
    """Chips received."""


class Audit(TypedDict):
    """Who missed what, which boodle win that blocked, and who owes whom."""

    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    settled: Annotated[
        bool,
        Field(
            description="Whether the dues are paid; else they wait to be confirmed, and `payments` "
            "are those that would be made."
        ),
    ]
    misses: list[Missed]
    """Missed plays, in order."""
    blocked: list[Blocked]
    """Wins that they prevented."""
    false_leads: list[Finding]
    """False leads, and claims at the deal."""
    passes: list[Pass]
    """Passes, in order."""
    payments: list[LedgerEntry]
    """The payments of the dues, in order."""
    dues: list[Dues]
    """Their sums, by seat."""


def audit(audited: service.HandAudit) -> Audit:
    """Return the report of the audit of a hand."""
    report = audited.report
    return {
        "table": audited.table_id,
        "hand": audited.hand,
        "settled": report.settled,
        "misses": [
            {
                "miss": miss.number,
                "seat": miss.seat + 1,
                "card": TEXT[miss.card],
                "action": miss.action,
                "waived": miss.waived,
            }
            for miss in report.misses
        ],
        "blocked": [_blocked(win, report) for win in report.blocked],
        "false_leads": [_false_lead(lead) for lead in report.false_leads],
        "passes": [
            {"seat": one.seat + 1, "action": one.action, "fee": one.fee} for one in report.passes
        ],
        "payments": ledger(report.payments, audited.accounts),
        "dues": [
            {"seat": due.seat + 1, "paid": due.paid, "received": due.received}
            for due in report.dues
        ],
    }


def _false_lead(lead: FalseLead) -> Finding:
    found = Found(lead.kind, lead.action, lead.seat, lead.card, lead.could, None, lead.instead)
    return finding(lead.number, found, lead.waived)


def _blocked(win: BlockedWin, report: AuditReport) -> Blocked:
    return {
        "space": win.name,
        "card": TEXT[win.card],
        "seat": win.holder + 1,
        "chips": win.chips,
        "paid_by": None if win.paid_by is None else report.miss(win.paid_by).seat + 1,
        "misses": [
            {"miss": verdict.miss, "pays": verdict.pays, "reason": verdict.reason.value}
            for verdict in win.verdicts
        ],
    }
