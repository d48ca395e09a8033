"""Standings of a league and of a table."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
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
from chalicelib.store.records.members import compact
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import Stored
from chalicelib.store.records.summaries import SummaryRecord

from .access import check_reader, readable_league
from .bought import result_of
from .context import Context
from .rights import Caller
from .table_state import summary_now
from .tables import (
    load_summary,
    load_table,
    load_tables,
    player_names,
    seat_names,
    table_terms,
)
from .terms import terms_of

SNAPSHOT_MS: Final = 5000
_TABLES_AT_ONCE: Final = 100


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


def _result(summary: SummaryRecord, round_number: int) -> TableResult | None:
    """Return what a summary contributes.

    ``None`` until a hand is played out: without a hand there is no rank, and a deal alone is no
    round played.
    """
    if summary.bought is None or not summary.hands:
        return None
    return result_of(summary, round_number)


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
    snapshot = _snapshot(ctx, league_id, league, by, hands, fresh)
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
    ctx: Context,
    league_id: str,
    league: LeagueRecord,
    by: RankedBy,
    hands: int | None,
    fresh: bool,
) -> Snapshot:
    key = (league_id, by, hands)
    kept = ctx.snapshots.get(key)
    if kept and not fresh and 0 <= ctx.clock() - kept.made_at < SNAPSHOT_MS:
        return kept
    made_at = ctx.clock()
    summaries = list(SummaryRecord.of_league(league_id).read(ctx.store))
    by_clock = _ended_by_clock(ctx, league, [stored.record for stored in summaries], made_at)
    results = [
        result
        for stored in summaries
        if (
            result := _result(
                by_clock.get(stored.record.table, stored.record),
                SummaryRecord.round_of(stored.key),
            )
        )
    ]
    names = PlayerRecord.names(ctx.store, league_id)
    facts = Facts(
        tables=len(results),
        hands=sum(len(result.after_hands) for result in results),
        revision=_revision(league_id, summaries, by_clock, names),
    )
    snapshot = Snapshot(standings(results, names, by, hands), facts, made_at)
    ctx.snapshots.put(key, snapshot)
    return snapshot


def _ended_by_clock(
    ctx: Context, league: LeagueRecord, summaries: Sequence[SummaryRecord], now: int
) -> Mapping[str, SummaryRecord]:
    """Return by table the summaries of the games that the clock alone has ended (R13).

    Only tables whose time is up are read, and none where the rules set no time.
    """
    seconds = terms_of(league).rules.ending.seconds
    if seconds is None:
        return {}
    due = {
        summary.table: summary
        for summary in summaries
        if summary.bought is not None
        and summary.ended is None
        and (summary.began is None or now >= 100 * summary.began + 1000 * seconds)
    }
    found = {}
    names = list(due)
    for start in range(0, len(names), _TABLES_AT_ONCE):
        for table in load_tables(ctx, names[start : start + _TABLES_AT_ONCE]):
            terms = table_terms(ctx, table.live.table)
            ended = summary_now(table.live, terms, due[table.id], now)
            if ended.ended:
                found[table.id] = ended
    return found


def _revision(
    league_id: str,
    summaries: Sequence[Stored[SummaryRecord]],
    by_clock: Collection[str],
    names: Mapping[int, str],
) -> str:
    """Return a name for what standings are computed from, the league and the names included.

    Parameters
    ----------
    by_clock
        The tables whose games the clock alone has ended.
    names
        The players' names, by number.
    """
    versions = ";".join(
        f"{stored.key.sort}={stored.version}{'.' if stored.record.table in by_clock else ''}"
        for stored in summaries
    )
    facts = compact([league_id, versions, sorted(names.items())])
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


def league_name(ctx: Context, league_id: str) -> str:
    """Return the name of a league whose table the caller may read."""
    league = LeagueRecord.at(league_id).read(ctx.store)
    assert league is not None  # no league is removed
    return league.record.name


def table_standings(
    ctx: Context, caller: Caller, table_id: str, *, by: RankedBy, hands: int | None
) -> TableStandings:
    """Return the standings of one table."""
    live = load_table(ctx, table_id).live
    table = live.table
    check_reader(ctx, caller, table_id, table)
    stored = load_summary(ctx, table)
    summary = summary_now(live, table_terms(ctx, table), stored.record, ctx.clock())
    by_clock = [] if summary.ended is stored.record.ended else [table_id]
    result = _result(summary, table.round)
    names = dict(zip(table.players, seat_names(ctx, table), strict=True))
    gone = {change.player for change in summary.changes} - names.keys()
    names |= player_names(ctx, table.league, sorted(gone))
    return TableStandings(
        table_id=table_id,
        league_id=table.league,
        round=table.round,
        number=table.number,
        by=by,
        hands=hands,
        hands_counted=len(summary.hands),
        ended=summary.ended,
        revision=_revision(table.league, [stored], by_clock, names),
        lines=standings([result], names, by, hands) if result else (),
    )
