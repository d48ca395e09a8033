"""Standings of a league and of a table."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from typing import Any, Final

from chalicelib.league.standings import Standing, TableResult, standings
from chalicelib.store.records.summaries import SummaryRecord

from .access import Caller, check_league, check_reader, load_league
from .bought import first_bought
from .context import Context, Snapshot, rfc3339
from .people import load_players
from .tables import load_summary, load_table, seat_names

SNAPSHOT_MS: Final = 5000
_KEPT: Final = 64


def _result(summary: SummaryRecord) -> TableResult | None:
    """Return what a summary contributes.

    Nothing before the table's first deal, and nothing if the game ended without a hand that
    counted: who has played nothing has no place.
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


def line_view(line: Standing, name: str) -> dict[str, Any]:
    """Return one line of the standings."""
    return {
        "rank": line.rank,
        "tied": line.tied,
        "player": line.player,
        "name": name,
        "chips": line.chips,
        "net": line.net,
        "rounds": line.rounds,
        "hands": line.hands,
    }


def league_standings(
    ctx: Context,
    caller: Caller,
    league_id: str,
    *,
    by: str,
    hands: int | None,
    after: int,
    limit: int | None,
    fresh: bool,
) -> dict[str, Any]:
    """Return a page of a league's standings, over all rounds.

    Parameters
    ----------
    by
        ``chips`` or ``net``.
    hands
        Count only the first so many hands of each table, before unclaimed chips are shared.
    after, limit
        Skip so many lines, and show so many; all with ``None``.
    fresh
        Compute anew; else a snapshot of at most five seconds serves.
    """
    league, _ = load_league(ctx, league_id)
    check_league(ctx, caller, league_id, league)
    snapshot = _snapshot(ctx, league_id, by, hands, fresh)
    last = None if limit is None else after + limit
    return {
        "league": league_id,
        "league_name": league["name"],
        "status": "provisional",
        "by": by,
        "hands": hands,
        "made_at": rfc3339(snapshot.made_at),
        "made_from": snapshot.made_from,
        "standings": snapshot.lines[after:last],
        "next_after": last if last is not None and last < len(snapshot.lines) else None,
    }


def _snapshot(ctx: Context, league_id: str, by: str, hands: int | None, fresh: bool) -> Snapshot:
    key = (league_id, by, hands)
    kept = ctx.snapshots.get(key)
    if kept and not fresh and 0 <= ctx.clock() - kept.made_at < SNAPSHOT_MS:
        return kept
    made_at = ctx.clock()
    summaries = list(SummaryRecord.of_league(league_id).read(ctx.store))
    results = [result for stored in summaries if (result := _result(stored.record))]
    names = load_players(ctx, league_id)
    facts = ";".join(f"{stored.key.sort}={stored.version}" for stored in summaries)
    snapshot = Snapshot(
        [line_view(line, names[line.player]["name"]) for line in standings(results, by, hands)],
        {
            "tables": len(results),
            "hands": sum(len(result.after_hands) for result in results),
            "revision": hashlib.sha256(facts.encode()).hexdigest()[:16],
        },
        made_at,
    )
    if len(ctx.snapshots) >= _KEPT:
        ctx.snapshots.clear()
    ctx.snapshots[key] = snapshot
    return snapshot


def table_standings(
    ctx: Context, caller: Caller, table_id: str, *, by: str, hands: int | None
) -> dict[str, Any]:
    """Return the standings of one table."""
    table = load_table(ctx, table_id).live.table
    check_reader(ctx, caller, table_id, table)
    summary = load_summary(ctx, table).record
    result = _result(summary)
    names = dict(zip(table.players, seat_names(ctx, table), strict=True))
    lines = standings([result], by, hands) if result else []
    return {
        "table": table_id,
        "status": "provisional",
        "by": by,
        "hands": hands,
        "hands_counted": len(summary.hands),
        "ended": summary.ended,
        "standings": [line_view(line, names[line.player]) for line in lines],
    }
