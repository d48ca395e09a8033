"""Rounds: drawing the seating, opening the tables, closing them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from chalicelib.league import rounds as league_rounds
from chalicelib.league.rounds import Round, RoundState, SeatedTable
from chalicelib.league.seating import draw_dealer
from chalicelib.rules import fairness
from chalicelib.rules.actions import Recording
from chalicelib.store.records.chain import ChainRecord
from chalicelib.store.records.info import InfoRecord
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import Stored, number_of, read
from chalicelib.store.records.rounds import RoundRecord
from chalicelib.store.records.summaries import SummaryRecord

from .access import check_member, readable_league, require_league
from .context import Context
from .errors import not_found
from .leaving import gone_from
from .once import Answer, B, Decision, Once, attempt, attempt_once
from .players import load_counters, load_players, players_of
from .results import close_table
from .rights import Caller, Right, check_right

_TABLES_AT_ONCE: Final = 20


class NamedRound(NamedTuple):
    """A round, and the names of the league's players, by number."""

    round: Round
    names: Mapping[int, str]


class RoundsPage(NamedTuple):
    """Some of a league's rounds, by number; ``next_after`` is where the next page begins."""

    rounds: tuple[Round, ...]
    next_after: int | None


class DrawRequest(NamedTuple):
    """The request of a draw.

    Attributes
    ----------
    seed
        The seed of the draw, which is published; random if not given.
    tables
        How many tables; ``None`` for the number that brings them nearest to six seats.
    players, absent
        Who takes part: those listed, or all who have not withdrawn, without the absent.
    recording
        How the tables are recorded at first; as the league says if not given.
    """

    seed: str | None = None
    tables: int | None = None
    players: Collection[int] | None = None
    absent: Collection[int] = ()
    recording: Recording | None = None


def draw_round(
    ctx: Context,
    caller: Caller,
    once: Once | None,
    render: Callable[[NamedRound], B],
    league_id: str,
    request: DrawRequest,
) -> Answer[B]:
    """Draw a round as a draft: who sits where. Nothing counts until it is opened.

    Raises
    ------
    Refusal
        ``cannot-seat``: too few players, or they do not fit tables of 3 to 8;
        ``unknown-players``, ``too-many``.
    """
    check_right(caller, Right.ROUNDS_WRITE)

    def decide() -> Decision[NamedRound]:
        league = require_league(ctx, caller, league_id).record
        counters = load_counters(ctx, league_id)
        number = league_rounds.next_number(counters.record.rounds)
        players = players_of(load_players(ctx, league_id))
        seated = league_rounds.taking_part(players, number, request.players, request.absent)
        draft = league_rounds.draft(
            number,
            seated,
            seed=request.seed or ctx.new_id(f"seed/{number}"),
            tables=request.tables,
            recording=request.recording or league.recording,
            absent=league_rounds.left_out(players, number, seated, request.absent),
            now=ctx.clock(),
            table_id=lambda table: ctx.new_id(f"table/{number}/{table}"),
        )
        names = {player.number: player.name for player in players.values()}
        return NamedRound(draft, names), [
            counters.put(replace(counters.record, rounds=number)),
            RoundRecord.at(league_id, number).create(RoundRecord.of(draft)),
        ]

    return attempt_once(ctx, once, render, decide, lambda: check_member(ctx, caller, league_id))


def _named(ctx: Context, league_id: str, shown: Round) -> NamedRound:
    return NamedRound(shown, PlayerRecord.names(ctx.store, league_id))


def _round(stored: Stored[RoundRecord]) -> Round:
    return stored.record.round(number_of(stored.key))


def load_round(ctx: Context, league_id: str, number: int) -> Stored[RoundRecord]:
    """Return a round.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    stored = RoundRecord.at(league_id, number).read(ctx.store)
    if stored is None:
        raise not_found("round")
    return stored


def read_round(ctx: Context, caller: Caller, league_id: str, number: int) -> NamedRound:
    """Return a round."""
    readable_league(ctx, caller, league_id)
    return _named(ctx, league_id, _round(load_round(ctx, league_id, number)))


def list_rounds(ctx: Context, caller: Caller, league_id: str, after: int, limit: int) -> RoundsPage:
    """Return a page of a league's rounds, by number."""
    readable_league(ctx, caller, league_id)
    start = RoundRecord.at(league_id, after)
    page = RoundRecord.of_league(league_id).page(ctx.store, start, limit)
    rounds = tuple(map(_round, page.records))
    return RoundsPage(rounds, rounds[-1].number if page.more else None)


def rounds_of(ctx: Context, league_id: str) -> Iterator[Round]:
    """Yield all rounds of a league, by number."""
    return map(_round, RoundRecord.of_league(league_id).read(ctx.store))


