"""The errors of the competition: a class for each reason, with its values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

from chalicelib.message import Message, say

from .states import RoundState

_NAMED: Final = 5
"""How many names a sentence lists at most."""


class Explained(Protocol):
    """An error that explains itself."""

    @property
    def detail(self) -> Message:
        """One sentence for the person who asks."""


class LeagueError(Exception, Explained):
    """The request cannot be carried out; nothing has changed. Each reason is a class.

    Attributes
    ----------
    code
        A stable name of the kind of problem; ``api.problems`` lists all of them.
    """

    code: ClassVar[str]

    @property
    def members(self) -> Mapping[str, tuple[int, ...] | tuple[str, ...]]:
        """Further values for the program that asks."""
        return {}


@dataclass(eq=False)
class NamesTaken(LeagueError):
    """Names that players of the league already have, or that are twice in a list."""

    code = "name-taken"

    names: tuple[str, ...]

    @property
    def detail(self) -> Message:
        """The names."""
        rest = len(self.names) - _NAMED
        more = say("league.more-names", n=rest) if rest > 0 else ""
        return say("league.names-taken", names=self.names[:_NAMED], more=more)

    @property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """All the names."""
        return {"names": self.names}


@dataclass(eq=False)
class LimitError(LeagueError):
    """There would be more of something than the limit."""

    most: int


class LeagueFull(LimitError):
    """The league would have more players than the limit."""

    code = "league-full"

    @property
    def detail(self) -> Message:
        """The limit."""
        return say("league.player-limit", most=self.most)


class TooManyRounds(LimitError):
    """The league would have more rounds than the limit."""

    code = "too-many"

    @property
    def detail(self) -> Message:
        """The limit."""
        return say("league.round-limit", most=self.most)


@dataclass(eq=False)
class PlayersError(LeagueError):
    """The request cannot be carried out because of some players."""

    players: tuple[int, ...]

    @property
    def members(self) -> Mapping[str, tuple[int, ...]]:
        """The players concerned."""
        return {"players": self.players}


class UnknownPlayers(PlayersError):
    """Numbers that no player of the league has."""

    code = "unknown-players"

    @property
    def detail(self) -> Message:
        """The numbers."""
        return say("league.no-such-players", players=self.players)


class ChosenWithdrawn(PlayersError):
    """Players chosen for a draw who have withdrawn."""

    code = "unknown-players"

    @property
    def detail(self) -> Message:
        """The players."""
        return say("league.withdrawn", players=self.players)


class WithdrawnSince(PlayersError):
    """Players who have withdrawn since the round was drawn."""

    code = "round-state"

    @property
    def detail(self) -> Message:
        """The players."""
        return say("round.players-withdrawn", players=self.players)


@dataclass(eq=False)
class PlayersBusy(PlayersError):
    """Players of a round to be opened who sit in another open round."""

    code = "round-state"

    other: int

    @property
    def detail(self) -> Message:
        """The players, and the other round."""
        return say("round.players-elsewhere", players=self.players, other=self.other)


class PlayerWithdrawn(PlayersError):
    """A player who wants to take a seat has withdrawn."""

    code = "round-state"

    @property
    def detail(self) -> Message:
        """The player."""
        (player,) = self.players
        return say("player.withdrawn", player=player)


@dataclass(eq=False)
class PlayerHasSat(PlayersError):
    """A player who is to be deleted sits at a table of a round, or sat there."""

    code = "round-state"

    round: int

    @property
    def detail(self) -> Message:
        """The player, and the round."""
        (player,) = self.players
        return say("player.has-sat", player=player, number=self.round)


@dataclass(eq=False)
class PlayerSits(PlayersError):
    """A player who wants to take a seat sits at a table of an open round."""

    code = "round-state"

    table: int
    round: int

    @property
    def detail(self) -> Message:
        """The player, and where he sits."""
        (player,) = self.players
        return say("seat.player-elsewhere", player=player, table=self.table, round=self.round)


@dataclass(eq=False)
class CannotSeat(LeagueError):
    """The players do not fit the tables (``None``: any number) with their limits of seats."""

    code = "cannot-seat"

    players: int
    tables: int | None
    least: int
    most: int

    @property
    def detail(self) -> Message:
        """The number of players, and the numbers that are possible."""
        if self.tables is None or self.players < self.least:
            return say("round.too-few-players", least=self.least, players=self.players)
        return say(
            "round.cannot-seat",
            players=self.players,
            tables=self.tables,
            least=self.least,
            most=self.most,
        )


class TooManyTables(LimitError):
    """The round would have more tables than the limit."""

    code = "cannot-seat"

    @property
    def detail(self) -> Message:
        """The limit."""
        return say("round.table-limit", most=self.most)


@dataclass(eq=False)
class RoundError(LeagueError):
    """The round is in a state in which this cannot be done."""

    code = "round-state"

    number: int


class RoundBegun(RoundError):
    """The round is no longer a draft, so it is not discarded."""

    @property
    def detail(self) -> Message:
        """The round."""
        return say("round.opened", number=self.number)


@dataclass(eq=False)
class RoundNotDraft(RoundError):
    """The round is closed or discarded, so it is not opened."""

    state: RoundState

    @property
    def detail(self) -> Message:
        """The round and its state."""
        state = say(f"round.state.{self.state.value}")
        return say("round.wrong-state", number=self.number, state=state)


class RoundNotOpen(RoundError):
    """The round is not open, so it is not closed."""

    @property
    def detail(self) -> Message:
        """The round."""
        return say("round.not-open", number=self.number)
