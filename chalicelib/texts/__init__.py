"""The texts that people read, in every language there is a catalogue for.

``locale/<language>.po`` is the catalogue of a language; a further language is a further file.
What is to be said comes as a :class:`~chalicelib.message.Message` from below and becomes text here.

:mod:`.catalogue` finds and loads the catalogues, :mod:`.rendering` fills the gaps of a text,
:mod:`.rules_page` lays out the rules of a game. :mod:`.sources` and :mod:`.checks` are for those
who write the catalogues (``python -m chalicelib.texts``); nothing else needs Babel.
"""

from __future__ import annotations

from .catalogue import CatalogueError, languages
from .files import DEFAULT_LANGUAGE
from .rendering import is_known, render

__all__ = ["DEFAULT_LANGUAGE", "CatalogueError", "is_known", "languages", "render"]
