"""What the rules of a game say, as sections of messages (R16).

:mod:`.page` and the modules it names decide what is said under which options; the words are in
the catalogues of :mod:`chalicelib.texts`, under ids that begin with ``page.``. Where one sentence
stands for one choice of an option, its id is ``page.``, the option's name and the choice:
``page.lead.change.suit``. Nothing of the engine needs this package, so nothing of it is imported
until somebody asks for a page.
"""

from __future__ import annotations

from .page import page
from .sections import Bullet, Rows, Section

__all__ = ["Bullet", "Rows", "Section", "page"]
