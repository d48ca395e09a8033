"""Loading a table: its live record, its rules, its game, its hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from chalicelib.league.places import Change
from chalicelib.rules import Entry
from chalicelib.store.port import Item, Put
from chalicelib.store.records.info import InfoRecord
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import Stored, read
from chalicelib.store.records.summaries import SummaryRecord

from .access import check_reader, load_league
from .bought import Purchase, moves, purchases, result_of
from .context import Context
from .errors import NoTable
from .log import Accounts
from .rights import Caller
from .table_state import dealer_now, ends_at, game_now, summary_now
from .terms import Terms, load_terms, terms_of


class Table(NamedTuple):
    """A table as loaded: its id, its live record and that record's version."""

    id: str
    live: LiveRecord
    version: int

    def put(self, live: LiveRecord) -> Put:
        """Return the write of the present table, if nobody else has written since."""
        return Put(LiveRecord.at(self.id).key, live.dumps(), self.version)


class TableState(Enum):
    """Whether a table waits for a deal, plays a hand, or its game is over."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class TableSeat(NamedTuple):
    """A seat between hands: its player, its chips, the chips bought, whether it is in the game.

    Attributes
    ----------
    left
        Whether it is vacant: ``player`` sat there last.
    left_with
        The stack taken away from there, with which its player may come back or a substitute go on.
    leaving
        Whether its player leaves after the hand in progress.
    away
        Whether it is away (R17).
    """

    player: int
    name: str
    stack: int
    bought: int
    in_game: bool
    left: bool
    left_with: int | None
    leaving: bool
    away: bool


class TablePage(NamedTuple):
    """A table and its chips between hands.

    Attributes
    ----------
    table
        Its record; once its time is up, with the end of the game.
    ends_at
        When no more hands are dealt (R13), in milliseconds since 1970, if that is known.
    commitment
        c0, which proves its deals.
    next_hand, next_dealer
        The hand that can be dealt now, and the seat whose turn it is to deal, if any.
    bought_in, brought_in, taken_away
        Chips bought; those brought by substitutes and from other tables; those taken away by who
        has left (R14).
    layout
        Chips on each space, by its name.
    """

    id: str
    table: LiveTable
    state: TableState
    ends_at: int | None
    commitment: str
    next_hand: int | None
    next_dealer: int | None
    seats: tuple[TableSeat, ...]
    bought_in: int
    brought_in: int
    taken_away: int
    layout: Mapping[str, int]
    kitty: int
    pot: int
    bank: int


class TableLedger(NamedTuple):
    """Chips that moved outside the hands: bought, taken away, brought, shared out at the end."""

    table_id: str
    bought: tuple[Purchase, ...]
    moved: tuple[Change, ...]
    unclaimed: tuple[Entry, ...]
    accounts: Accounts


def table_from(item: Item | None, table_id: str) -> Table:
    """Return the table of a live record that was read.

    Raises
    ------
    Refusal
        ``not-found``: there is none.
    """
    if item is None:
        raise NoTable(table_id)
    return Table(table_id, LiveRecord.loads(item.body), item.version)


def load_table(ctx: Context, table_id: str) -> Table:
    """Return a table with one read.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    where = LiveRecord.at(table_id).key
    return table_from(ctx.store.get([where]).get(where), table_id)


def load_tables(ctx: Context, table_ids: Sequence[str]) -> list[Table]:
    """Return several tables (at most 100) with one read.

    Raises
    ------
    Refusal
        ``not-found``: there is no such table.
    """
    places = [LiveRecord.at(table_id).key for table_id in table_ids]
    found = ctx.store.get(places)
    return [table_from(found.get(key), name) for key, name in zip(places, table_ids, strict=True)]


def load_summary(ctx: Context, table: LiveTable) -> Stored[SummaryRecord]:
    """Return the summary of a table."""
    stored = SummaryRecord.at(table.league, table.round, table.number).read(ctx.store)
    assert stored is not None  # written with the table
    return stored


