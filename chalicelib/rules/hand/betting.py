"""The betting round of Three in One (R15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias, assert_never

from chalicelib.message import say
from chalicelib.rules.actions import POKER, Bet, Call, Check, Fold, Phase, Raise
from chalicelib.rules.errors import NotNow
from chalicelib.rules.illegal import AgainstRules
from chalicelib.rules.options.rules import Rules

BettingAction: TypeAlias = Check | Bet | Call | Raise | Fold
"""What the seat to act can do."""


class Betting:
    """One betting round: who is still in, who is to act, and what it costs (R15).

    A seat that has put in all its chips stays in and is not asked again; there are no side pots,
    because what a seat has not got is forgiven (R12).

    Parameters
    ----------
    seats
        The seats in the order they act.
    stacks
        The chips of every seat of the table; those of ``seats`` are used.
    rules
        Whether bets that nobody can call are possible.

    Attributes
    ----------
    seats
        The seats still in, in that order.
    bet
        What each of them has to put in.
    put
        What each seat has put in, by its number.
    """

    __slots__ = ("_any_bet", "_chips", "_waiting", "bet", "put", "seats")

    def __init__(self, seats: Sequence[int], stacks: Sequence[int], rules: Rules) -> None:
        self.seats = list(seats)
        self._chips = list(stacks)
        self._any_bet = not rules.version.bets_can_be_called
        self.bet = 0
        self.put = [0] * len(stacks)
        self._waiting = [seat for seat in seats if stacks[seat] > 0]

    @property
    def turn(self) -> int:
        """The seat to act, or -1 when the round is over."""
        return self._waiting[0] if self._waiting and len(self.seats) > 1 else -1

    def options(self, stack: int) -> tuple[BettingAction, ...]:
        """Return what the seat to act may do with so many chips; of bets and raises the lowest."""
        seat = self.turn
        callable_bet = self._any_bet or any(
            self._chips[other] > 0 for other in self.seats if other != seat
        )
        if self.bet == 0:
            bets = (Bet(seat, 1),) if callable_bet else ()
            return Check(seat), *bets, Fold(seat)
        if callable_bet and self.put[seat] + stack > self.bet:
            return Call(seat), Raise(seat, self.bet + 1), Fold(seat)
        return Call(seat), Fold(seat)

    def verify(self, action: BettingAction, stack: int) -> None:
        """Raise unless ``action`` is legal for the seat to act, which holds so many chips.

        Raises
        ------
        AgainstRules
            R15: it is not the seat's turn, the action is not possible now, or the amount is out of
            range.
        """
        seat = action.seat
        if seat != self.turn:
            raise AgainstRules("R15", say("bet.another-seat", seat=self.turn + 1))
        options = self.options(stack)
        lowest = next((option for option in options if option.verb is action.verb), None)
        if lowest is None:
            names = tuple(option.verb for option in options)
            detail = say("bet.not-possible", verb=action.verb, verbs=names)
            raise AgainstRules("R15", detail, options)
        most = self.put[seat] + stack
        match action, lowest:
            case (Bet(_, chips), Bet(_, least)) | (Raise(_, chips), Raise(_, least)):
                if not least <= chips <= most:
                    detail = say(
                        "bet.amount",
                        verb=action.verb,
                        low=least,
                        high=most,
                    )
                    raise AgainstRules("R15", detail, options)

    def act(self, action: BettingAction, stacks: Sequence[int]) -> int:
        """Carry out the decision of the seat to act; return the chips it puts in."""
        seat = self._waiting.pop(0)
        match action:
            case Fold():
                self.seats.remove(seat)
                return 0
            case Check():
                return 0
            case Bet(_, chips) | Raise(_, chips):
                self.bet = chips
                place = self.seats.index(seat)
                after = [*self.seats[place + 1 :], *self.seats[:place]]
                self._waiting = [other for other in after if stacks[other] > 0]
            case Call():
                pass
            case _:
                assert_never(action)
        paid = min(self.bet - self.put[seat], stacks[seat])
        self.put[seat] += paid
        self._chips[seat] -= paid
        return paid

    def leave(self, seat: int) -> None:
        """Take out a seat that has left the hand (R12, ``drop_out``)."""
        self.seats.remove(seat)
        if seat in self._waiting:
            self._waiting.remove(seat)


class BettingTable(Protocol):
    """What a betting round needs to know of its hand."""

    phase: Phase
    betting: Betting | None

    def highest_bid(self) -> int:
        """Return the chips that the seat to bet can still put in."""


def verify_bet(table: BettingTable, action: BettingAction) -> None:
    """Raise unless the betting allows ``action``.

    Raises
    ------
    AgainstRules, NotNow
        It does not.
    """
    if table.phase is not POKER or table.betting is None:
        raise NotNow(say("bet.none-open"))
    table.betting.verify(action, table.highest_bid())
