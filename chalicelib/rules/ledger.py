"""Chips and their movements (R14).

All chips of a game are in numbered accounts: first the seats, then the spaces of the layout,
then kitty, pot and bank. Chips move only through :meth:`Ledger.move`, which records source, target,
amount, reason and action, so no chip appears or is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add
from typing import Literal, NamedTuple, TypeAlias

Reason: TypeAlias = Literal[
    "stake",
    "kitty stake",
    "pot stake",
    "widow",
    "bet",
    "boodle",
    "pot",
    "pass fee",
    "boodle returned",
    "compensation",
    "missed play",
    "false lead",
    "cards left",
    "kitty",
    "abandoned",
    "unclaimed",
]
"""Why chips move."""


class Entry(NamedTuple):
    """One movement of chips.

    ``action`` is the number of the action of the hand that caused it, counted from 1; 0 stands for
    the time before the first one (the stakes).
    """

    source: int
    target: int
    amount: int
    reason: Reason
    action: int


class Ledger:
    """The accounts of a table during a hand, and every movement between them.

    Attributes
    ----------
    chips
        The balance of each account: ``seats`` stacks, the spaces, kitty, pot, bank.
    entries
        The movements so far, in order.
    action
        The number of the action under way, written into each entry.
    debt
        Whether stacks may go below zero (R12).
    """

    __slots__ = ("action", "bank", "chips", "debt", "entries", "kitty", "pot", "seats")

    def __init__(
        self,
        stacks: Sequence[int],
        layout: Sequence[int],
        kitty: int,
        pot: int,
        bank: int,
        debt: bool = False,
    ) -> None:
        self.debt = debt
        self.seats = len(stacks)
        self.chips = [*stacks, *layout, kitty, pot, bank]
        self.bank = len(self.chips) - 1
        self.pot = self.bank - 1
        self.kitty = self.bank - 2
        self.entries: list[Entry] = []
        self.action = 0

    def move(self, source: int, target: int, amount: int, reason: Reason) -> int:
        """Move up to ``amount`` chips and return how many moved.

        An account that has less gives what it has; the rest is forgiven (R12). If nothing moves,
        there is no entry.
        """
        chips = self.chips
        held = chips[source]
        if amount > held and not (self.debt and source < self.seats):
            amount = held
        if amount:
            chips[source] = held - amount
            chips[target] += amount
            self.entries.append(Entry(source, target, amount, reason, self.action))
        return amount

    def post(self, entries: Iterable[Entry], changes: Iterable[int]) -> None:
        """Make movements that were worked out before, given the change of each account.

        They become entries of the action under way. This is a shortcut for dozens of moves at the
        start of every hand; if an account would fall below zero, they are moved one by one.
        """
        chips = list(map(add, self.chips, changes))
        if self.debt or min(chips) >= 0:
            self.chips = chips
            self.entries.extend(entries)
        else:
            for source, target, amount, reason, _ in entries:
                self.move(source, target, amount, reason)

    @property
    def stacks(self) -> list[int]:
        """The seats' chips."""
        return self.chips[: self.seats]

    @property
    def layout(self) -> list[int]:
        """The chips on each space, in layout order."""
        return self.chips[self.seats : self.kitty]

    def space(self, index: int) -> int:
        """Return the account of the space with this index in the layout."""
        return self.seats + index


def account_name(account: int, seats: int, spaces: Sequence[str]) -> str:
    """Return an account's name: ``seat 1``, ``space AH``, ``kitty``, ``pot`` or ``bank``."""
    if account < seats:
        return f"seat {account + 1}"
    if account < seats + len(spaces):
        return f"space {spaces[account - seats]}"
    return ("kitty", "pot", "bank")[account - seats - len(spaces)]
