"""The common parts of catalogue files, source and compiled."""

from __future__ import annotations

import hashlib
from typing import Final

DEFAULT_LANGUAGE: Final = "en"
"""The language for callers who ask for none of those there are, and for texts a language lacks."""


def digest(source: bytes) -> bytes:
    """Return the digest of a catalogue's source, which ends the compiled file."""
    return hashlib.sha256(source).digest()
