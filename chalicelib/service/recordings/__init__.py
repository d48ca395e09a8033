"""How a table's hands are recorded: an object for each word, asked the same few questions.

Nobody else compares the word. :func:`recording_of` gives the object of a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chalicelib.rules.actions import Recording

from .dealt import Dealt
from .entered import Entered
from .observed import Observed
from .recording import DealtCards, PlayedHand, TableRecording
from .result import Result

__all__ = ["DealtCards", "PlayedHand", "TableRecording", "recording_of"]

_RECORDINGS: Final[Mapping[Recording, TableRecording]] = {
    Recording.DEALT: Dealt(),
    Recording.ENTERED: Entered(),
    Recording.OBSERVED: Observed(),
    Recording.RESULT: Result(),
}


def recording_of(word: Recording) -> TableRecording:
    """Return what is to know of a way to record hands."""
    return _RECORDINGS[word]
