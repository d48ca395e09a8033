"""How a table's hands are recorded: an object for each recording, with the same few methods.

No other module compares the word. :func:`recording_of` returns the object of a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chalicelib.rules.actions import Recording

from .dealt import Dealt
from .entered import Entered
from .observed import Observed
from .recording import PlayedHand, TableRecording
from .result import Result

__all__ = ["PlayedHand", "TableRecording", "recording_of"]

_RECORDINGS: Final[Mapping[Recording, TableRecording]] = {
    Recording.DEALT: Dealt(),
    Recording.ENTERED: Entered(),
    Recording.OBSERVED: Observed(),
    Recording.RESULT: Result(),
}


def recording_of(word: Recording) -> TableRecording:
    """Return the object of a recording."""
    return _RECORDINGS[word]
