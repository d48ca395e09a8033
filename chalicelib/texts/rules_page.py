"""The rules of a game on one page of plain text with short lines (R16)."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from chalicelib.rules.options.rules import Rules
from chalicelib.rules.pages import Rows, Section, page

from .rendering import render

WIDTH: Final = 100


def rules_page(rules: Rules, language: str) -> str:
    """Return the rules as a page of Markdown that also reads well as plain text.

    A reader who does not know the game can play by it alone. Options that have no effect under the
    others are not mentioned.

    Parameters
    ----------
    rules
        The rules of a game.
    language
        One of :func:`chalicelib.texts.languages`.

    Raises
    ------
    KeyError
        There is no such language.

    Examples
    --------
    >>> from chalicelib.rules import make_rules
    >>> text = rules_page(make_rules("saratoga"), "en")
    >>> [line for line in text.splitlines() if line.startswith("#")][:3]
    ['# Saratoga', '## Players, cards, chips, dealer', '## Layout and stakes']
    """
    return written(page(rules), language)


def written(sections: Iterable[Section], language: str) -> str:
    """Return the page: headings with their bullets, in lines of up to :data:`WIDTH`.

    The first section is the title; its text is not a list.
    """
    return "\n".join(_lines(sections, language)) + "\n"


def _lines(sections: Iterable[Section], language: str) -> Iterator[str]:
    title = True
    for section in sections:
        yield f"{'#' if title else '##'} {render(section.heading, language)}"
        for bullet in section.bullets:
            if isinstance(bullet, Rows):
                for number, row in enumerate(bullet.messages, 1):
                    mark = f"  {number}. " if bullet.numbered else "  - "
                    yield from _wrapped(render(row, language), mark)
            else:
                text = " ".join(render(message, language) for message in bullet)
                yield from _wrapped(text, "" if title else "- ")
        title = False


def _wrapped(text: str, mark: str) -> list[str]:
    """Break a text into lines, but not before a dash or after a number or a card's letter.

    Nor before a number that ends a sentence: at the start of a line it would number a list.
    """
    bound = re.sub(
        r"(\b\d+|\b[ACDHJKQSВДКТ]|[♠♥♦♣]) (?=\w)| (?=—|\d+\.(?: |$))", "\\1\N{NO-BREAK SPACE}", text
    )
    lines = textwrap.wrap(
        bound,
        WIDTH,
        initial_indent=mark,
        subsequent_indent=" " * len(mark),
        break_on_hyphens=False,
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
