"""What seats with real cards claimed before play, compared with the cards they had (R15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from chalicelib.rules.layout import holders_of
from chalicelib.rules.options.rules import Rules
from chalicelib.rules.poker import best_five, best_hands

from .findings import Fault, Finding


@dataclass(slots=True)
class Claims:
    """What the seats claim before play: spaces at the deal, and the pot after the betting.

    Attributes
    ----------
    layout_open
        Whether spaces can still be taken.
    takers
        Who took each space.
    layout_at
        The action with which the taking was over; 0 while it is not.
    pot_winners
        Who took the pot, or a share of it.
    pot_at
        The action with which that was over; 0 while it is not.
    """

    layout_open: bool = False
    takers: dict[int, list[int]] = field(default_factory=dict)
    layout_at: int = 0
    pot_winners: list[int] = field(default_factory=list)
    pot_at: int = 0

    def findings(
        self, rules: Rules, sets: Sequence[int], seats: Sequence[int], betting: Sequence[int]
    ) -> list[Finding]:
        """Return what was wrong with the claims.

        Parameters
        ----------
        sets
            The cards of each seat at the deal, a bit a card.
        seats
            The seats whose cards are known.
        betting
            The seats still in at the end of the betting.
        """
        found = []
        if self.layout_at:
            found += unclaimed_spaces(rules, sets, seats, self.takers, self.layout_at)
        if self.pot_at:
            found += better_hands(sets, betting, self.pot_winners, self.pot_at)
        return found


def unclaimed_spaces(
    rules: Rules,
    sets: Sequence[int],
    seats: Sequence[int],
    takers: Mapping[int, Sequence[int]],
    number: int,
) -> list[Finding]:
    """Return who held the cards of a space at the deal and did not take it.

    Parameters
    ----------
    sets
        The cards of each seat at the deal, a bit a card.
    seats
        The seats whose cards are known.
    takers
        Who took each space.
    number
        The action with which the taking was over.
    """
    return [
        Finding(Fault.SPACE_NOT_TAKEN, number, seat, None, _won_with(rules, sets[seat], space))
        for space, holders in holders_of(rules.table.layout, sets, seats).items()
        for seat in holders
        if seat not in takers.get(space, ())
    ]


def _won_with(rules: Rules, held: int, space: int) -> tuple[int, ...]:
    return next(
        cards for cards in rules.table.layout[space].sets if all(held >> card & 1 for card in cards)
    )


def better_hands(
    sets: Sequence[int], betting: Sequence[int], winners: Sequence[int], number: int
) -> list[Finding]:
    """Return who had the best hand of those still in the betting and did not take the pot.

    A seat may have picked a worse five than it could (R15): a ruling decides.
    """
    if len(betting) < 2:
        return []  # nobody had to show
    return [
        Finding(Fault.BETTER_HAND, number, seat, None, tuple(best_five(sets[seat])[1]))
        for seat in best_hands(sets, betting)
        if seat not in winners
    ]
