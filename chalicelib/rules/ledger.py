"""Chips and their movements (R14).

All chips of a game lie in numbered accounts: first the seats, then the spaces of the layout,
then kitty, pot and bank. Chips change hands only through :meth:`Ledger.move`, which records
where from, where to, how many, why, and by which action: so nothing is made or lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Entry(NamedTuple):
    """One movement of chips.

    ``action`` is the number of the action of the hand that caused it, counted from 1; 0 stands
    for what happens before the first one (the stakes).
    """

    source: int
    target: int
    amount: int
    reason: str
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
    """

    __slots__ = ("action", "bank", "chips", "entries", "kitty", "pot", "seats")

    def __init__(
        self, stacks: Sequence[int], layout: Sequence[int], kitty: int, pot: int, bank: int
    ) -> None:
        self.seats = len(stacks)
        self.chips = [*stacks, *layout, kitty, pot, bank]
        self.bank = len(self.chips) - 1
        self.pot = self.bank - 1
        self.kitty = self.bank - 2
        self.entries: list[Entry] = []
        self.action = 0

    def move(self, source: int, target: int, amount: int, reason: str) -> int:
        """Move up to ``amount`` chips and return how many moved.

        An account that has less gives what it has; the rest is forgiven (R12). Nothing moved
        leaves no entry.
        """
        chips = self.chips
        held = chips[source]
        if amount > held:  # noqa: PLR1730 - min() costs as much as all the rest here
            amount = held
        if amount:
            chips[source] = held - amount
            chips[target] += amount
            self.entries.append(Entry(source, target, amount, reason, self.action))
        return amount

    def spread(self, source: int, dues: Iterable[tuple[int, int, str]]) -> None:
        """Pay several dues (to whom, how many chips, why) in their order, until nothing is left.

        The same as moving them one by one, at less cost: every hand begins with dozens.
        """
        chips, entries, action = self.chips, self.entries, self.action
        left = chips[source]
        for target, due, reason in dues:
            amount = due if due <= left else left
            if amount:
                left -= amount
                chips[target] += amount
                entries.append(Entry(source, target, amount, reason, action))
        chips[source] = left

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
