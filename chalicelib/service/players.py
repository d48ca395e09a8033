"""The players of a league: adding, reading, changing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from chalicelib.league import players as league_players
from chalicelib.league.errors import PlayerHasSat
from chalicelib.league.players import Player
from chalicelib.league.rounds import Round, check_never_sat, next_to_open
from chalicelib.message import say
from chalicelib.store.port import Write
from chalicelib.store.records.counters import CountersRecord
from chalicelib.store.records.live import LiveRecord
from chalicelib.store.records.player_tokens import PlayerTokensRecord
from chalicelib.store.records.players import PlayerRecord
from chalicelib.store.records.record import Stored, number_of
from chalicelib.store.records.rounds import RoundRecord
from chalicelib.store.records.summaries import SummaryRecord

from .access import check_member, readable_league, require_league
from .changes import KEEP, Keep, changed
from .conditions import Condition
from .context import Context
from .entries import is_going_on
from .errors import Refusal, not_found
from .leaving import leave_writes
from .once import Answer, B, Decision, Once, attempt, attempt_once
from .rights import Caller, Right, check_right
from .tables import Table


class Named(NamedTuple):
    """A player who was just given a name, and the players whose names look like it."""

    player: Player
    similar: tuple[Player, ...] = ()


class PlayersPage(NamedTuple):
    """Some of a league's players, by number; ``next_after`` is where the next page begins."""

    players: tuple[Player, ...]
    next_after: int | None


class PlayerChanges(NamedTuple):
    """Changes to a player; a name that is taken only where ``namesakes`` says so."""

    name: str | Keep = KEEP
    namesakes: bool = False
    withdrawn_from: int | Keep | None = KEEP


def load_counters(ctx: Context, league_id: str) -> Stored[CountersRecord]:
    """Return the last numbers given out in a league."""
    counters = CountersRecord.at(league_id).read(ctx.store)
    assert counters is not None  # written with the league
    return counters


def load_player(ctx: Context, league_id: str, number: int) -> Stored[PlayerRecord]:
    """Return a player.

    Raises
    ------
    Refusal
        ``not-found``.
    """
    player = PlayerRecord.at(league_id, number).read(ctx.store)
    if player is None:
        raise not_found("player")
    return player


def load_players(ctx: Context, league_id: str) -> dict[int, PlayerRecord]:
    """Return all players of a league, by number."""
    everybody = PlayerRecord.of_league(league_id).read(ctx.store)
    return {number_of(stored.key): stored.record for stored in everybody}


def players_of(records: dict[int, PlayerRecord]) -> dict[int, Player]:
    """Return the players of records, by number."""
    return {number: record.player(number) for number, record in records.items()}


def add_players(
    ctx: Context,
    caller: Caller,
    once: Once | None,
    render: Callable[[tuple[Named, ...]], B],
    league_id: str,
    names: Sequence[str],
    *,
    namesakes: bool,
) -> Answer[B]:
    """Add players, all of them or none; they get the next numbers, in order.

    Parameters
    ----------
    namesakes
        Whether they may have names that are taken. Without it, a list sent twice by mistake does
        not double the league, and standings have no two equal names.

    Raises
    ------
    Refusal
        ``name-taken``; ``league-full``: more than 5,000.
    """
    check_right(caller, Right.PLAYERS_WRITE)

    def decide() -> Decision[tuple[Named, ...]]:
        require_league(ctx, caller, league_id)
        counters = load_counters(ctx, league_id)
        everybody = players_of(load_players(ctx, league_id))
        if not namesakes:
            league_players.check_names(names, everybody.values())
        added = league_players.join(names, counters.record.players)
        writes: list[Write] = [counters.put(replace(counters.record, players=added[-1].number))]
        for player in added:
            at = PlayerRecord.at(league_id, player.number)
            writes.append(at.create(PlayerRecord(player.name)))
        return named_among(added, everybody), writes

    return attempt_once(ctx, once, render, decide, lambda: check_member(ctx, caller, league_id))


def named_among(named: Sequence[Player], everybody: dict[int, Player]) -> tuple[Named, ...]:
    """Return players who were just named, with those whose names look alike."""
    from chalicelib.league.lookalikes import similar_to

    others = similar_to(named, everybody.values())
    return tuple(Named(*one) for one in zip(named, others, strict=True))


def list_players(
    ctx: Context, caller: Caller, league_id: str, after: int, limit: int
) -> PlayersPage:
    """Return a page of the players, by number."""
    readable_league(ctx, caller, league_id)
    start = PlayerRecord.at(league_id, after)
    page = PlayerRecord.of_league(league_id).page(ctx.store, start, limit)
    players = tuple(stored.record.player(number_of(stored.key)) for stored in page.records)
    return PlayersPage(players, players[-1].number if page.more else None)


def read_player(ctx: Context, caller: Caller, league_id: str, number: int) -> Player:
    """Return one player."""
    readable_league(ctx, caller, league_id)
    return load_player(ctx, league_id, number).record.player(number)


