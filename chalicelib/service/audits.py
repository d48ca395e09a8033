"""The audit of a hand whose deal is known (R9-R11)."""

from __future__ import annotations

from typing import Any

from chalicelib.rules import TEXT, Hand, Phase
from chalicelib.rules.audit.report import AuditReport, BlockedWin, report
from chalicelib.rules.hand.observed import ObservedHand

from .access import Caller, check_reader
from .actions import load_sheet
from .context import Context
from .errors import Refusal
from .sheet import Sheet
from .tables import load_table
from .views import entry_view


def read_audit(ctx: Context, caller: Caller, table_id: str, hand: int) -> dict[str, Any]:
    """Return what a hand that was played out shows of misses, blocked wins, leads and dues.

    Raises
    ------
    Refusal
        ``not-found``, also where the hand was abandoned or its cards are not known;
        ``unauthenticated``; ``not-now``: the hand is not played out.
    """
    table = load_table(ctx, table_id)
    check_reader(ctx, caller, table_id, table.live.table)
    sheet, _ = load_sheet(ctx, table, hand)
    played = sheet.hand
    if not isinstance(played, Hand | ObservedHand):
        raise Refusal("not-found", "of a score sheet there is nothing to audit: no card is known")
    if played.abandoned:
        raise Refusal("not-found", "the hand was abandoned: there is nothing to audit")
    if not (played.over or played.phase is Phase.DUES):
        raise Refusal("not-now", "the hand is not played out")
    return {"table": table_id, "hand": hand, **_view(report(played), sheet)}


def _view(audit: AuditReport, sheet: Sheet) -> dict[str, Any]:
    seats, rules = len(audit.dues), sheet.terms.rules
    return {
        "settled": audit.settled,
        "misses": [
            {
                "miss": miss.number,
                "seat": miss.seat + 1,
                "card": TEXT[miss.card],
                "action": miss.action,
                "waived": miss.waived,
            }
            for miss in audit.misses
        ],
        "blocked": [_blocked_view(win, audit) for win in audit.blocked],
        "false_leads": [
            {
                "number": lead.number,
                "finding": lead.kind,
                "action": lead.action,
                "seat": lead.seat + 1,
                "card": None if lead.card is None else TEXT[lead.card],
                "could": [TEXT[card] for card in lead.could],
                "waived": lead.waived,
            }
            for lead in audit.false_leads
        ],
        "passes": [
            {"seat": one.seat + 1, "action": one.action, "fee": one.fee} for one in audit.passes
        ],
        "payments": [entry_view(entry, seats, rules) for entry in audit.payments],
        "dues": [
            {"seat": due.seat + 1, "paid": due.paid, "received": due.received} for due in audit.dues
        ],
    }


def _blocked_view(win: BlockedWin, audit: AuditReport) -> dict[str, Any]:
    payer = None if win.paid_by is None else audit.miss(win.paid_by).seat + 1
    return {
        "space": win.name,
        "card": TEXT[win.card],
        "seat": win.holder + 1,
        "chips": win.chips,
        "paid_by": payer,
        "misses": [
            {"miss": verdict.miss, "pays": verdict.pays, "reason": verdict.reason}
            for verdict in win.verdicts
        ],
    }
