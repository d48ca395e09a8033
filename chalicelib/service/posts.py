"""An action as posted."""

from __future__ import annotations

from typing import NamedTuple

from chalicelib.rules.actions import Verb
from chalicelib.rules.cards import Card


class Post(NamedTuple):
    """An action as posted; what is left out is implied.

    Attributes
    ----------
    amount
        A number: of chips, of a finding, or of the action to undo.
    space
        The name of a space, instead of an amount.
    after
        The digest of the action before it.
    phone
        The phone's own time, in tenths of a second since 1970.
    reason
        Why an action is taken back.
    """

    verb: Verb
    seat: int | None = None
    card: Card | None = None
    amount: int | None = None
    space: str | None = None
    after: str | None = None
    phone: int | None = None
    reason: str | None = None
