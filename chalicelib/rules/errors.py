"""What can be wrong with something asked of the engine: three kinds, and no others.

The third, :class:`~chalicelib.rules.illegal.AgainstRules`, names actions, and so stands above them.
"""

from __future__ import annotations

from collections.abc import Mapping


class Said(str):
    """An English sentence that knows what it was made of, so that others can say it otherwise.

    It is the text, wherever a text goes. The engine knows no other language; a catalogue, should
    there be one, finds the sentence by its template.

    Attributes
    ----------
    template
        The sentence with its gaps, as in ``"seat {seat} leads"``.
    params
        What fills them. A tuple is a list of things, each of which may be a message as well.
    """

    __slots__ = ("params", "template")
    template: str
    params: Mapping[str, object]


def say(template: str, /, **params: object) -> Said:
    """Return the sentence that ``template`` and ``params`` make.

    Examples
    --------
    >>> say("{who} and {others}", who="Ann", others=("Ben", "Cleo"))
    'Ann and Ben, Cleo'
    """
    shown: Mapping[str, object] = params
    for value in params.values():
        if isinstance(value, tuple):
            shown = {name: _listed(value) for name, value in params.items()}
            break
    said = Said(template.format_map(shown))
    said.template, said.params = template, params
    return said


def _listed(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value


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
    """It cannot be: no such card, option or seat, or an impossible deal."""


class NotNow(RulesError):
    """It could be done at another time: the hand is over, the auction is still open, …"""
