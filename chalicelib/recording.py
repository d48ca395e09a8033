"""How a table is recorded: a word that the game, the league and their records share."""

from __future__ import annotations

from enum import StrEnum


class Recording(StrEnum):
    """How a table's hands are recorded."""

    # The values are stored.

    DEALT = "dealt"
    """The server deals, and judges every action at once."""
    ENTERED = "entered"
    """The deal is entered beforehand; then as dealt."""
    OBSERVED = "observed"
    """Real cards, each posted as it falls."""
    RESULT = "result"
    """Real cards and a score sheet."""
