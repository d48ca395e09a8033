"""Whether an action has the parts that its verb asks for."""

from __future__ import annotations

from collections.abc import Collection

from chalicelib.rules.actions import PARTS, Action
from chalicelib.rules.errors import Malformed, say


def check_form(action: Action, verbs: Collection[str], seats: int, debt: bool) -> None:
    """Raise unless an action is one of ``verbs`` and has what belongs to it, and nothing else.

    Parameters
    ----------
    seats
        How many seats the table has.
    debt
        Whether stacks may be negative.

    Raises
    ------
    Malformed
        It has not.
    """
    verb, seat, card, amount = action
    if verb not in verbs:
        listed = tuple(sorted(verbs, key=list(PARTS).index))
        raise Malformed(
            say("there is no action {verb!r}; there are {verbs}", verb=verb[:20], verbs=listed)
        )
    parts = PARTS[verb]
    if (seat is not None) != ("seat" in parts) or (card is not None) != ("card" in parts):
        raise _ill_formed(verb)
    if card is not None and not 0 <= card < 52:
        raise _ill_formed(verb)
    if verb != "waive" and (amount is not None) != ("amount" in parts):
        raise _ill_formed(verb)
    if amount is not None:
        least = 0 if verb in ("left", "chips") else 1
        if isinstance(amount, bool) or not isinstance(amount, int):
            raise _ill_formed(verb)
        if amount < least and not (verb == "chips" and debt):
            raise _ill_formed(verb)
    if seat is not None and not 0 <= seat < seats:
        raise Malformed(say("there is no seat {seat}", seat=seat + 1))


def _ill_formed(verb: str) -> Malformed:
    if verb == "play":
        return Malformed("a play has a seat and a card")
    if verb == "bid":
        return Malformed("a bid has a seat and a whole number of chips, at least 1")
    parts = PARTS[verb]
    if "card" in parts:
        return Malformed(say("{verb} has a seat and a card", verb=verb))
    if verb == "waive":
        return Malformed("waive has the number of a finding, or nothing")
    if "amount" in parts:
        return Malformed(say("{verb} has a seat and a whole number, not too small", verb=verb))
    if parts:
        return Malformed(say("{verb} has a seat, and nothing else", verb=verb))
    return Malformed(say("{verb} has no seat, and nothing else", verb=verb))
