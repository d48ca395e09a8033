"""The rules of a game as sections of messages (R16).

:mod:`.page` and the modules it imports decide which sentences appear under which options; the words
are in the catalogues of :mod:`chalicelib.texts`, under ids that begin with ``page.``. Where one
sentence describes one choice of an option, its id is ``page.``, the option's name and the choice:
``page.lead.change.suit``. The engine does not use this package, and it is imported only when a page
is requested.
"""

from __future__ import annotations

from .page import page
from .sections import Bullet, Rows, Section

__all__ = ["Bullet", "Rows", "Section", "page"]
