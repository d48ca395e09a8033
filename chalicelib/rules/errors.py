"""The errors of the engine: three kinds, and no others.

The third, :class:`~chalicelib.rules.illegal.AgainstRules`, has a module of its own because it names
actions.
"""

from __future__ import annotations

from chalicelib.message import Message


class RulesError(Exception):
    """The request cannot be carried out; nothing has changed.

    Attributes
    ----------
    detail
        One sentence for the person who asks; its words are in the catalogues of
        :mod:`chalicelib.texts`.
    """

    def __init__(self, detail: Message) -> None:
        super().__init__(detail)
        self.detail = detail


class Malformed(RulesError, ValueError):
    """The request is never possible: no such card, option or seat, or an impossible deal."""


class NotNow(RulesError):
    """The request is not possible now: the hand is over, the auction is still open, …"""
