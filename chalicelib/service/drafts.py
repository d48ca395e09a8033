"""Tables of rounds that are not open: their ids are known from the draft."""

from __future__ import annotations

from typing import Final

from chalicelib.league.rounds import RoundState
from chalicelib.message import say
from chalicelib.store.records.record import read
from chalicelib.store.records.rounds import RoundRecord

from .access import readable_league
from .context import Context
from .errors import NoTable, Refusal
from .players import load_counters
from .rights import Caller

_LAST_ROUNDS: Final = 20


def of_draft(ctx: Context, caller: Caller, missing: NoTable) -> Refusal:
    """Return the refusal for a table that is not there: if a draft names it, which round it is.

    Only the last rounds of the league whose token the caller has are looked at. Nobody else
    learns of a draft.

    Raises
    ------
    Refusal
        ``unauthenticated``: the token was revoked.
    """
    if caller.claims is None:
        return missing
    league = caller.claims.league
    readable_league(ctx, caller, league)
    last = load_counters(ctx, league).record.rounds
    places = {
        number: RoundRecord.at(league, number)
        for number in range(max(1, last - _LAST_ROUNDS + 1), last + 1)
    }
    found = read(ctx.store, *places.values())
    for number, at in places.items():
        drawn = found[at].record
        for table, seated in enumerate(drawn.tables, 1):
            if seated.id == missing.table_id:
                if drawn.state is RoundState.DISCARDED:
                    detail = say("table.discarded", table=table, number=number)
                else:
                    detail = say("table.not-opened", table=table, number=number)
                return Refusal("not-found", detail, round=number)
    return missing
