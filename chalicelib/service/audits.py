"""The audit of a hand whose deal is known (R9-R11)."""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.message import say
from chalicelib.rules import Hand, Phase
from chalicelib.rules.audit.report import AuditReport, report
from chalicelib.rules.hand.observed import ObservedHand
from chalicelib.rules.hand.undealt import UndealtHand

from .access import check_reader
from .context import Context
from .errors import Refusal
from .hand_logs import load_log
from .log import Accounts
from .rights import Caller
from .tables import load_table


@dataclass(frozen=True, slots=True)
class HandAudit:
    """The report of the audit of a hand."""

    table_id: str
    hand: int
    report: AuditReport
    accounts: Accounts


def read_audit(ctx: Context, caller: Caller, table_id: str, hand: int) -> HandAudit:
    """Return the misses, blocked wins, false leads and dues of a hand that is played out.

    Raises
    ------
    Refusal
        ``not-found``, also where the hand was abandoned or its cards are not known;
        ``unauthenticated``; ``not-now``: the hand is not played out.
    """
    table = load_table(ctx, table_id)
    check_reader(ctx, caller, table_id, table.live.table)
    log, _ = load_log(ctx, table, hand)
    played = log.hand
    if played.abandoned:
        raise Refusal("not-found", say("audit.abandoned"))
    if isinstance(played, UndealtHand):
        raise Refusal("not-now", say("hand.not-played-out"))
    if not isinstance(played, Hand | ObservedHand):
        raise Refusal("not-found", say("audit.score-sheet"))
    if not (played.over or played.phase is Phase.DUES):
        raise Refusal("not-now", say("hand.not-played-out"))
    return HandAudit(table_id, hand, report(played), log.accounts)
