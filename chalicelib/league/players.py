"""The players of a league: added, named, withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from chalicelib.names import key

from .errors import LeagueFull, NamesTaken

MAX_PLAYERS: Final = 5000
MAX_BULK: Final = 90
"""How many players can be added at once."""


class Player(NamedTuple):
    """A player of a league.

    ``withdrawn_from`` is the first round that the player is not drawn for; ``None`` for none.
    """

    number: int
    name: str
    withdrawn_from: int | None = None

    def withdrawn(self, round_number: int) -> bool:
        """Return whether the player has withdrawn from a round."""
        return self.withdrawn_from is not None and self.withdrawn_from <= round_number


def join(names: Sequence[str], last: int) -> tuple[Player, ...]:
    """Return new players, who get the numbers after ``last``, in order.

    Raises
    ------
    LeagueFull
        The league would have too many players.
    """
    if last + len(names) > MAX_PLAYERS:
        raise LeagueFull(MAX_PLAYERS)
    return tuple(Player(number, name) for number, name in enumerate(names, last + 1))


def check_names(names: Iterable[str], players: Iterable[Player]) -> None:
    """Raise if a name is taken, or is twice in the list.

    Names are compared by :func:`~chalicelib.names.key`: case, width and spaces do not matter.

    Raises
    ------
    NamesTaken
        Some are.
    """
    seen = {key(player.name) for player in players}
    taken = []
    for name in names:
        compared = key(name)
        if compared in seen:
            taken.append(name)
        seen.add(compared)
    if taken:
        raise NamesTaken(tuple(taken))
