"""Rounds: one seating of all tables, from its draft until it is closed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from chalicelib.recording import Recording

from .errors import (
    ChosenWithdrawn,
    PlayerHasSat,
    PlayersBusy,
    PlayerSits,
    PlayerWithdrawn,
    RoundBegun,
    RoundNotDraft,
    RoundNotOpen,
    TooManyRounds,
    TooManyTables,
    UnknownPlayers,
    WithdrawnSince,
)
from .players import Player
from .seating import draw
from .states import RoundState

__all__ = [
    "MAX_ROUNDS",
    "MAX_TABLES",
    "Round",
    "RoundState",
    "SeatedTable",
    "check_never_sat",
    "close",
    "discard",
    "draft",
    "finish_opening",
    "left_out",
    "next_number",
    "next_to_open",
    "start_opening",
    "take_seat",
    "taking_part",
]

MAX_ROUNDS: Final = 1000
MAX_TABLES: Final = 200


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round: its id, and the players' numbers in seat order, clockwise."""

    id: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a league.

    Attributes
    ----------
    seed
        The seed of the draw.
    recording
        How its tables are recorded at first.
    drawn, opened, closed
        Milliseconds since 1970.
    absent
        The players left out of the draw.
    tables
        In the order of their numbers, from 1.
    drafts
        Of how many drafts this one was opened; ``None`` before, and where it was not counted.
    """

    number: int
    state: RoundState
    seed: str
    recording: Recording
    drawn: int
    opened: int | None
    closed: int | None
    absent: tuple[int, ...]
    tables: tuple[SeatedTable, ...]
    drafts: int | None = None

    @property
    def begun(self) -> bool:
        """Whether it was ever opened."""
        return self.state not in (RoundState.DRAFT, RoundState.DISCARDED)

    @property
    def under_way(self) -> bool:
        """Whether it is open or being opened."""
        return self.state in (RoundState.OPENING, RoundState.OPEN)

    @property
    def seated(self) -> frozenset[int]:
        """Every player who sits at a table."""
        return frozenset(player for table in self.tables for player in table.players)

    def sitting(self, gone: Collection[tuple[str, int]]) -> frozenset[int]:
        """Return every player who sits at a table and has not left it (R12).

        Parameters
        ----------
        gone
            Tables' ids, and players who have left them.
        """
        return frozenset(
            player
            for table in self.tables
            for player in table.players
            if (table.id, player) not in gone
        )

    def table_of(self, player: int) -> SeatedTable | None:
        """Return the table at which a player sits."""
        return next((table for table in self.tables if player in table.players), None)


def next_number(last: int) -> int:
    """Return the number of the round after the last one drawn.

    Raises
    ------
    TooManyRounds
        The league has as many as it may have.
    """
    if last >= MAX_ROUNDS:
        raise TooManyRounds(MAX_ROUNDS)
    return last + 1


def taking_part(
    players: Mapping[int, Player],
    round_number: int,
    chosen: Collection[int] | None,
    absent: Collection[int],
) -> frozenset[int]:
    """Return who takes part: those chosen, or all who have not withdrawn, without the absent.

    Parameters
    ----------
    players
        The league's players, by number.

    Raises
    ------
    UnknownPlayers
        Somebody chosen or absent is no player of the league.
    ChosenWithdrawn
        Somebody chosen has withdrawn.
    """
    unknown = {*(chosen or ()), *absent} - players.keys()
    if unknown:
        raise UnknownPlayers(tuple(sorted(unknown)))
    able = {number for number, player in players.items() if not player.withdrawn(round_number)}
    part = (able if chosen is None else set(chosen)) - set(absent)
    if part - able:
        raise ChosenWithdrawn(tuple(sorted(part - able)))
    return frozenset(part)


def left_out(
    players: Mapping[int, Player],
    round_number: int,
    part: Collection[int],
    absent: Collection[int],
) -> frozenset[int]:
    """Return who does not take part: the absent, and those who could have been chosen.

    Parameters
    ----------
    players
        The league's players, by number.
    part
        Who takes part.
    """
    able = {number for number, player in players.items() if not player.withdrawn(round_number)}
    return frozenset((able | set(absent)) - set(part))


def draft(
    number: int,
    players: Iterable[int],
    *,
    seed: str,
    tables: int | None,
    recording: Recording,
    absent: Iterable[int],
    now: int,
    table_id: Callable[[int], str],
) -> Round:
    """Return the draft of a round, its seating drawn. Nothing counts until it is opened.

    Parameters
    ----------
    players
        Who takes part.
    tables
        How many tables; ``None`` for the number that brings them nearest to six seats.
    now
        Milliseconds since 1970.
    table_id
        Gives a new id for the table of a number.

    Raises
    ------
    CannotSeat, TooManyTables
        The players do not fit the tables.
    """
    seating = draw(players, seed, tables)
    if len(seating) > MAX_TABLES:
        raise TooManyTables(MAX_TABLES)
    return Round(
        number=number,
        state=RoundState.DRAFT,
        seed=seed,
        recording=recording,
        drawn=now,
        opened=None,
        closed=None,
        absent=tuple(sorted(absent)),
        tables=tuple(SeatedTable(table_id(i), seats) for i, seats in enumerate(seating, 1)),
    )


def discard(drawn: Round) -> Round:
    """Return a draft as discarded; its number is not used again. Repeating it changes nothing.

    Raises
    ------
    RoundBegun
        It has been opened.
    """
    if drawn.begun:
        raise RoundBegun(drawn.number)
    return replace(drawn, state=RoundState.DISCARDED)


def start_opening(
    drawn: Round,
    rounds: Iterable[Round],
    players: Mapping[int, Player],
    now: int,
    gone: Collection[tuple[str, int]] = (),
) -> Round:
    """Return a draft as being opened; its tables can now be set up.

    A round that is being opened already, or is open, stays as it is.

    Parameters
    ----------
    rounds
        The league's rounds.
    players
        The league's players, by number.
    gone
        Tables' ids, and players who have left them (R12).

    Raises
    ------
    RoundNotDraft
        The round is closed or discarded.
    PlayersBusy
        Somebody sits in another open round.
    WithdrawnSince
        Somebody has withdrawn since the draw.
    """
    if drawn.under_way:
        return drawn
    if drawn.state is not RoundState.DRAFT:
        raise RoundNotDraft(drawn.number, drawn.state)
    rounds, seated = list(rounds), drawn.seated
    for other in rounds:
        if other.number == drawn.number or not other.under_way:
            continue  # another request may be opening this one
        if busy := seated & other.sitting(gone):
            raise PlayersBusy(tuple(sorted(busy)), other.number)
    withdrawn = [player for player in seated if players[player].withdrawn(drawn.number)]
    if withdrawn:
        raise WithdrawnSince(tuple(sorted(withdrawn)))
    return replace(drawn, state=RoundState.OPENING, opened=now, drafts=_drafts(drawn, rounds))


def _drafts(drawn: Round, rounds: Iterable[Round]) -> int:
    """Return of how many drafts one is opened: all since the last opening before it was drawn.

    The number shows that somebody drew until the seating pleased.
    """
    others = [other for other in rounds if other.number != drawn.number]
    opened = (other.opened or 0 for other in others if other.begun)
    since = max((time for time in opened if time <= drawn.drawn), default=0)
    return 1 + sum(not other.begun and other.drawn >= since for other in others)


def finish_opening(opening: Round) -> Round:
    """Return a round that was being opened as open; any other is returned unchanged."""
    if opening.state is not RoundState.OPENING:
        return opening
    return replace(opening, state=RoundState.OPEN)


def close(played: Round, now: int) -> Round:
    """Return an open round as closed (R13); a closed one is returned unchanged.

    Raises
    ------
    RoundNotOpen
        It was never opened, or is being opened.
    """
    if played.state is RoundState.CLOSED:
        return played
    if played.state is not RoundState.OPEN:
        raise RoundNotOpen(played.number)
    return replace(played, state=RoundState.CLOSED, closed=now)


def take_seat(
    played: Round,
    table: int,
    seat: int,
    player: Player,
    rounds: Iterable[Round],
    gone: Collection[tuple[str, int]] = (),
) -> Round:
    """Return a round in which another player sits on a vacant or new seat of a table (R12).

    Parameters
    ----------
    table
        The table's number in the round.
    seat
        The seat, from 0; at most the one after the last.
    rounds
        The league's rounds.
    gone
        Tables' ids, and players who have left them.

    Raises
    ------
    PlayerSits
        The player sits at a table of an open round.
    PlayerWithdrawn
        The player has withdrawn.
    """
    for other in rounds:
        for number, seated in enumerate(other.tables, 1):
            sits = player.number in seated.players and (seated.id, player.number) not in gone
            if other.under_way and sits:
                raise PlayerSits((player.number,), number, other.number)
    if player.withdrawn(played.number):
        raise PlayerWithdrawn((player.number,))
    was = played.tables[table - 1]
    # Who comes back to another place is not at the old one any more.
    players = list(was.players)
    players[seat:] = [player.number, *players[seat + 1 :]]
    now = replace(was, players=tuple(players))
    return replace(played, tables=(*played.tables[: table - 1], now, *played.tables[table:]))


def check_never_sat(player: int, rounds: Iterable[Round]) -> None:
    """Raise if a player sits at a table of a round that is not discarded.

    Raises
    ------
    PlayerHasSat
        There is such a round.
    """
    for played in rounds:
        if played.state is not RoundState.DISCARDED and player in played.seated:
            raise PlayerHasSat((player,), played.number)


def next_to_open(rounds: Iterable[Round]) -> int:
    """Return the first number after every round that was opened: a player withdraws from there."""
    return max((played.number for played in rounds if played.begun), default=0) + 1
