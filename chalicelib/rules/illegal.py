"""What breaks a rule of the game, and what would be legal instead."""

from __future__ import annotations

from chalicelib.message import Message

from .actions import Action
from .errors import RulesError


class AgainstRules(RulesError):
    """It breaks a rule of the game.

    Attributes
    ----------
    section
        The section of the rules that forbids it, as in ``"R6"``.
    legal
        What the seat concerned may do instead. It is worked out from that seat's own cards and
        what lies on the table, so it may be shown to that seat, and to no other.
    """

    def __init__(self, section: str, detail: Message, legal: tuple[Action, ...] = ()) -> None:
        super().__init__(detail)
        self.section = section
        self.legal = legal
