"""A hand whose stakes are paid and whose cards are not drawn yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn, Unpack

from chalicelib.message import say
from chalicelib.rules.actions import Action, Phase
from chalicelib.rules.errors import NotNow
from chalicelib.rules.options.rules import Rules

from .fold import Setup
from .staked import StakedHand


class UndealtHand(StakedHand):
    """A hand that waits for its draw: nobody holds a card, and it can only be abandoned.

    Once the cards are drawn, another hand with the same set-up takes its place.

    Parameters are those of :class:`~.staked.StakedHand`.
    """

    __slots__ = ()

    def __init__(
        self,
        rules: Rules,
        stacks: Sequence[int],
        dealer: int,
        *,
        away: int = 0,
        **setup: Unpack[Setup],
    ) -> None:
        super().__init__(rules, stacks, dealer, away=away, **setup)
        self.phase, self.turn = Phase.DRAW, -1

    def legal_actions(self) -> list[Action]:
        """Return no action: none is legal."""
        return []

    def highest_bid(self) -> int:
        """Return 0: nobody can bid."""
        return 0

    def verify(self, action: Action) -> NoReturn:
        """Raise: no action is legal.

        Raises
        ------
        NotNow
            Always.
        """
        del action
        raise NotNow(say("hand.over") if self.over else say("hand.not-drawn"))

    def do(self, action: Action, number: int | None = None) -> NoReturn:
        """Raise as :meth:`verify` does: no action can have been recorded."""
        del number
        self.verify(action)
