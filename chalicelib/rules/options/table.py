"""What a table starts with: the rank of the ace, the layout, the first dealer, the chips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from chalicelib.message import say
from chalicelib.names import find
from chalicelib.rules.cards import ACE_HIGH, ACE_LOW, PACK, Card, Order
from chalicelib.rules.errors import Malformed
from chalicelib.rules.layout import Space

from .option import choice, number, spaces


class Ace(Enum):
    """Where the ace ranks (R1)."""

    HIGH = "high"
    LOW = "low"


class FirstDealer(Enum):
    """How the first dealer is found (R2)."""

    FIRST_JACK = "first_jack"
    HIGH_CARD = "high_card"
    CHOSEN = "chosen"
    RANDOM = "random"


@dataclass(frozen=True)
class Table:
    """What a table starts with (R1, R2)."""

    ace: Ace = choice("ace", "R1", Ace.HIGH, "where the ace ranks")
    layout: tuple[Space, ...] = spaces(
        "layout",
        "R1",
        ["AH", "KC", "QD", "JS"],
        "the spaces of the layout and the cards that win them",
    )
    first_dealer: FirstDealer = choice(
        "first_dealer", "R2", FirstDealer.CHOSEN, "how the first dealer is found"
    )
    chips: int = number("chips.start", "R16", 50, (1, 1_000_000), "chips each seat starts with")

    @property
    def dealer_is_turned_up(self) -> bool:
        """Whether the first jack turned up finds the first dealer (R2)."""
        return self.first_dealer is FirstDealer.FIRST_JACK

    @property
    def dealer_is_cut(self) -> bool:
        """Whether the highest card cut finds the first dealer (R2)."""
        return self.first_dealer is FirstDealer.HIGH_CARD

    @cached_property
    def order(self) -> Order:
        """The order of ranks (R1)."""
        return ACE_LOW if self.ace is Ace.LOW else ACE_HIGH

    @cached_property
    def space_names(self) -> tuple[str, ...]:
        """The names of the spaces, in layout order."""
        return tuple(space.name for space in self.layout)

    def placement(self, stakes: Mapping[str, int]) -> dict[int, int]:
        """Return stakes by the index of their space, given by its name, however it is typed.

        Raises
        ------
        Malformed
            There is no such space, or one is named twice.
        """
        placed = {name: find(name, self.space_names) for name in stakes}
        unknown = sorted(name for name, space in placed.items() if space is None)
        if unknown:
            raise Malformed(
                say(
                    "stakes.unknown-space",
                    space=unknown[0][:24],
                    spaces=self.space_names,
                )
            )
        by_space = {space: stakes[name] for name, space in placed.items() if space is not None}
        if len(by_space) < len(stakes):
            raise Malformed(say("stakes.space-twice"))
        return by_space

    def space(self, name: str) -> int:
        """Return the index of a space in the layout.

        Raises
        ------
        Malformed
            There is no such space.
        """
        (index,) = self.placement({name: 0})
        return index

    @property
    def has_sets(self) -> bool:
        """Whether a space takes several cards to win."""
        return any(space.card is None for space in self.layout)

    @cached_property
    def spaces(self) -> tuple[int, ...]:
        """The indices of the spaces in the layout."""
        return tuple(range(len(self.layout)))

    @cached_property
    def all_spaces(self) -> int:
        """The spaces of the layout as a set, a bit a space."""
        return (1 << len(self.layout)) - 1

    @cached_property
    def wins_of(self) -> tuple[tuple[tuple[int, tuple[Card, ...]], ...], ...]:
        """For each card the spaces it helps to win, in layout order, and the cards each takes."""
        return tuple(
            tuple(
                (index, cards)
                for index, space in enumerate(self.layout)
                for cards in space.sets
                if card in cards
            )
            for card in PACK
        )
