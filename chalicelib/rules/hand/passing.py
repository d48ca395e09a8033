"""Leads and passes with real cards, as far as they can be judged at once (R6, R12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from chalicelib.message import say
from chalicelib.rules.actions import Phase
from chalicelib.rules.cards import ALL_SUITS, TEXT, Card
from chalicelib.rules.illegal import AgainstRules
from chalicelib.rules.ledger import Ledger
from chalicelib.rules.options.rules import Rules


class PassingTable(Protocol):
    """What leads and passes depend on at a table with real cards.

    Attributes
    ----------
    live
        The seats in the hand, ascending.
    last
        Who played the last card; -1 for nobody.
    plays
        Every card played, in order, with the seat and whether it was led.
    next_card
        The card a run waits for.
    unproven
        How often each seat is assumed to have passed, not paid before its cards prove it (R11).
    """

    rules: Rules
    ledger: Ledger
    phase: Phase
    turn: int
    live: list[int]
    last: int
    plays: list[tuple[int, Card, bool]]
    next_card: Card
    unproven: Counter[int]

    def others(self, seat: int) -> list[int]:
        """Return the other seats in the hand, clockwise from ``seat``."""


def passers(table: PassingTable, seat: int, card: Card) -> list[int]:
    """Return who must have passed before ``seat`` led ``card`` after a stop, in order (R6).

    A lead of a forbidden suit is assumed to be lawful where possible: everybody has passed, and the
    restriction is lifted. The audit decides whether they had to pass.
    """
    leading = table.rules.leading
    if not leading.passes:
        return []
    circle = [table.last, *table.others(table.last)]
    lifted = leading.lifts_after_circle and seat == _first_after(table, circle)
    if lifted and not permitted(table) >> card & 1:
        return circle
    return circle[: circle.index(seat)]


def _first_after(table: PassingTable, circle: Sequence[int]) -> int:
    """Return who leads when all have passed: the first that has not dropped out by it (R12)."""
    staying = [seat for seat in circle if _can_pass(table, seat)]
    return staying[0] if staying else circle[-1]


def _can_pass(table: PassingTable, seat: int) -> bool:
    """Whether a seat stays in the hand after it pays for a pass (R12)."""
    if not table.rules.chips.broke_drop_out:
        return True
    fee = table.rules.leading.pass_fee
    return not fee or table.ledger.chips[seat] - fee * table.unproven[seat] > fee


def leave_one(table: PassingTable, seats: Sequence[int]) -> bool:
    """Whether only one seat is left in the hand after these have paid for passes (R12)."""
    return len(table.live) - sum(not _can_pass(table, seat) for seat in seats) <= 1


def verify_end(table: PassingTable) -> None:
    """Raise unless it is possible that nobody could lead and the hand ended.

    Raises
    ------
    AgainstRules
        It cannot.
    """
    leading = table.rules.leading
    if not leading.passes or not (leading.ends_after_circle or leave_one(table, table.live)):
        raise AgainstRules("R6", say("hand.goes-on"))
    if not table.plays:
        raise AgainstRules("R6", say("lead.first-is-free"))


def verify_lead(table: PassingTable, seat: int, card: Card) -> None:
    """Raise unless a card that does not continue the run can be a lawful lead.

    Raises
    ------
    AgainstRules
        It cannot.
    """
    if not table.plays:
        if table.turn not in (-1, seat):
            raise AgainstRules("R6", say("lead.another-seat-if-led", seat=table.turn + 1))
    elif seat != table.last and not (
        table.rules.leading.passes
        and (permitted(table) >> card & 1 or seat in passers(table, seat, card))
    ):
        if table.phase is Phase.RUN:
            due = TEXT[table.next_card]
            raise AgainstRules(
                "R7",
                say("play.run-waits-if-led", due=due, card=TEXT[card]),
            )
        raise AgainstRules("R6", say("lead.another-seat-if-led", seat=table.last + 1))


def permitted(table: PassingTable) -> int:
    """Return the suits that may be led after the last card, a bit a card (R6)."""
    return table.rules.leading.permitted_after(table.plays[-1][1]) if table.plays else ALL_SUITS
