"""The sentences of the rules page that options declare for themselves."""

from __future__ import annotations

from collections.abc import Iterator

from chalicelib.message import Message
from chalicelib.rules.options.option import Part
from chalicelib.rules.options.rules import OPTIONS, Rules

from .sections import Bullet


def declared(rules: Rules, part: Part) -> Iterator[Bullet]:
    """Return a bullet with the value of each option that is declared for this section."""
    for option in OPTIONS:
        if option.part == part:
            value = rules.value(option)
            sentence = option.sentence(value)
            if sentence is not None:
                yield (Message(sentence, {"n": value} if isinstance(value, int) else {}),)
