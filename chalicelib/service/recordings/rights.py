"""The refusals that recordings share."""

from __future__ import annotations

from collections.abc import Collection

from chalicelib.message import say
from chalicelib.rules import Malformed
from chalicelib.rules.actions import Role, Row, Verb
from chalicelib.service.errors import Refusal
from chalicelib.service.roles import holder, in_order, named


def refused(role: Role, row: Row, takes: Collection[Role], entered: bool) -> Refusal:
    """Return the refusal of a verb that other roles may post.

    Parameters
    ----------
    takes
        The roles that may post it.
    entered
        Whether a person entered the deal of the hand.
    """
    roles = in_order(takes)
    verb = row.verb.value
    who, kinds = holder(role), named(roles)
    if not roles:
        detail = say("action.not-in-recording", verb=verb)
    elif row.is_the_enterers and entered:
        detail = say("rights.verb-or-enterer", who=who, verb=verb, kind=kinds)
    else:
        detail = say("rights.verb", who=who, verb=verb, kind=kinds)
    return Refusal("forbidden", detail, kinds=roles)


def another_seat() -> Refusal:
    """Return the refusal of a post for another's seat."""
    return Refusal("forbidden", say("rights.act-for-own-seat"))


def which_seat(verb: Verb) -> Malformed:
    """Return the error that asks for a seat."""
    return Malformed(say("action.seat-missing", verb=verb.value))
