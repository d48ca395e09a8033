"""From a table's live record to the engine's game and hand."""

from __future__ import annotations

from dataclasses import replace

from chalicelib.rules import Fold, Game
from chalicelib.rules.deal import clockwise
from chalicelib.rules.game import GameEnd
from chalicelib.rules.hand.fold import Setup
from chalicelib.store.records.live import LiveDeal, LiveRecord, LiveTable
from chalicelib.store.records.summaries import Movement, SummaryRecord

from .recordings import recording_of
from .terms import Terms


def game_of(live: LiveRecord, terms: Terms) -> Game:
    """Return the game of a table, before the hand in progress if there is one."""
    table = live.table
    if not table.stacks:
        return Game.start(terms.rules, len(table.players), table.left)
    return Game(
        terms.rules,
        list(table.stacks),
        list(table.layout),
        table.kitty,
        table.pot,
        table.bank,
        table.dealer if table.hand - (live.hand is not None) > 0 else None,
        table.counted,
        table.ended,
        list(table.bought),
        table.claimed,
        table.away,
        table.left,
    )


def is_drawing(live: LiveRecord) -> bool:
    """Whether the hand in progress has no cards yet, because its draw is open."""
    hand = live.hand
    return hand is not None and recording_of(live.table.recording).is_drawn and not hand.deal.where


def dealer_now(game: Game, table: LiveTable) -> int:
    """Return whose turn it is to deal (R2).

    Before the first hand this is the seat drawn for it, or the next to the left that is taken.
    """
    turn = game.next_dealer()
    if turn is not None:
        return turn
    seats = game.seats_in
    return table.dealer if table.dealer in seats else next(iter(clockwise(seats, table.dealer)), 0)


def ends_at(table: LiveTable, terms: Terms) -> int | None:
    """Return when no more hands are dealt (R13), in milliseconds since 1970.

    ``None`` before the first deal, and where the rules set no time.
    """
    seconds = terms.rules.ending.seconds
    return 100 * table.began + 1000 * seconds if table.began and seconds else None


def time_is_up(live: LiveRecord, terms: Terms, now: int) -> bool:
    """Whether the clock has ended a game between two hands (R13).

    This follows from when the game began, the rules and the clock alone, so it is the same for
    every request, and no request has to record it.

    Parameters
    ----------
    now
        Milliseconds since 1970.
    """
    end = ends_at(live.table, terms)
    return end is not None and live.hand is None and not live.table.ended and now >= end


def game_now(live: LiveRecord, terms: Terms, now: int) -> Game:
    """Return the game of a table; once its time is up, as it has ended (R13).

    Parameters
    ----------
    now
        Milliseconds since 1970.
    """
    game = game_of(live, terms)
    if time_is_up(live, terms, now):
        game.close(GameEnd.MINUTES)
        game.share_unclaimed()
    return game


def with_game(table: LiveTable, game: Game) -> LiveTable:
    """Return the table with the values of a game; chips bought are stored only if they differ."""
    return replace(
        table,
        stacks=tuple(game.stacks),
        layout=tuple(game.layout),
        kitty=game.kitty,
        pot=game.pot,
        bank=game.bank,
        counted=game.hands,
        ended=game.ended,
        claimed=game.claimed,
        away=game.away,
        left=game.left,
        bought=() if game.bought == game.usually_bought else tuple(game.bought),
        dealer=table.dealer if game.dealer is None else game.dealer,
    )


def after_hand(
    table: LiveTable, game: Game, summary: SummaryRecord
) -> tuple[LiveTable, SummaryRecord]:
    """Return table and summary after a hand; unclaimed chips are shared if the game has ended."""
    if game.ended:
        unclaimed = tuple(Movement(*entry) for entry in game.share_unclaimed())
        summary = replace(summary, unclaimed=unclaimed, final=tuple(game.stacks), ended=game.ended)
    return with_game(table, game), summary


def summary_now(live: LiveRecord, terms: Terms, summary: SummaryRecord, now: int) -> SummaryRecord:
    """Return the summary of a table; once its time is up, of the game as it has ended (R13).

    Parameters
    ----------
    now
        Milliseconds since 1970.
    """
    if summary.ended or not time_is_up(live, terms, now):
        return summary
    game = game_of(live, terms)
    game.close(GameEnd.MINUTES)
    return after_hand(live.table, game, summary)[1]


def new_hand(live: LiveRecord, deal: LiveDeal, terms: Terms) -> Fold:
    """Return the hand in progress before its first action."""
    table = live.table
    setup: Setup = {
        "layout": table.layout,
        "kitty": table.kitty,
        "pot": table.pot,
        "bank": table.bank,
        "seats": game_of(live, terms).seats_in,
        "amount": deal.amount,
        "placements": deal.placements,
        "claimed": table.claimed,
    }
    return recording_of(table.recording).begin(terms.rules, table, deal, setup)
