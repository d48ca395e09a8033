"""Taking a seat between two hands: newcomers, who comes back, substitutes (R12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from chalicelib.league.places import Change, ChangeKind
from chalicelib.league.rounds import RoundState, SeatedTable, take_seat
from chalicelib.message import say
from chalicelib.rules.hand.staked import MAX_SEATS
from chalicelib.store.port import Write
from chalicelib.store.records.claims import TokenKind
from chalicelib.store.records.live import LiveRecord, LiveTable
from chalicelib.store.records.record import read
from chalicelib.store.records.rounds import RoundRecord
from chalicelib.store.records.summaries import SummaryRecord

from .access import check_epoch, poster_at
from .bought import result_of, with_changes
from .context import Context
from .entries import check_going_on, terms_to_deal_by
from .errors import Refusal
from .leaving import entries_cleared, gone_from, who_left
from .once import Decision, attempt
from .players import load_counters, load_player
from .rights import Caller, Right, check_right
from .rounds import load_round, rounds_of
from .table_state import game_of, with_game
from .tables import Table, load_summary, load_table

_TABLES_AT_ONCE: Final = 100


class Sitting(NamedTuple):
    """Who sits down where: a player on a seat (from 0), perhaps as a substitute."""

    seat: int
    player: int
    substitute: bool = False


def join_table(ctx: Context, caller: Caller, table_id: str, sitting: Sitting) -> bool:
    """Let a player take a vacant seat of a table, or the next. A repetition changes nothing.

    Before the first deal only the seating changes. Later a newcomer buys a stack at once, who has
    left the table comes back with the stack taken away, and a substitute goes on with the stack of
    the seat; if somebody still sits there, that player leaves.

    Parameters
    ----------
    sitting
        The player's tokens are valid at this table from now on.

    Returns
    -------
    bool
        Whether the player has just sat down, or just decided not to leave after the hand.

    Raises
    ------
    Refusal
        ``forbidden``; ``not-found``: no such player; ``seat-taken``: by another, or another seat
        is to be taken; ``hand-conflict``: a hand is in progress; ``game-over``; ``not-now``: the
        round is just being opened, or there is no stack for a substitute; ``round-state``: the
        player sits in an open round, or has withdrawn.
    """
    check_right(caller, Right.SEAT_JOIN)
    seat, player, _ = sitting

    def decide() -> Decision[bool]:
        table = load_table(ctx, table_id)
        was = table.live.table
        _check_caller(ctx, caller, table, sitting)
        if was.players[seat : seat + 1] == (player,) and not was.has_left(seat):
            if not was.leaving >> seat & 1:
                return False, []
            stays = replace(was, leaving=was.leaving & ~(1 << seat))
            return True, [table.put(LiveRecord(stays, table.live.hand))]
        check_going_on(ctx, table.live)
        if table.live.hand is not None:
            detail = say("seat.hand-in-progress", hand=was.hand)
            raise Refusal("hand-conflict", detail, current=was.hand)
        _check_seat(was, sitting)
        stored = load_round(ctx, was.league, was.round)
        played = stored.record.round(was.round)
        if played.state is RoundState.OPENING:
            raise Refusal("not-now", say("round.opening"))
        if played.state is not RoundState.OPEN:
            raise Refusal("game-over", say("game.over-at-table"))
        # The counters are read first, since they guard the others.
        counters = load_counters(ctx, was.league)
        joining = load_player(ctx, was.league, player)
        rounds = list(rounds_of(ctx, was.league))
        gone = gone_from(ctx, rounds, [player])
        played = take_seat(played, was.number, seat, joining.record.player(player), rounds, gone)
        return True, [
            *_seated(ctx, table, sitting, joining.record.epoch, played.tables),
            stored.put(RoundRecord.of(played)),
            # The counters and the player are written unchanged. Opening a round writes the
            # counters, withdrawing both, issuing and revoking tokens the player: none can happen
            # at the same time and miss the player here.
            counters.touch(),
            joining.touch(),
        ]

    return attempt(ctx, decide)


def _check_caller(ctx: Context, caller: Caller, table: Table, sitting: Sitting) -> None:
    """Raise unless the caller may seat the player: a player only comes back, for oneself."""
    was, claims = table.live.table, caller.claims
    assert claims is not None  # the right was checked
    if claims.kind is not TokenKind.PLAYER or claims.league != was.league:
        poster_at(ctx, caller, table.id, was)
        if sitting.substitute and claims.kind is TokenKind.SCORER:
            raise Refusal("forbidden", say("rights.substitutes"))
        return
    seat, player, substitute = sitting
    was_here = (
        was.players[seat : seat + 1] == (player,)
        or player in who_left(was)
        or result_of(load_summary(ctx, was).record).books().kept_by(player) is not None
    )
    if claims.number != player or substitute or not was_here:
        raise Refusal("forbidden", say("rights.come-back-oneself"))
    check_epoch(claims, load_player(ctx, was.league, claims.number).record.epoch)


def _check_seat(table: LiveTable, sitting: Sitting) -> None:
    """Raise unless the seat can be taken by the player."""
    seat, player, substitute = sitting
    seats = len(table.players)
    free = [seat for seat in range(seats) if table.has_left(seat)]
    if seats < MAX_SEATS:
        free.append(seats)
    if player in who_left(table):  # whose place is kept until another takes it
        free = [table.players.index(player)]
    if seat in free or (substitute and seat < seats and player not in table.players):
        return
    expected = {"expected": free[0] + 1} if free else {}
    if seat < seats or not free:
        raise Refusal("seat-taken", say("seat.taken", seat=seat + 1), **expected)
    raise Refusal("seat-taken", say("seat.next-free", seat=free[0] + 1), **expected)


def _seated(
    ctx: Context, table: Table, sitting: Sitting, epoch: int, seated: Sequence[SeatedTable]
) -> list[Write]:
    """Return the writes of the table and its summary after a player has sat down.

    Parameters
    ----------
    seated
        The tables of the round.
    """
    was = table.live.table
    seat, player, substitute = sitting
    players, epochs = list(was.players), list(was.epochs)
    players[seat:] = [player, *players[seat + 1 :]]
    epochs[seat:] = [epoch, *epochs[seat + 1 :]]
    now = replace(was, players=tuple(players), epochs=tuple(epochs), left=was.left & ~(1 << seat))
    stored = load_summary(ctx, was)
    terms, _ = terms_to_deal_by(ctx, was)
    before = game_of(table.live, terms)
    writes: list[Write] = []
    if not was.stacks:
        game, summary = game_of(LiveRecord(now), terms), replace(stored.record, players=now.players)
    else:
        game = game_of(table.live, terms)
        books = result_of(stored.record).books()
        hand = was.hand + 1
        changes: list[Change] = []
        if substitute and player not in who_left(was):
            sits = seat in game.seats_taken
            chips = game.stacks[seat] if sits else books.left_at(seat) or 0
            if not chips:
                raise Refusal("not-now", say("seat.no-stack", seat=seat + 1))
            if sits:
                game.hand_over(seat)
                changes.append(Change(hand, ChangeKind.LEFT, seat, was.players[seat], chips))
            else:
                game.sit_down(seat, chips, chips)
            changes.append(Change(hand, ChangeKind.SUBSTITUTE, seat, player, chips))
        elif (kept := books.kept_by(player)) is not None:
            chips = kept
            game.sit_down(seat, chips, books.entered[player])
            changes.append(Change(hand, ChangeKind.BACK, seat, player, chips))
        elif moved := _left_elsewhere(ctx, player, was, seated):
            chips, write = moved
            writes.append(write)
            game.sit_down(seat, chips, chips)
            changes.append(Change(hand, ChangeKind.BROUGHT, seat, player, chips))
        else:
            game.join(seat)
            changes.append(Change(hand, ChangeKind.BOUGHT, seat, player, game.stacks[seat]))
        now = with_game(now, game)
        summary = with_changes(stored.record, *changes)
    return [
        *writes,
        stored.put(summary),
        table.put(LiveRecord(now)),
        *entries_cleared(ctx, table, seat, before, game),
    ]


def _left_elsewhere(
    ctx: Context, player: int, table: LiveTable, seated: Sequence[SeatedTable]
) -> tuple[int, Write] | None:
    """Return the stack with which a player has left another table of the round, if any (R12).

    It goes on here, and counts once: the write says so at the table that was left.
    """
    others = [number for number in range(1, len(seated) + 1) if number != table.number]
    for start in range(0, len(others), _TABLES_AT_ONCE):
        some = others[start : start + _TABLES_AT_ONCE]
        places = {number: SummaryRecord.at(table.league, table.round, number) for number in some}
        found = read(ctx.store, *places.values())
        for number, at in places.items():
            stored = found[at]
            chips = result_of(stored.record).books().kept_by(player)
            if not chips:
                continue
            hand = load_table(ctx, seated[number - 1].id).live.table.hand + 1
            left = next(one for one in reversed(stored.record.changes) if one.player == player)
            moved = Change(hand, ChangeKind.ELSEWHERE, left.seat, player, chips)
            return chips, stored.put(with_changes(stored.record, moved))
    return None