def discard_round(ctx: Context, caller: Caller, league_id: str, number: int) -> NamedRound:
    """Discard a draft; its number is not used again. Repeating it changes nothing.

    Raises
    ------
    Refusal
        ``round-state``: it has been opened.
    """
    check_right(caller, Right.ROUNDS_WRITE)
    return _named(ctx, league_id, _change(ctx, caller, league_id, number, league_rounds.discard))


def close_round(ctx: Context, caller: Caller, league_id: str, number: int) -> NamedRound:
    """Close a round: each game ends after its hand in progress, and no new hand is dealt (R13).

    Repeating it finishes what was begun.

    Raises
    ------
    Refusal
        ``round-state``: it was never opened.
    """
    check_right(caller, Right.ROUNDS_WRITE)

    def close(played: Round) -> Round:
        return league_rounds.close(played, ctx.clock())

    closed = _change(ctx, caller, league_id, number, close)
    for table in closed.tables:
        close_table(ctx, table.id)
    return _named(ctx, league_id, closed)


def _change(
    ctx: Context, caller: Caller, league_id: str, number: int, change: Callable[[Round], Round]
) -> Round:
    """Return a round after a change, which is written if it differs."""

    def decide() -> Decision[Round]:
        require_league(ctx, caller, league_id)
        stored = load_round(ctx, league_id, number)
        was = _round(stored)
        now = change(was)
        return now, [] if now == was else [stored.put(RoundRecord.of(now))]

    return attempt(ctx, decide)


def open_round(ctx: Context, caller: Caller, league_id: str, number: int) -> NamedRound:
    """Open a round, so that its tables can deal. Repeating it completes an interrupted opening.

    Raises
    ------
    Refusal
        ``round-state``: it is closed or discarded, or a player sits in another open round, or
        has withdrawn since the draw.
    """
    check_right(caller, Right.ROUNDS_WRITE)

    def start() -> Decision[Round]:
        require_league(ctx, caller, league_id)
        stored = load_round(ctx, league_id, number)
        was = _round(stored)
        if was.under_way:
            return was, []
        counters = load_counters(ctx, league_id)
        rounds = list(rounds_of(ctx, league_id))
        now = league_rounds.start_opening(
            was,
            rounds,
            players_of(load_players(ctx, league_id)),
            ctx.clock(),
            gone_from(ctx, rounds, was.seated),
        )
        # The counters are written unchanged, so two rounds with the same player cannot open at
        # once.
        return now, [stored.put(RoundRecord.of(now)), counters.touch()]

    opened = attempt(ctx, start)
    if opened.state is RoundState.OPENING:
        _set_up_tables(ctx, league_id, opened)
        opened = _finish_opening(ctx, league_id, number)
    return _named(ctx, league_id, opened)


def _finish_opening(ctx: Context, league_id: str, number: int) -> Round:
    def decide() -> Decision[Round]:
        stored = load_round(ctx, league_id, number)
        was = _round(stored)
        now = league_rounds.finish_opening(was)
        return now, [] if now == was else [stored.put(RoundRecord.of(now))]

    return attempt(ctx, decide)


def _set_up_tables(ctx: Context, league_id: str, opening: Round) -> None:
    """Write the missing records of each table, all of a table or none."""
    tables = list(enumerate(opening.tables, 1))
    for start in range(0, len(tables), _TABLES_AT_ONCE):
        batch = tables[start : start + _TABLES_AT_ONCE]
        there = read(ctx.store, *(LiveRecord.at(table.id) for _, table in batch))
        for number, table in batch:
            if LiveRecord.at(table.id) not in there:
                attempt(ctx, partial(_new_table, ctx, league_id, opening, number, table))


def _new_table(
    ctx: Context, league_id: str, opening: Round, number: int, table: SeatedTable
) -> Decision[None]:
    """Return the writes of a table's first records; none if the table exists."""
    places = [PlayerRecord.at(league_id, player) for player in table.players]
    found = read(ctx.store, LiveRecord.at(table.id), *places)
    if LiveRecord.at(table.id) in found:
        return None, []  # another request that opens this round was faster
    players = [found[at] for at in places]
    chain = ctx.entropy(f"chain/{opening.number}/{number}", 32)
    live = LiveTable(
        league=league_id,
        round=opening.number,
        number=number,
        recording=opening.recording,
        players=table.players,
        epochs=tuple(player.record.epoch for player in players),
        dealer=draw_dealer(opening.seed, number, table.players),
    )
    info = InfoRecord(league_id, opening.number, number, fairness.link(chain, 0).hex())
    summary = SummaryRecord(table.id, table.players)
    return None, [
        LiveRecord.at(table.id).create(LiveRecord(live)),
        InfoRecord.at(table.id).create(info),
        ChainRecord.at(table.id).create(ChainRecord(chain)),
        SummaryRecord.at(league_id, opening.number, number).create(summary),
        # The players are written unchanged, so that no token is issued or revoked meanwhile that
        # the table would not know of.
        *(player.touch() for player in players),
    ]
