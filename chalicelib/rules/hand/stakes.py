"""What each seat owes before the deal, and its payment (R3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import sub
from typing import TypeAlias

from chalicelib.message import say
from chalicelib.rules.deal import clockwise
from chalicelib.rules.errors import Malformed, NotNow
from chalicelib.rules.illegal import AgainstRules
from chalicelib.rules.ledger import Entry, Ledger
from chalicelib.rules.options.rules import Rules

Placement: TypeAlias = Mapping[int, int]
"""Where a seat puts its stake: the index of a space -> chips."""


def check_chips(rules: Rules, ledger: Ledger, layout: Sequence[int]) -> None:
    """Raise if the layout does not fit the rules, or an account is negative that must not be (R12).

    Raises
    ------
    Malformed
        The number of spaces differs, or an account is negative that must not be.
    """
    if len(layout) != len(rules.table.layout):
        raise Malformed(
            say(
                "layout.spaces",
                spaces=len(rules.table.layout),
                given=len(layout),
            )
        )
    if min(ledger.chips[ledger.seats :] if ledger.debt else ledger.chips) < 0:
        raise Malformed(say("chips.negative"))


def check_whole(
    numbers: Sequence[int], amount: int | None, placements: Mapping[int, Placement] | None
) -> None:
    """Raise unless all numbers of a set-up are integers; ``True`` and 50.0 are none.

    Raises
    ------
    Malformed
        One is something else.
    """
    every = [*numbers] if amount is None else [*numbers, amount]
    for seat, placed in (placements or {}).items():
        every += [seat, *placed, *placed.values()]
    if any(type(number) is not int for number in every):
        raise Malformed(say("hand.whole-numbers"))


def named_amount(rules: Rules, amount: int | None, stack: int) -> int:
    """Return the amount of a hand's stakes: the one the dealer named, or that of the rules (R3).

    ``stack`` are the dealer's chips.

    Raises
    ------
    AgainstRules
        An amount is named where the rules set it, or is more than the dealer has.
    Malformed
        It is negative.
    """
    if amount is None or amount == rules.stakes.amount:
        return rules.stakes.amount
    if not rules.stakes.dealer_names_amount:
        raise AgainstRules("R3", say("stakes.set-by-rules", amount=rules.stakes.amount))
    if amount < 0:
        raise Malformed(say("stakes.amount-negative"))
    if rules.version.amount_within_stack and amount > max(0, stack):
        raise AgainstRules("R3", say("stakes.amount-beyond-stack", most=max(0, stack)))
    return amount


def owed(rules: Rules, amount: int, is_dealer: bool, claimed: int = 0) -> int:
    """Return all the chips a seat owes before a deal: layout, kitty and pot (R3, R13)."""
    spaces = len(rules.open_spaces(claimed))
    if rules.stakes.are_fixed:
        amount = rules.stakes.on_each_space(amount, is_dealer) * spaces
    return (amount if spaces else 0) + sum(rules.refilled(claimed))


def seats_able(
    rules: Rules,
    stacks: Sequence[int],
    seats: Sequence[int],
    dealer: int,
    amount: int,
    claimed: int = 0,
) -> tuple[int, list[int]]:
    """Return the dealer and the seats that are dealt in (R3, ``stakes.short``).

    With ``pay_all``, or where debts are allowed, these are ``dealer`` and all ``seats``. With
    ``sit_out`` a seat that cannot pay all it owes is not dealt in; if that is the dealer, the deal
    passes to the left, to the first seat that can pay what a dealer owes.

    Raises
    ------
    NotNow
        Fewer than two seats can stake: the game is over.
    """
    if not rules.stakes.short_sit_out or rules.chips.may_owe:
        return dealer, list(seats)
    dealers_due = owed(rules, amount, True, claimed)
    due = owed(rules, amount, False, claimed)
    round_table = clockwise(seats, dealer)
    candidates = [round_table[-1], *round_table[:-1]]
    sitting_out = set()
    for seat in candidates:
        if stacks[seat] >= dealers_due:
            able = [
                other
                for other in seats
                if other == seat or (other not in sitting_out and stacks[other] >= due)
            ]
            if len(able) >= 2:
                return seat, able
            break
        sitting_out.add(seat)
    raise NotNow(say("stakes.too-few-seats"))


def check_placement(
    rules: Rules, placement: Placement, amount: int, stack: int, claimed: int = 0
) -> Placement:
    """Return the placement of a seat in ``free`` or ``single`` mode, without its zeros.

    Raises
    ------
    Malformed
        There is no such space, or a number is negative.
    AgainstRules
        R3: not exactly the chips due (the amount, or all a shorter stack has), or in
        ``single`` on more than one space. R13: on a space that is closed.

    Notes
    -----
    In ``single`` a short seat may name the whole amount; it pays what it has.
    """
    for space, chips in placement.items():
        if not 0 <= space < len(rules.table.layout):
            raise Malformed(say("stakes.no-space"))
        if chips < 0:
            raise Malformed(say("stakes.negative"))
    placed = {space: chips for space, chips in placement.items() if chips}
    open_spaces = rules.open_spaces(claimed)
    for space in placed:
        if space not in open_spaces:
            raise AgainstRules(
                "R13", say("stakes.space-closed", space=rules.table.space_names[space])
            )
    due = (amount if rules.chips.may_owe else min(amount, stack)) if open_spaces else 0
    total = sum(placed.values())
    if rules.stakes.on_one_space:
        if len(placed) > 1:
            raise AgainstRules("R3", say("stakes.one-space", due=due))
        if total == amount > due:
            return dict.fromkeys(placed, due)
    if total != due:
        raise AgainstRules("R3", say("stakes.total", due=due, total=total))
    return placed


def lawful_placements(
    rules: Rules, amount: int, stack: int, claimed: int = 0
) -> Iterator[dict[int, int]]:
    """Yield every placement that a seat with so many chips may choose (R3), without zeros.

    Where the rules fix the stakes, or no space is open, that is the empty one. In ``free`` mode
    there are very many if much is staked on many spaces: take some of them.
    """
    spaces = rules.open_spaces(claimed)
    due = amount if rules.chips.may_owe else max(0, min(amount, stack))
    if rules.stakes.are_fixed or not spaces or not due:
        yield {}
    elif rules.stakes.on_one_space:
        yield from ({space: due} for space in spaces)
    else:
        yield from _spread(spaces, due)


def _spread(spaces: Sequence[int], due: int) -> Iterator[dict[int, int]]:
    """Yield every way to put so many chips on spaces."""
    first, *others = spaces
    if not others:
        yield {first: due}
        return
    for chips in range(due, -1, -1):
        placed = {first: chips} if chips else {}
        if chips == due:
            yield placed
        else:
            yield from ({**placed, **rest} for rest in _spread(others, due - chips))


def pay_stakes(
    rules: Rules,
    ledger: Ledger,
    live: Sequence[int],
    dealer: int,
    amount: int,
    placements: Mapping[int, Placement],
    claimed: int = 0,
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
    kitty, pot = rules.refilled(claimed)
    spaces = rules.open_spaces(claimed)
    if rules.stakes.are_fixed:
        dealers_amount = rules.stakes.on_each_space(amount, is_dealer=True)
        ledger.post(
            *_fixed_stakes(
                ledger.seats, len(rules.table.layout), spaces, tuple(live), dealer, amount,
                dealers_amount, kitty, pot,
            )
        )  # fmt: skip
        return
    missing = [seat + 1 for seat in live if seat not in placements]
    if missing and amount and spaces:
        seats_missing = tuple(say("seat.name", seat=seat) for seat in missing)
        raise NotNow(say("stakes.not-placed", seats=seats_missing))
    checked = {
        seat: check_placement(rules, placements.get(seat, {}), amount, ledger.chips[seat], claimed)
        for seat in live
    }
    for seat in clockwise(live, dealer):
        for space, chips in sorted(checked[seat].items()):
            ledger.move(seat, ledger.space(space), chips, "stake")
        _pay_kitty_and_pot(ledger, seat, kitty, pot)


@lru_cache(maxsize=256)
def _fixed_stakes(
    seats: int,
    layout: int,
    spaces: tuple[int, ...],
    live: tuple[int, ...],
    dealer: int,
    amount: int,
    dealers_amount: int,
    kitty: int,
    pot: int,
) -> tuple[tuple[Entry, ...], tuple[int, ...]]:
    """Return the fixed stakes of a hand, paid in full, and the change of each account.

    They are cached: they are the same for each deal by this dealer to these seats.
    """
    rich = [layout * dealers_amount + kitty + pot] * seats
    ledger = Ledger(rich, [0] * layout, 0, 0, 0)
    before = ledger.chips[:]
    for seat in clockwise(live, dealer):
        each = dealers_amount if seat == dealer else amount
        for space in spaces:
            ledger.move(seat, ledger.space(space), each, "stake")
        _pay_kitty_and_pot(ledger, seat, kitty, pot)
    return tuple(ledger.entries), tuple(map(sub, ledger.chips, before))


def _pay_kitty_and_pot(ledger: Ledger, seat: int, kitty: int, pot: int) -> None:
    ledger.move(seat, ledger.kitty, kitty, "kitty stake")
    ledger.move(seat, ledger.pot, pot, "pot stake")
