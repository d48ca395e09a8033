"""The error of an action that breaks a rule of the game."""

from __future__ import annotations

from chalicelib.message import Message

from .actions import Action
from .errors import RulesError


class AgainstRules(RulesError):
    """The action breaks a rule of the game.

    Attributes
    ----------
    section
        The section of the rules that forbids it, as in ``"R6"``.
    legal
        What the seat may do instead. It depends on that seat's own cards and on the open table, so
        it may be shown to that seat only.
    """

    def __init__(self, section: str, detail: Message, legal: tuple[Action, ...] = ()) -> None:
        super().__init__(detail)
        self.section = section
        self.legal = legal
