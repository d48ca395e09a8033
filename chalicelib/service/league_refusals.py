"""The competition's reasons for not allowing something, as refusals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from chalicelib.league import errors
from chalicelib.league.seating import MAX_SEATS, MIN_SEATS

from .errors import Refusal, say


@contextmanager
def refusing() -> Iterator[None]:
    """Turn every :class:`LeagueError` raised within into a :class:`Refusal`."""
    try:
        yield
    except errors.LeagueError as error:
        raise _refusal(error) from None


def _refusal(error: errors.LeagueError) -> Refusal:
    match error:
        case errors.NamesTaken(names):
            return Refusal(
                "name-taken",
                say(
                    "already there: {names}; say namesakes if they are other people",
                    names=names[:5],
                ),
                names=names,
            )
        case errors.LeagueFull(most):
            return Refusal("league-full", say("a league has at most {most} players", most=most))
        case errors.TooManyRounds(most):
            return Refusal("too-many", say("a league has at most {most} rounds", most=most))
        case errors.UnknownPlayers(players):
            return Refusal(
                "unknown-players",
                say("no such players: {players}", players=list(players)),
                players=players,
            )
        case errors.ChosenWithdrawn(players):
            return Refusal(
                "unknown-players",
                say("withdrawn: {players}", players=list(players)),
                players=players,
            )
        case errors.TooManyTables(most):
            return Refusal("cannot-seat", say("a round has at most {most} tables", most=most))
        case errors.CannotSeat(players, tables):
            return Refusal("cannot-seat", _unseatable(players, tables))
        case errors.RoundBegun(number):
            return Refusal("round-state", say("round {number} has been opened", number=number))
        case errors.RoundNotDraft(number, state):
            return Refusal(
                "round-state", say("round {number} is {state}", number=number, state=state.value)
            )
        case errors.RoundNotOpen(number):
            return Refusal("round-state", say("round {number} is not open", number=number))
        case errors.PlayersBusy(players, other):
            return Refusal(
                "round-state",
                say(
                    "players {players} sit in round {other}, which is open; close it first",
                    players=list(players),
                    other=other,
                ),
                players=players,
            )
        case errors.PlayerSits(player, table, number):
            return Refusal(
                "round-state",
                say(
                    "player {player} sits at table {table} of round {round}, which is open",
                    player=player,
                    table=table,
                    round=number,
                ),
                players=[player],
            )
        case errors.PlayerWithdrawn(player):
            return Refusal(
                "round-state", say("player {player} has withdrawn", player=player), players=[player]
            )
        case errors.WithdrawnSince(players):
            return Refusal(
                "round-state",
                say(
                    "players {players} have withdrawn; draw the round anew",
                    players=list(players),
                ),
                players=players,
            )
    raise error


def _unseatable(players: int, tables: int | None) -> str:
    if tables is None or players < MIN_SEATS:
        return say(
            "a round needs at least {least} players; there are {players}",
            least=MIN_SEATS,
            players=players,
        )
    return say(
        "{players} players do not make {tables} tables of {least} to {most}",
        players=players,
        tables=tables,
        least=MIN_SEATS,
        most=MAX_SEATS,
    )
