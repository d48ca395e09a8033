"""Beginning anew at a table whose data were restored from a backup.

Links that were shown after the backup was made would be used again for other deals. So a restored
table gets a new chain, and a public note with the old one; what phones have committed to is
dropped, and a hand that Boodle deals does not go on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from chalicelib.rules import fairness
from chalicelib.rules.actions import Abandon, Role
from chalicelib.store.port import Write
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.commitments import CommitmentsRecord
from chalicelib.store.records.info import InfoRecord, Restored
from chalicelib.store.records.live_log import Logged, Poster
from chalicelib.store.records.record import read

from .context import Context
from .once import Decision, attempt
from .posting import PostedLog
from .recordings import recording_of
from .results import end_of_hand
from .tables import load_table
from .terms import load_terms

NOBODY: Final = Poster(Role.ORGANISER, 0)
"""Who abandons a hand when a backup is restored: no token has the number 0."""


def begin_anew(ctx: Context, table_id: str) -> bool:
    """Begin anew at a table, and return whether its game was going on.

    Raises
    ------
    Refusal
        ``not-found``.
    """

    def decide() -> Decision[bool]:
        table = load_table(ctx, table_id)
        live, was = table.live, table.live.table
        if was.ended:
            return False, []
        at_info, at_chain = InfoRecord.at(table_id), ChainRecord.at(table_id)
        at_commitments = CommitmentsRecord.at(table_id)
        found = read(ctx.store, at_info, at_chain, at_commitments)
        secret = ctx.entropy(f"chain/{table_id}", 32)
        info = found[at_info]
        restored = Restored(ctx.clock(), was.hand, info.record.commitment)
        changed = replace(
            info.record,
            commitment=fairness.link(secret, 0).hex(),
            restored=(*info.record.restored, restored),
        )
        writes: list[Write] = [info.put(changed), found[at_chain].put(ChainRecord(secret))]
        commitments = found.get(at_commitments)
        if commitments is not None:
            writes.append(commitments.put(commitments.record.emptied()))
        if live.hand is not None and recording_of(was.recording).is_drawn:
            terms = load_terms(ctx.store, was.terms)
            log = PostedLog(table_id, live, terms)
            log.add(Logged(Abandon(), NOBODY, max(ctx.tenths(), log.last), None))
            writes += end_of_hand(ctx, table, log.live, terms, log.hand)
        else:
            writes.append(table.put(live))
        return True, writes

    return attempt(ctx, decide)
