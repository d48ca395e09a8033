"""How much is proved: a little each time, ten times as much when there is time (BOODLE_SLOW=1)."""

from __future__ import annotations

import os
from typing import Final

SLOW: Final = os.environ.get("BOODLE_SLOW") == "1"


def sized(usual: int, slow: int) -> int:
    """Return how many, or how long, this time."""
    return slow if SLOW else usual