def load_info(ctx: Context, table_id: str) -> InfoRecord:
    """Return the information about a table."""
    stored = InfoRecord.at(table_id).read(ctx.store)
    assert stored is not None  # written with the table
    return stored.record


def table_terms(ctx: Context, table: LiveTable) -> Terms:
    """Return the terms of the table; before its first deal the league's present ones."""
    if table.terms:
        return load_terms(ctx.store, table.terms)
    return terms_of(load_league(ctx, table.league).record)


def seat_names(ctx: Context, table: LiveTable) -> tuple[str, ...]:
    """Return the names of the players of a table, by seat."""
    names = player_names(ctx, table.league, table.players)
    return tuple(names[number] for number in table.players)


def player_names(ctx: Context, league: str, players: Sequence[int]) -> dict[int, str]:
    """Return the names of players of a league, by number."""
    if not players:
        return {}
    wanted = {number: PlayerRecord.at(league, number) for number in players}
    found = read(ctx.store, *wanted.values())
    return {number: found[at].record.name for number, at in wanted.items()}


def read_table(ctx: Context, caller: Caller, table_id: str) -> TablePage:
    """Return a table's page: seats, chips, state of the game.

    While a hand is in progress the chips are those before its stakes; the hand's page shows the
    present ones.
    """
    live = load_table(ctx, table_id).live
    table, playing = live.table, live.hand is not None
    check_reader(ctx, caller, table_id, table)
    terms = table_terms(ctx, table)
    game = game_now(live, terms, ctx.clock())
    table = replace(table, ended=table.ended or game.ended)
    dealer = game.next_dealer() if table.hand and not game.ended else None
    if table.hand == 0:
        dealer = dealer_now(game, table)
    at_info = InfoRecord.at(table_id)
    at_summary = SummaryRecord.at(table.league, table.round, table.number)
    found = read(ctx.store, at_info, at_summary)
    summary = found[at_summary].record
    books = result_of(summary).books()
    bought_in = sum(summary.bought or game.bought)
    return TablePage(
        id=table_id,
        table=table,
        state=_state(table, playing),
        ends_at=ends_at(table, terms),
        commitment=found[at_info].record.commitment,
        next_hand=None if table.ended or table.closing or playing else table.hand + 1,
        next_dealer=None if playing else dealer,
        seats=tuple(
            TableSeat(
                player,
                name,
                stack,
                bought,
                seat in game.seats_in,
                table.has_left(seat),
                books.left_at(seat),
                bool(table.leaving >> seat & 1),
                bool(game.away >> seat & 1),
            )
            for seat, (player, name, stack, bought) in enumerate(
                zip(table.players, seat_names(ctx, table), game.stacks, game.bought, strict=True)
            )
        ),
        bought_in=bought_in,
        brought_in=sum(books.entered.values()) - bought_in if summary.bought else 0,
        taken_away=sum(books.taken.values()),
        layout=dict(zip(terms.rules.table.space_names, game.layout, strict=True)),
        kitty=game.kitty,
        pot=game.pot,
        bank=game.bank,
    )


def _state(table: LiveTable, playing: bool) -> TableState:
    if table.ended:
        return TableState.OVER
    return TableState.PLAYING if playing else TableState.WAITING


def read_ledger(ctx: Context, caller: Caller, table_id: str) -> TableLedger:
    """Return the movements of chips outside the hands: bought in, and shared out at the end."""
    live = load_table(ctx, table_id).live
    table = live.table
    check_reader(ctx, caller, table_id, table)
    terms = table_terms(ctx, table)
    summary = summary_now(live, terms, load_summary(ctx, table).record, ctx.clock())
    spaces = terms.rules.table.space_names
    return TableLedger(
        table_id,
        tuple(purchases(summary)),
        moves(summary),
        tuple(
            Entry(moved.source, moved.target, moved.amount, "unclaimed", moved.action)
            for moved in summary.unclaimed or ()
        ),
        Accounts(len(table.players), spaces),
    )
