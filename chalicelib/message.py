"""A text for people before it has words: a message id and values.

``rules``, ``league`` and ``service`` know nothing else about texts. The catalogues of
:mod:`chalicelib.texts` have the words of each language, under the same ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, Union


class Notation(str):
    """A card or a rank as Boodle writes it: ``QH``, ``10S``, ``K``.

    As a value of a message it is written as the players of the language write it.
    """

    __slots__ = ()


Value: TypeAlias = Union[str, int, "Message", tuple["Value", ...]]
"""A value of a message: a name, a card, a number, another message, or a list of these."""


@dataclass(frozen=True, slots=True)
class Message:
    """The id of a text, and the values for its gaps.

    Attributes
    ----------
    id
        A name in lower case, of parts with dots between them, as in ``"lead.not-lowest"``.
    values
        Gap -> value. The number ``n`` also chooses the plural form of the text.
    """

    id: str
    values: Mapping[str, Value]

    def __str__(self) -> str:
        """Return id and values, for logs and for developers.

        Examples
        --------
        >>> str(say("lead.not-lowest", card="9H"))
        'lead.not-lowest (card=9H)'
        """
        if not self.values:
            return self.id
        return f"{self.id} ({', '.join(f'{k}={_shown(v)}' for k, v in self.values.items())})"


def _shown(value: Value) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_shown, value))}]"
    return str(value)


def say(message_id: str, /, **values: Value) -> Message:
    """Return the message with that id.

    ``python -m chalicelib.texts --check`` finds the ids in the code by these calls, so the id is a
    string, or an f-string with the choice of an option in it.
    """
    return Message(message_id, values)
