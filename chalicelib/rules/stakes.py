"""What each seat owes before the deal, and its payment (R3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from .deal import clockwise
from .errors import AgainstRules, Malformed, NotNow, say
from .ledger import Ledger
from .options import Rules

Placement: TypeAlias = Mapping[int, int]
"""Where a seat puts its stake: the index of a space -> chips."""

FIXED = "fixed"


def check_chips(rules: Rules, chips: Sequence[int], layout: Sequence[int]) -> None:
    """Return if ``layout`` has its spaces and none of ``chips`` is negative (R12).

    Raises
    ------
    Malformed
        It is not so.
    """
    if len(layout) != len(rules.layout):
        raise Malformed(
            say(
                "the layout has {spaces} spaces, not {given}",
                spaces=len(rules.layout),
                given=len(layout),
            )
        )
    if min(chips) < 0:
        raise Malformed("no stack and no space has less than no chips")


def named_amount(rules: Rules, amount: int | None) -> int:
    """Return the amount of a hand's stakes: the one the dealer named, or the rules' own (R3).

    Raises
    ------
    AgainstRules
        An amount is named where the rules set it.
    Malformed
        It is negative.
    """
    if amount is None or amount == rules.stakes_amount:
        return rules.stakes_amount
    if rules.stakes_set_by != "dealer":
        raise AgainstRules(
            "R3", say("the rules set the amount: {amount}", amount=rules.stakes_amount)
        )
    if amount < 0:
        raise Malformed("the amount of the stakes is not negative")
    return amount


def owed(rules: Rules, amount: int, is_dealer: bool) -> int:
    """Return all the chips a seat owes before a deal: layout, kitty and pot (R3)."""
    if rules.stakes_mode == FIXED:
        factor = rules.stakes_dealer_factor if is_dealer else 1
        amount *= factor * len(rules.layout)
    return amount + rules.stakes_kitty + rules.stakes_pot


def seats_able(
    rules: Rules, stacks: Sequence[int], seats: Sequence[int], dealer: int, amount: int
) -> tuple[int, list[int]]:
    """Return who deals and which seats are dealt in (R3, ``stakes.short``).

    With ``pay_all`` that is ``dealer`` and all ``seats``. With ``sit_out`` a seat that cannot
    pay all it owes is not dealt in; if that is the dealer, the deal passes to the left, to the
    first seat that can pay what a dealer owes.

    Raises
    ------
    NotNow
        Fewer than two seats are able to stake: the game is over.
    """
    if rules.stakes_short == "pay_all":
        return dealer, list(seats)
    round_table = clockwise(seats, dealer)
    candidates = [round_table[-1], *round_table[:-1]]
    sitting_out = set()
    for seat in candidates:
        if stacks[seat] >= owed(rules, amount, is_dealer=True):
            able = [
                other
                for other in seats
                if other == seat
                or (other not in sitting_out and stacks[other] >= owed(rules, amount, False))
            ]
            if len(able) >= 2:
                return seat, able
            break
        sitting_out.add(seat)
    raise NotNow("fewer than two seats are able to stake: the game is over")


def check_placement(rules: Rules, placement: Placement, amount: int, stack: int) -> Placement:
    """Return the placement of a seat in ``free`` or ``single`` mode, without its zeros.

    Raises
    ------
    Malformed
        A space that is not there, or a negative number.
    AgainstRules
        R3: not exactly the chips due (the amount, or all a shorter stack has), or in
        ``single`` on more than one space.

    Notes
    -----
    In ``single`` a short seat may name the whole amount: it is one space all the same.
    """
    for space, chips in placement.items():
        if not 0 <= space < len(rules.layout):
            raise Malformed("a stake is placed on a space of the layout")
        if chips < 0:
            raise Malformed("a stake is not negative")
    placed = {space: chips for space, chips in placement.items() if chips}
    due = min(amount, stack)
    total = sum(placed.values())
    if rules.stakes_mode == "single":
        if len(placed) > 1:
            raise AgainstRules("R3", say("the stake of {due} goes on one space", due=due))
        if total == amount > due:
            return dict.fromkeys(placed, due)
    if total != due:
        raise AgainstRules(
            "R3", say("the stake comes to {due} in all; {total} placed", due=due, total=total)
        )
    return placed


def pay_stakes(
    rules: Rules,
    ledger: Ledger,
    live: Sequence[int],
    dealer: int,
    amount: int,
    placements: Mapping[int, Placement],
) -> None:
    """Move every seat's stakes, clockwise from the dealer, space by space, kitty, pot (R3).

    A seat that has too little pays in that order until it is empty.

    Raises
    ------
    Malformed, AgainstRules
        See :func:`check_placement`; nothing has been paid then.
    NotNow
        A seat has not placed its stake.
    """
    checked: dict[int, Placement] = {}
    if rules.stakes_mode != FIXED:
        missing = [seat + 1 for seat in live if seat not in placements]
        if missing and amount:
            seats_missing = tuple(say("seat {seat}", seat=seat) for seat in missing)
            raise NotNow(say("no stake is placed by {seats}", seats=seats_missing))
        for seat in live:
            checked[seat] = check_placement(
                rules, placements.get(seat, {}), amount, ledger.chips[seat]
            )
    table = [
        (ledger.kitty, rules.stakes_kitty, "kitty stake"),
        (ledger.pot, rules.stakes_pot, "pot stake"),
    ]
    spaces = range(ledger.seats, ledger.kitty)
    common = [(space, amount, "stake") for space in spaces] + table
    for seat in clockwise(live, dealer):
        dues = common
        if seat in checked:
            placed = checked[seat]
            dues = [(ledger.space(i), chips, "stake") for i, chips in sorted(placed.items())]
            dues += table
        elif seat == dealer:
            each = amount * rules.stakes_dealer_factor
            dues = [(space, each, "stake") for space in spaces] + table
        ledger.spread(seat, dues)
