"""Before the deal: the amount named, stakes placed, who is away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from chalicelib.message import say
from chalicelib.names import find
from chalicelib.rules import AgainstRules, Game
from chalicelib.rules.game import GameEnd
from chalicelib.rules.hand.stakes import check_placement, named_amount
from chalicelib.store.port import Key, Put, Write
from chalicelib.store.records.entries import EntriesRecord, SeatEntry
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.live_log import Poster
from chalicelib.store.records.times import rfc3339

from .access import load_league, poster_at
from .changes import KEEP, Keep, changed
from .context import Context
from .errors import Refusal, not_found
from .once import Decision, attempt
from .recordings import recording_of
from .refusals import EntriesConflict, HandEntries
from .rights import Caller, Right, check_right
from .table_state import dealer_now, ends_at, game_of, time_is_up
from .tables import load_table
from .terms import Terms, load_terms, terms_of, writes_for


class Entries(NamedTuple):
    """What was entered before a deal; ``version`` is ``None`` if nothing is stored."""

    key: Key
    record: EntriesRecord
    version: int | None

    def put(self, record: EntriesRecord) -> Put:
        """Return the write that replaces the entries, if nobody else has written since."""
        return Put(self.key, record.dumps(), self.version)


def load_entries(ctx: Context, table_id: str, hand: int) -> Entries:
    """Return what has been entered before a deal so far."""
    at = EntriesRecord.at(table_id, hand)
    stored = at.read(ctx.store)
    if stored is None:
        return Entries(at.key, EntriesRecord(), None)
    return Entries(at.key, stored.record, stored.version)


def terms_to_deal_by(ctx: Context, table: LiveTable) -> tuple[Terms, list[Write]]:
    """Return the terms of the next deal, and the writes that go with it.

    The first deal of a table takes the league's rules; the first of a league freezes them. Every
    deal is by the present version of the rules.
    """
    if table.terms:
        kept = load_terms(ctx.store, table.terms)
        terms = kept.renewed()
        return terms, [] if terms is kept else writes_for(ctx.store, terms)
    league = load_league(ctx, table.league)
    terms = terms_of(league.record)
    writes = writes_for(ctx.store, terms)
    if not league.record.frozen:
        writes.append(league.put(replace(league.record, frozen=True)))
    return terms, writes


def game_to_deal(live: LiveRecord, terms: Terms, entries: EntriesRecord) -> Game:
    """Return the game before the next deal: stacks bought for it (R12), who is away (R17)."""
    game = game_of(live, terms)
    real_cards = recording_of(live.table.recording).real_cards
    for seat, entry in sorted(entries.seats.items()):
        if entry.rebuy and not live.table.has_left(seat):
            game.buy(seat)
        if entry.away is not None and not real_cards:
            game.away = game.away & ~(1 << seat) | entry.away << seat
    return game


def check_open(ctx: Context, live: LiveRecord, hand: int) -> None:
    """Raise unless ``hand`` is the one to be dealt next.

    A game whose time is up refuses with the same words ever after (R13).

    Raises
    ------
    Refusal
        ``hand-conflict``, ``game-over``.
    """
    table = live.table
    if live.hand is not None:
        unfinished = say("hand.number-not-finished", hand=table.hand)
        raise Refusal("hand-conflict", unfinished, current=table.hand)
    if hand <= table.hand:
        dealt = say("hand.number-dealt", hand=hand)
        raise Refusal("hand-conflict", dealt, current=table.hand)
    check_going_on(ctx, live)
    if hand != table.hand + 1:
        expected = table.hand + 1
        raise Refusal("hand-conflict", say("hand.next", hand=expected), expected=expected)


def check_going_on(ctx: Context, live: LiveRecord) -> None:
    """Raise if the game of a table is over; between hands also if its time is up (R13).

    Raises
    ------
    Refusal
        ``game-over``, with the reason, and the end where the clock is the reason.
    """
    table = live.table
    end = None
    if table.began and table.ended in (None, GameEnd.MINUTES):
        terms = load_terms(ctx.store, table.terms)
        if table.ended or time_is_up(live, terms, ctx.clock()):
            end = ends_at(table, terms)
    if end is not None:
        at = rfc3339(end)
        raise Refusal(
            "game-over",
            say("game.time-is-up", day=at[:10], time=at[11:16]),
            ended=GameEnd.MINUTES.value,
            ends_at=at,
        )
    if table.ended or table.closing:
        ended = table.ended or GameEnd.CLOSED
        raise Refusal("game-over", say("game.over-at-table"), ended=ended.value)


def is_going_on(ctx: Context, live: LiveRecord) -> bool:
    """Whether the game of a table is not over; see :func:`check_going_on`."""
    try:
        check_going_on(ctx, live)
    except Refusal:
        return False
    return True


def can_deal(ctx: Context, live: LiveRecord) -> bool:
    """Whether a table waits for a deal."""
    return live.hand is None and is_going_on(ctx, live)


def put_amount(ctx: Context, caller: Caller, table_id: str, hand: int, amount: int) -> HandEntries:
    """Name the amount of a hand's stakes, where the dealer may (R3). Replaceable until the deal.

    Raises
    ------
    Refusal
        ``forbidden``: neither the dealer's seat nor a scorer; ``hand-conflict``, ``game-over``.
    AgainstRules
        R3: the rules set the amount, or it is more than the dealer has.
    """
    check_right(caller, Right.HAND_AMOUNT)

    def check(table: LiveTable, game: Game, entries: EntriesRecord, poster: Poster) -> None:
        del entries
        if not game.rules.stakes.dealer_names_amount:
            raise AgainstRules("R3", say("stakes.amount-set-by-rules"))
        if poster.seat not in (None, dealer_now(game, table)):
            raise Refusal("forbidden", say("stakes.amount-named-by-dealer"))
        named_amount(game.rules, amount, game.stacks[dealer_now(game, table)])

    def change(entries: EntriesRecord, spaces: Sequence[str]) -> EntriesRecord:
        del spaces
        return replace(entries, amount=amount)

    return _change_entries(ctx, caller, table_id, hand, check, change)


class EntryChange(NamedTuple):
    """What a seat enters before a deal.

    Attributes
    ----------
    stakes
        Space -> chips, where the rules let a seat place them (R3); ``None`` takes them back.
    rebuy
        Whether the seat, out of chips, buys a new stack for this deal (R12).
    away
        Whether the seat is away (R17); ``None``: as before.
    """

    stakes: Mapping[str, int] | Keep | None = KEEP
    rebuy: bool | Keep = KEEP
    away: bool | Keep | None = KEEP

    def of(self, entry: SeatEntry, spaces: Sequence[str]) -> SeatEntry:
        """Return an entry with this change; ``spaces`` are the names that spaces have there."""
        stakes = changed(self.stakes, entry.stakes)
        return SeatEntry(
            stakes=None if stakes is None else _named_as(stakes, spaces),
            rebuy=changed(self.rebuy, entry.rebuy),
            away=changed(self.away, entry.away),
        )


def _named_as(stakes: Mapping[str, int], spaces: Sequence[str]) -> dict[str, int]:
    """Return stakes by the names that the spaces have, in layout order, however they were typed.

    The members of a JSON object have no order, so the order in which they came decides nothing.
    """
    places = {name: find(name, spaces) for name in stakes}
    unknown = {name: chips for name, chips in stakes.items() if places[name] is None}
    placed = {place: stakes[name] for name, place in places.items() if place is not None}
    return {spaces[place]: chips for place, chips in sorted(placed.items())} | unknown


def put_entry(
    ctx: Context,
    caller: Caller,
    table_id: str,
    hand: int,
    seat: int,
    entered: EntryChange,
) -> HandEntries:
    """Record what a seat (from 0) enters before a deal. Replaceable until then.

    Raises
    ------
    Refusal
        ``forbidden``: another's seat; ``not-found``; ``not-now``: nobody sits there;
        ``hand-conflict``, ``game-over``.
    AgainstRules, Malformed
        R3: the stakes are wrong. R12: the seat cannot buy a stack.
    """
    check_right(caller, Right.HAND_ENTRY)

    def check(table: LiveTable, game: Game, entries: EntriesRecord, poster: Poster) -> None:
        del poster
        rules = game.rules
        if entered.away is True and recording_of(table.recording).real_cards:
            raise AgainstRules("R17", say("seat.away-real-cards"))
        if entered.rebuy is True and not entries.seat(seat).rebuy:
            game.buy(seat)
        stakes = entered.stakes
        if stakes is None or isinstance(stakes, Keep):
            return
        if rules.stakes.are_fixed:
            raise AgainstRules("R3", say("stakes.fixed"))
        amount = rules.stakes.amount if entries.amount is None else entries.amount
        placed = rules.table.placement(stakes)
        check_placement(rules, placed, amount, game.stacks[seat], game.claimed)

    def change(entries: EntriesRecord, spaces: Sequence[str]) -> EntriesRecord:
        now = entered.of(entries.seat(seat), spaces)
        return replace(entries, seats={**entries.seats, seat: now})

    return _change_entries(ctx, caller, table_id, hand, check, change, seat)


def _change_entries(
    ctx: Context,
    caller: Caller,
    table_id: str,
    hand: int,
    check: Callable[[LiveTable, Game, EntriesRecord, Poster], None],
    change: Callable[[EntriesRecord, Sequence[str]], EntriesRecord],
    seat: int | None = None,
) -> HandEntries:
    """Change the entries of a deal; once the hand is dealt, only a repetition is accepted.

    Parameters
    ----------
    change
        Makes the change; it is given the names that spaces have there.
    """

    def decide() -> Decision[HandEntries]:
        live = load_table(ctx, table_id).live
        table = live.table
        poster = poster_at(ctx, caller, table_id, table)
        if seat is not None and not 0 <= seat < len(table.players):
            raise not_found("seat")
        if seat is not None and poster.seat not in (None, seat):
            raise Refusal("forbidden", say("rights.speak-for-own-seat"))
        if seat is not None and table.has_left(seat):
            raise Refusal("not-now", say("seat.vacant", seat=seat + 1))
        entries = load_entries(ctx, table_id, hand)
        was = entries.record
        if was.closed:
            staked = () if seat is None else tuple(was.seat(seat).stakes or ())
            if change(was, staked) == was:
                return HandEntries(table_id, hand, was), []
            raise EntriesConflict(HandEntries(table_id, hand, was), table.hand)
        check_open(ctx, live, hand)
        terms, _ = terms_to_deal_by(ctx, table)
        check(table, game_to_deal(live, terms, was), was, poster)
        now = change(was, terms.rules.table.space_names)
        writes: list[Write] = [] if now == was else [entries.put(now)]
        return HandEntries(table_id, hand, now), writes

    return attempt(ctx, decide)