def update_player(
    ctx: Context,
    caller: Caller,
    league_id: str,
    number: int,
    changes: PlayerChanges,
    condition: Condition[Player] = None,
    *,
    leaves: bool = False,
) -> Named:
    """Change a player's name, or the round from which the player has withdrawn.

    Who has withdrawn from a round that is open leaves its table (R12).

    Parameters
    ----------
    leaves
        Whether the player withdraws from the next round to be opened, unless from one before, and
        leaves the table of an open round in any case.

    Raises
    ------
    Refusal
        ``name-taken`` by another player; ``not-now``: a table of the player is just being made.
    """
    check_right(caller, Right.PLAYERS_WRITE)

    def decide() -> Decision[Named]:
        require_league(ctx, caller, league_id)
        # The counters are written unchanged, so they are read first. Adding players writes them as
        # well, or a name could be given twice; and opening a round, or it could seat somebody who
        # withdraws meanwhile.
        counters = load_counters(ctx, league_id)
        stored = load_player(ctx, league_id, number)
        was = stored.record
        withdrawn_from = changed(changes.withdrawn_from, was.withdrawn_from)
        if leaves and was.withdrawn_from is not None:
            withdrawn_from = was.withdrawn_from
        elif leaves:
            withdrawn_from = next_to_open(_rounds(ctx, league_id))
        record = replace(was, name=changed(changes.name, was.name), withdrawn_from=withdrawn_from)
        player = record.player(number)
        left = _leaves(ctx, league_id, player, leaves) if leaves or record != was else []
        if record == was:
            return Named(player), left
        if condition:
            condition(was.player(number))
        if record.name == was.name:
            return Named(player), [stored.put(record), counters.touch(), *left]
        everybody = players_of(load_players(ctx, league_id))
        others = [other for other in everybody.values() if other.number != number]
        if not changes.namesakes:
            league_players.check_names([record.name], others)
        (named,) = named_among([player], everybody)
        return named, [stored.put(record), counters.touch(), *left]

    return attempt(ctx, decide)


def withdraw_player(ctx: Context, caller: Caller, league_id: str, number: int) -> Player:
    """Withdraw a player, beginning with the next round to be opened; the record stays.

    At a table of an open round the player leaves with the stack, after the hand in progress (R12).
    Repeating it keeps the earlier round.
    """
    return update_player(ctx, caller, league_id, number, PlayerChanges(), leaves=True).player


def delete_player(ctx: Context, caller: Caller, league_id: str, number: int) -> None:
    """Delete a player who never sat at a table, such as one typed by mistake.

    The number is not given again; tokens and join codes of the player become invalid.

    Raises
    ------
    Refusal
        ``round-state``: the player sits in a draft, or sat at a table; ``not-found``.
    """
    check_right(caller, Right.PLAYERS_WRITE)

    def decide() -> Decision[None]:
        require_league(ctx, caller, league_id)
        # The counters are written unchanged. Drawing and opening rounds and joining a table write
        # them too, so that none of these can happen meanwhile.
        counters = load_counters(ctx, league_id)
        player = load_player(ctx, league_id, number)
        check_never_sat(number, _rounds(ctx, league_id))
        for stored in SummaryRecord.of_league(league_id).read(ctx.store):
            if any(change.player == number for change in stored.record.changes):
                raise PlayerHasSat((number,), SummaryRecord.round_of(stored.key))
        tokens = PlayerTokensRecord.at(league_id, number).read(ctx.store)
        listed = [tokens.delete()] if tokens else []
        return None, [player.delete(), *listed, counters.touch()]

    attempt(ctx, decide)


def _rounds(ctx: Context, league_id: str) -> list[Round]:
    rounds = RoundRecord.of_league(league_id).read(ctx.store)
    return [stored.record.round(number_of(stored.key)) for stored in rounds]


def _leaves(ctx: Context, league_id: str, player: Player, at_once: bool) -> list[Write]:
    """Return the writes by which a player who has withdrawn leaves the table of an open round.

    Parameters
    ----------
    at_once
        Whether the player leaves also a round that is before the first one withdrawn from.
    """
    if player.withdrawn_from is None:
        return []
    for played in _rounds(ctx, league_id):
        seated = played.table_of(player.number) if played.under_way else None
        if seated is None or not (at_once or player.withdrawn(played.number)):
            continue
        stored = LiveRecord.at(seated.id).read(ctx.store)
        if stored is None:
            raise Refusal("not-now", say("round.opening"))
        live, now = stored.record, stored.record.table
        if player.number not in now.players:
            continue  # a substitute was just seated
        seat = now.players.index(player.number)
        if now.has_left(seat) or now.leaving >> seat & 1 or not is_going_on(ctx, live):
            continue
        return leave_writes(ctx, Table(seated.id, live, stored.version), seat)
    return []
