"""The fixtures of the documents' tests."""

from __future__ import annotations

from boodle import club, store

__all__ = ["club", "store"]
