"""The texts for people, in every language that has a catalogue.

``locale/<language>.po`` is the catalogue of a language; a further language is a further file.
The floors below yield a :class:`~chalicelib.message.Message`, which becomes text here.

:mod:`.catalogue` finds and loads the catalogues, :mod:`.rendering` fills the gaps of a text,
:mod:`.rules_page` lays out the rules of a game. :mod:`.sources` and :mod:`.checks` are for writing
the catalogues (``python -m chalicelib.texts``); only they need Babel.
"""

from __future__ import annotations

from .catalogue import CatalogueError, languages
from .files import DEFAULT_LANGUAGE
from .rendering import is_known, render

__all__ = ["DEFAULT_LANGUAGE", "CatalogueError", "is_known", "languages", "render"]
