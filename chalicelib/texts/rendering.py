"""Messages become text: words from the catalogue, with the gaps filled.

A gap is written as for ``str.format``: ``{card}``, or ``{name!r}`` for user input. A list
is written with commas, or as ``{why:or}`` and ``{aims:and}`` with the conjunction of the language.
Numbers are written in digits, as the API writes them, and cards as their short text.
"""

from __future__ import annotations

from chalicelib.message import Message, Value

from .catalogue import Catalogue, load
from .files import DEFAULT_LANGUAGE


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
    if isinstance(value, str | int):
        return value
    if isinstance(value, Message):
        return _rendered(value, catalogue)
    return _Listed([str(_filling(part, catalogue)) for part in value], catalogue)


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
        text, *others = rest
        for part in others:
            text = self._joined("comma", text, part)
        return self._joined(conjunction or "comma", text, last)

    def _joined(self, how: str, first: str, last: str) -> str:
        text = self._catalogue.text(f"list.{how}") or "{first}, {last}"
        return text.format(first=first, last=last)
