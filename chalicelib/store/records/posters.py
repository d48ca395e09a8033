"""Who posted, as JSON records keep it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .live_log import Poster
from .members import JSON, Members

_FROM_ONE: Final = frozenset({"seat", "scorer"})
"""Kinds whose numbers are written from 1, and counted from 0 here."""


def poster_json(poster: Poster) -> Mapping[str, JSON]:
    """Return who posted, as it is written."""
    return {"kind": poster.kind, "number": poster.number + (poster.kind in _FROM_ONE)}


def read_poster(members: Members) -> Poster:
    """Return what :func:`poster_json` wrote."""
    kind = members.text("kind")
    return Poster(kind, members.whole("number") - (kind in _FROM_ONE))
