"""What can be wrong with something asked of the engine: three kinds, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .actions import Action


class RulesError(Exception):
    """What was asked cannot be done; nothing has changed.

    Attributes
    ----------
    detail
        One sentence for the person who asked.
    """

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class Malformed(RulesError, ValueError):
    """It means nothing: no such card, option, seat, or a deal that cannot be."""


class NotNow(RulesError):
    """It could be done at another time: the hand is over, the auction is still open, …"""


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

    def __init__(self, section: str, detail: str, legal: tuple[Action, ...] = ()) -> None:
        super().__init__(detail)
        self.section = section
        self.legal = legal
