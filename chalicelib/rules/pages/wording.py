"""How phrases become lines of text: gaps filled, numbers with their nouns, lines broken."""

from __future__ import annotations

import re
import string
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

WIDTH: Final = 100


class Phrase(NamedTuple):
    """A sentence, or a part of one: the key of its text, and what fills the gaps there."""

    key: str
    gaps: Mapping[str, Any]


Bullet: TypeAlias = tuple[Phrase, ...]
"""Sentences that stand together."""


class Rows(NamedTuple):
    """Short rows under a bullet; ``numbered`` where their order counts."""

    phrases: tuple[Phrase, ...]
    numbered: bool = False


Section: TypeAlias = tuple[str, list[Bullet | Rows]]
"""The key of a heading, and what stands under it."""


def phrase(key: str, /, **gaps: Any) -> Phrase:
    """Return the phrase of that key; a gap takes a number, a text, a phrase or a tuple of them."""
    return Phrase(key, gaps)


def plural(number: int, forms: list[str]) -> str:
    """Return the form of a noun that goes with ``number``.

    Two forms are those of English, for one and for more; three are those of Russian, for 1, for
    2 to 4 and for 5, and so on by the last digit, except that 11 to 14 go with 5.

    Examples
    --------
    >>> [plural(n, ["фишка", "фишки", "фишек"]) for n in (1, 3, 5, 12, 21, 111)]
    ['фишка', 'фишки', 'фишек', 'фишек', 'фишка', 'фишек']
    """
    if len(forms) == 2:
        return forms[number != 1]
    if number % 100 in range(11, 15):
        return forms[2]
    return forms[0 if number % 10 == 1 else 1 if number % 10 in (2, 3, 4) else 2]


class _Filler(string.Formatter):
    """Fills gaps as ``str.format`` does, but for two kinds of them.

    ``{n:chip|chips}`` is a number with its noun, ``{why:or}`` a list with "or" before its last.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def phrase(self, said: Phrase) -> str:
        return self.vformat(self._texts[said.key], (), said.gaps)

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Phrase):
            return self.phrase(value)
        if isinstance(value, tuple):
            *parts, last = [self.format_field(item, "") for item in value]
            joint = f" {format_spec} " if format_spec else ", "
            return joint.join([", ".join(parts), last]) if parts else last
        if format_spec:
            return f"{value} {plural(value, format_spec.split('|'))}"
        return str(value)


def written(sections: Iterable[Section], texts: Mapping[str, str]) -> str:
    """Return the page: headings, and under each its bullets, in lines of up to :data:`WIDTH`.

    The first section is the title; what stands under it is no list.
    """
    filler = _Filler(texts)
    lines: list[str] = []
    for heading, bullets in sections:
        first = not lines
        lines.append(f"{'#' if first else '##'} {texts[heading]}")
        for bullet in bullets:
            if isinstance(bullet, Rows):
                for number, row in enumerate(bullet.phrases, 1):
                    mark = f"  {number}. " if bullet.numbered else "  - "
                    lines += _wrapped(filler.phrase(row), mark)
            else:
                lines += _wrapped(" ".join(map(filler.phrase, bullet)), "" if first else "- ")
    return "\n".join(lines) + "\n"


def _wrapped(text: str, mark: str) -> list[str]:
    """Break a text into lines, never before a dash, nor behind a number or a card's letter."""
    bound = re.sub(r"(\b\d+|\b[ACDHJKQS]) (?=\w)| (?=—)", "\\1\N{NO-BREAK SPACE}", text)
    lines = textwrap.wrap(
        bound,
        WIDTH,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_on_hyphens=False,
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
