"""What can be wrong with something asked of the engine: three kinds, and no others.

The third, :class:`~chalicelib.rules.illegal.AgainstRules`, names actions, and so stands above them.
"""

from __future__ import annotations

from chalicelib.message import Message


class RulesError(Exception):
    """What was asked cannot be done; nothing has changed.

    Attributes
    ----------
    detail
        One sentence for the person who asked; its words are in the catalogues of
        :mod:`chalicelib.texts`.
    """

    def __init__(self, detail: Message) -> None:
        super().__init__(detail)
        self.detail = detail


class Malformed(RulesError, ValueError):
    """It cannot be: no such card, option or seat, or an impossible deal."""


class NotNow(RulesError):
    """It could be done at another time: the hand is over, the auction is still open, …"""
