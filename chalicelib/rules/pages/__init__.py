"""The rules of a game on one page of plain text, in English or in Russian (R16).

:mod:`.page` and the modules it names decide what is said under which options, :mod:`.english` and
:mod:`.russian` have the words, :mod:`.wording` puts the one into the other. Nothing of the engine
needs this package, so nothing of it is imported until somebody asks for a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chalicelib.rules.options.rules import Rules

from .english import TEXTS as ENGLISH
from .page import page
from .russian import TEXTS as RUSSIAN
from .wording import written

LANGUAGES: Final[Mapping[str, Mapping[str, str]]] = {"en": ENGLISH, "ru": RUSSIAN}
"""The languages there are, by their codes, and the texts of each."""


def summary(rules: Rules, language: str) -> str:
    """Return the rules as one page of Markdown that reads well as plain text, too.

    Somebody who never heard of the game can play by it alone. Options that do not matter under
    the others are not mentioned.

    Parameters
    ----------
    rules
        The rules of a game.
    language
        A code of :data:`LANGUAGES`.

    Raises
    ------
    KeyError
        There is no such language.

    Examples
    --------
    >>> from chalicelib.rules import make_rules
    >>> text = summary(make_rules("saratoga"), "en")
    >>> [line for line in text.splitlines() if line.startswith("#")][:3]
    ['# Saratoga', '## Players, cards, chips, dealer', '## Layout and stakes']
    """
    return written(page(rules), LANGUAGES[language])
