"""Standings of a league and of a table."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from chalicelib.league.standings import (
    Facts,
    RankedBy,
    Snapshot,
    Standing,
    TableResult,
    standings,
)
from chalicelib.store.records.leagues import LeagueRecord
from chalicelib.store.records.record import Stored
from chalicelib.store.records.summaries import SummaryRecord

from .access import readable_league
from .at_table import check_reader
from .bought import first_bought
from .callers import Caller
from .context import Context
from .players import load_players
from .tables import load_summary, load_table, seat_names

SNAPSHOT_MS: Final = 5000


class LeagueStandings(NamedTuple):
    """Lines of a league's standings, over all rounds.

    Attributes
    ----------
    hands
        How many hands of each table count, from the first; ``None``: all.
    made_from, made_at
        The facts they were computed from, and when (milliseconds since 1970).
    next_after
        How many lines come before the next page; ``None`` if this is the last.
    """

    league_id: str
    league_name: str
    by: RankedBy
    hands: int | None
    made_from: Facts
    made_at: int
    lines: tuple[Standing, ...]
    next_after: int | None


class TableStandings(NamedTuple):
    """The standings of a table.

    ``hands_counted`` is how many hands were played out; ``ended`` is why the game ended, if it
    has; ``revision`` names the facts they were computed from.
    """

    table_id: str
    league_id: str
    round: int
    number: int
    by: RankedBy
    hands: int | None
    hands_counted: int
    ended: str | None
    revision: str
    lines: tuple[Standing, ...]


def _result(summary: SummaryRecord) -> TableResult | None:
    """Return what a summary contributes.

    ``None`` before the table's first deal, and if the game ended without a hand that counted:
    without a hand there is no rank.
    """
    if summary.bought is None or (summary.final and not summary.hands):
        return None
    hands = [number for number, _ in summary.hands]
    return TableResult(
        summary.players,
        first_bought(summary),
        [stacks for _, stacks in summary.hands],
        summary.final,
        [(bisect_left(hands, hand), seat, chips) for hand, seat, chips in summary.buys],
    )


def league_standings(
    ctx: Context,
    caller: Caller,
    league_id: str,
    *,
    by: RankedBy,
    hands: int | None,
    after: int,
    limit: int | None,
    fresh: bool,
) -> LeagueStandings:
    """Return lines of a league's standings.

    Parameters
    ----------
    hands
        Count only this many hands of each table, before unclaimed chips are shared.
    after, limit
        How many lines to skip, and how many to return; ``None``: all.
    fresh
        Compute again; otherwise a snapshot of at most five seconds may be used.
    """
    league = readable_league(ctx, caller, league_id)
    snapshot = _snapshot(ctx, league_id, by, hands, fresh)
    last = None if limit is None else after + limit
    return LeagueStandings(
        league_id=league_id,
        league_name=league.name,
        by=by,
        hands=hands,
        made_from=snapshot.made_from,
        made_at=snapshot.made_at,
        lines=snapshot.lines[after:last],
        next_after=last if last is not None and last < len(snapshot.lines) else None,
    )


def _snapshot(
    ctx: Context, league_id: str, by: RankedBy, hands: int | None, fresh: bool
) -> Snapshot:
    key = (league_id, by, hands)
    kept = ctx.snapshots.get(key)
    if kept and not fresh and 0 <= ctx.clock() - kept.made_at < SNAPSHOT_MS:
        return kept
    made_at = ctx.clock()
    summaries = list(SummaryRecord.of_league(league_id).read(ctx.store))
    results = [result for stored in summaries if (result := _result(stored.record))]
    names = {number: player.name for number, player in load_players(ctx, league_id).items()}
    facts = Facts(
        tables=len(results),
        hands=sum(len(result.after_hands) for result in results),
        revision=_revision(summaries),
    )
    snapshot = Snapshot(standings(results, names, by, hands), facts, made_at)
    ctx.snapshots.put(key, snapshot)
    return snapshot


def _revision(summaries: Sequence[Stored[SummaryRecord]]) -> str:
    """Return a name for what standings are computed from."""
    versions = ";".join(f"{stored.key.sort}={stored.version}" for stored in summaries)
    return hashlib.sha256(versions.encode()).hexdigest()[:16]


def league_name(ctx: Context, league_id: str) -> str:
    """Return the name of a league whose table the caller may read."""
    league = LeagueRecord.at(league_id).read(ctx.store)
    assert league is not None  # no league is removed
    return league.record.name


def table_standings(
    ctx: Context, caller: Caller, table_id: str, *, by: RankedBy, hands: int | None
) -> TableStandings:
    """Return the standings of one table."""
    table = load_table(ctx, table_id).live.table
    check_reader(ctx, caller, table_id, table)
    stored = load_summary(ctx, table)
    summary = stored.record
    result = _result(summary)
    names = dict(zip(table.players, seat_names(ctx, table), strict=True))
    return TableStandings(
        table_id=table_id,
        league_id=table.league,
        round=table.round,
        number=table.number,
        by=by,
        hands=hands,
        hands_counted=len(summary.hands),
        ended=summary.ended,
        revision=_revision([stored]),
        lines=standings([result], names, by, hands) if result else (),
    )
