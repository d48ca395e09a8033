"""Why the competition does not allow something: a class for each reason, with its values."""

from __future__ import annotations

from dataclasses import dataclass

from .states import RoundState


class LeagueError(Exception):
    """What was asked cannot be done; nothing has changed."""


@dataclass(eq=False)
class NamesTaken(LeagueError):
    """Names that players of the league have, or that stand twice in a list."""

    names: tuple[str, ...]


@dataclass(eq=False)
class LeagueFull(LeagueError):
    """A league has at most so many players."""

    most: int


@dataclass(eq=False)
class TooManyRounds(LeagueError):
    """A league has at most so many rounds."""

    most: int


@dataclass(eq=False)
class UnknownPlayers(LeagueError):
    """Numbers that no player of the league has."""

    players: tuple[int, ...]


@dataclass(eq=False)
class ChosenWithdrawn(LeagueError):
    """Players chosen for a draw who have withdrawn."""

    players: tuple[int, ...]


@dataclass(eq=False)
class CannotSeat(LeagueError):
    """So many players do not fit so many tables of 3 to 8; ``None``: any number of tables."""

    players: int
    tables: int | None


@dataclass(eq=False)
class TooManyTables(LeagueError):
    """A round has at most so many tables."""

    most: int


@dataclass(eq=False)
class RoundBegun(LeagueError):
    """The round is no draft any more, so it is not discarded."""

    number: int


@dataclass(eq=False)
class RoundNotDraft(LeagueError):
    """The round is closed or discarded, so it is not opened."""

    number: int
    state: RoundState


@dataclass(eq=False)
class RoundNotOpen(LeagueError):
    """The round is not open, so it is not closed."""

    number: int


@dataclass(eq=False)
class PlayersBusy(LeagueError):
    """Players of a round to be opened who sit in another one, which is open."""

    players: tuple[int, ...]
    other: int


@dataclass(eq=False)
class PlayerSits(LeagueError):
    """A player who would take a seat sits at a table of an open round."""

    player: int
    table: int
    round: int


@dataclass(eq=False)
class PlayerWithdrawn(LeagueError):
    """A player who would take a seat has withdrawn."""

    player: int


@dataclass(eq=False)
class WithdrawnSince(LeagueError):
    """Players who have withdrawn since the round was drawn."""

    players: tuple[int, ...]
