"""Whether an action can be one of a hand at all."""

from __future__ import annotations

from collections.abc import Collection

from chalicelib.rules.actions import PARTS, TABLE, Action, ill_formed
from chalicelib.rules.errors import Malformed, say


def check_form(action: Action, verbs: Collection[str], seats: int, debt: bool) -> None:
    """Raise unless an action is one of ``verbs``, of a seat and with a card and number there are.

    Parameters
    ----------
    seats
        How many seats the table has.
    debt
        Whether stacks may be negative.

    Raises
    ------
    Malformed
        It is not.
    """
    verb, seat, card, amount = action.loose
    if verb not in verbs:
        listed = tuple(sorted(verbs, key=list(PARTS).index))
        raise Malformed(
            say("there is no action {verb!r}; there are {verbs}", verb=verb[:20], verbs=listed)
        )
    row = TABLE[verb]
    if card is not None and not 0 <= card < 52:
        raise ill_formed(row)
    if amount is not None:
        if isinstance(amount, bool) or not isinstance(amount, int):
            raise ill_formed(row)
        if amount < row.least and not (verb == "chips" and debt):
            raise ill_formed(row)
    if seat is not None and not 0 <= seat < seats:
        raise Malformed(say("there is no seat {seat}", seat=seat + 1))
