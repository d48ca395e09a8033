"""Posters in JSON records."""

from __future__ import annotations

from collections.abc import Mapping

from chalicelib.json_value import Json

from .live_log import Poster
from .members import Members, UnreadableRecord


def poster_json(poster: Poster) -> Mapping[str, Json]:
    """Return the JSON form of a poster."""
    return {"kind": poster.kind, "number": poster.shown_number}


def read_poster(members: Members) -> Poster:
    """Return the poster from the JSON that :func:`poster_json` made.

    Raises
    ------
    UnreadableRecord
        There is no such kind of poster.
    """
    kind = members.text("kind")
    try:
        return Poster.of(kind, members.whole("number"))
    except KeyError:
        raise UnreadableRecord(f"there is no poster of the kind {kind!r}") from None
