"""What catalogues have in common as files, written and compiled."""

from __future__ import annotations

import hashlib
from typing import Final

DEFAULT_LANGUAGE: Final = "en"
"""The language of those who ask for none, or for none of these, and of a text that one lacks."""


def digest(source: bytes) -> bytes:
    """Return the digest of a catalogue's source; what is compiled from it ends with this."""
    return hashlib.sha256(source).digest()
