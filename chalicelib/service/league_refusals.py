"""The competition's reasons for not allowing something, as refusals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from chalicelib.league import errors
from chalicelib.league.seating import MAX_SEATS, MIN_SEATS
from chalicelib.message import Message, say

from .errors import Refusal


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
                    "league.names-taken",
                    names=names[:5],
                ),
                names=names,
            )
        case errors.LeagueFull(most):
            return Refusal("league-full", say("league.player-limit", most=most))
        case errors.TooManyRounds(most):
            return Refusal("too-many", say("league.round-limit", most=most))
        case errors.UnknownPlayers(players):
            return Refusal(
                "unknown-players",
                say("league.no-such-players", players=players),
                players=players,
            )
        case errors.ChosenWithdrawn(players):
            return Refusal(
                "unknown-players",
                say("league.withdrawn", players=players),
                players=players,
            )
        case errors.TooManyTables(most):
            return Refusal("cannot-seat", say("round.table-limit", most=most))
        case errors.CannotSeat(players, tables):
            return Refusal("cannot-seat", _unseatable(players, tables))
        case errors.RoundBegun(number):
            return Refusal("round-state", say("round.opened", number=number))
        case errors.RoundNotDraft(number, state):
            return Refusal(
                "round-state",
                say("round.wrong-state", number=number, state=say(f"round.state.{state.value}")),
            )
        case errors.RoundNotOpen(number):
            return Refusal("round-state", say("round.not-open", number=number))
        case errors.PlayersBusy(players, other):
            return Refusal(
                "round-state",
                say(
                    "round.players-elsewhere",
                    players=players,
                    other=other,
                ),
                players=players,
            )
        case errors.PlayerSits(player, table, number):
            return Refusal(
                "round-state",
                say(
                    "seat.player-elsewhere",
                    player=player,
                    table=table,
                    round=number,
                ),
                players=[player],
            )
        case errors.PlayerWithdrawn(player):
            return Refusal("round-state", say("player.withdrawn", player=player), players=[player])
        case errors.WithdrawnSince(players):
            return Refusal(
                "round-state",
                say(
                    "round.players-withdrawn",
                    players=players,
                ),
                players=players,
            )
    raise error


def _unseatable(players: int, tables: int | None) -> Message:
    if tables is None or players < MIN_SEATS:
        return say(
            "round.too-few-players",
            least=MIN_SEATS,
            players=players,
        )
    return say(
        "round.cannot-seat",
        players=players,
        tables=tables,
        least=MIN_SEATS,
        most=MAX_SEATS,
    )
