"""What recordings share about rights: the refusals."""

from __future__ import annotations

from collections.abc import Collection

from chalicelib.rules import Malformed
from chalicelib.rules.actions import Role, Row, Verb
from chalicelib.service.errors import Refusal, say
from chalicelib.service.roles import article, in_order


def refused(role: Role, row: Row, takes: Collection[Role], entered: bool) -> Refusal:
    """Return the refusal of a verb that other roles may post.

    Parameters
    ----------
    takes
        The roles that may.
    entered
        Whether somebody has entered the deal of the hand.
    """
    roles = in_order(takes)
    verb = row.verb.value
    gaps = {"who": article(role), "verb": verb, "kind": roles}
    if not roles:
        detail = say("no {verb} is posted at a table recorded like this", verb=verb)
    elif row.of_seat and entered:
        detail = say(
            "{who} does not post {verb} here; who may: {kind}, and who entered the deal", **gaps
        )
    else:
        detail = say("{who} does not post {verb} here; who may: {kind}", **gaps)
    return Refusal("forbidden", detail, kinds=roles)


def another_seat() -> Refusal:
    """Return the refusal of a post for another's seat."""
    return Refusal("forbidden", "a player acts for his own seat only")


def which_seat(verb: Verb) -> Malformed:
    """Return the error that asks for a seat."""
    return Malformed(say("say which seat it is: {verb} has a seat", verb=verb.value))
