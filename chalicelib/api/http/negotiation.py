"""The media type of an answer: ``Accept`` with its q-values (RFC 9110, 12.5.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from chalicelib.message import say
from chalicelib.service.errors import Refusal

JSON: Final = "application/json"

_MAX_HEADER: Final = 1024
_RANGE: Final = re.compile(r"\s*([\w!#$&^.+*-]+)/([\w!#$&^.+*-]+)\s*(?:;(.*))?", re.ASCII)
_QUALITY: Final = re.compile(r"\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*", re.IGNORECASE)


@lru_cache(maxsize=256)
def choose(accept: str, offered: tuple[str, ...]) -> str:
    """Return the media type that ``accept`` prefers; of equal ones the one offered first.

    If nothing is offered, because there is no content, nothing is chosen. The most specific range
    that matches a media type decides its quality. Parameters other than ``q`` and unreadable parts
    are ignored; an empty header accepts everything.

    Raises
    ------
    Refusal
        ``not-acceptable``: it accepts none.
    """
    ranges = _ranges(accept)
    if not offered or not ranges:
        return offered[0] if offered else ""
    best = max(offered, key=lambda media: _quality(media, ranges))
    if not _quality(best, ranges):
        raise Refusal(
            "not-acceptable",
            say("request.not-acceptable", offered=offered),
            offered=list(offered),
        )
    return best


def _ranges(accept: str) -> dict[tuple[str, str], float]:
    """Return the quality of each range in the header."""
    ranges: dict[tuple[str, str], float] = {}
    for part in accept[:_MAX_HEADER].split(","):
        if match := _RANGE.fullmatch(part):
            parameters: Sequence[str] = (match[3] or "").split(";")
            qualities = [found for one in parameters if (found := _QUALITY.fullmatch(one))]
            quality = float(qualities[0][1]) if qualities else 1.0
            name = match[1].lower(), match[2].lower()
            ranges[name] = max(quality, ranges.get(name, 0.0))
    return ranges


def _quality(media: str, ranges: dict[tuple[str, str], float]) -> float:
    kind, _, subtype = media.partition("/")
    for name in ((kind, subtype), (kind, "*"), ("*", "*")):
        if name in ranges:
            return ranges[name]
    return 0.0
