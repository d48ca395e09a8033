"""Messages become text: words from the catalogue, with the gaps filled.

A gap is written as for ``str.format``: ``{card}``, or ``{name!r}`` for user input. A list
is written with commas, or as ``{why:or}`` and ``{aims:and}`` with the conjunction of the language,
or as ``{ranks:space}`` and ``{ranks:dash}``. Numbers are written in digits, as the API writes them,
cards and ranks in the letters and signs of the language.
"""

from __future__ import annotations

from typing import Final

from chalicelib.message import Message, Notation, Value

from .catalogue import Catalogue, load
from .files import DEFAULT_LANGUAGE

_SUITS: Final = "CDHS"
_SEPARATORS: Final = ("space", "dash")


def render(message: Message, language: str) -> str:
    """Return the text of a message in a language.

    If the language lacks the text, it is in English; if English lacks it too, it is the id and
    values.

    Raises
    ------
    KeyError
        There is no such language.
    """
    return _rendered(message, load(language))


def is_known(message_id: str) -> bool:
    """Whether there is a text with this id, for ids made from errors of other software."""
    return load(DEFAULT_LANGUAGE).text(message_id, 1) is not None


def _rendered(message: Message, catalogue: Catalogue) -> str:
    values = message.values
    number = values.get("n") if values else None
    text = catalogue.text(message.id, number if isinstance(number, int) else None)
    if text is None:
        return str(message)
    if not values:
        return text.format() if "{" in text else text
    return text.format_map({name: _filling(values[name], catalogue) for name in values})


def _filling(value: Value, catalogue: Catalogue) -> str | int | _Listed:
    if isinstance(value, Notation):
        return _written(value, catalogue)
    if isinstance(value, str | int):
        return value
    if isinstance(value, Message):
        return _rendered(value, catalogue)
    return _Listed([str(_filling(part, catalogue)) for part in value], catalogue)


def _written(value: Notation, catalogue: Catalogue) -> str:
    """Return a card or a rank with the language's letters and signs; digits stay."""
    rank, suit = (value[:-1], value[-1]) if value[-1] in _SUITS else (value, "")
    letter = None if rank.isdigit() else catalogue.text(f"card.letter.{rank}")
    sign = catalogue.text(f"card.sign.{suit}") if suit else None
    return (letter or rank) + (sign or suit)


class _Listed:
    """A list; the format of its gap decides how it is joined."""

    __slots__ = ("_catalogue", "_parts")

    def __init__(self, parts: list[str], catalogue: Catalogue) -> None:
        self._parts = parts
        self._catalogue = catalogue

    def __format__(self, conjunction: str) -> str:
        if not self._parts:
            return ""
        *rest, last = self._parts
        if not rest:
            return last
        between = conjunction if conjunction in _SEPARATORS else "comma"
        text, *others = rest
        for part in others:
            text = self._joined(between, text, part)
        return self._joined(conjunction or "comma", text, last)

    def _joined(self, how: str, first: str, last: str) -> str:
        text = self._catalogue.text(f"list.{how}") or "{first}, {last}"
        return text.format(first=first, last=last)
