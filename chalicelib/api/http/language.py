"""The language of an answer, by the request's ``Accept-Language``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from chalicelib.texts import DEFAULT_LANGUAGE, languages

if TYPE_CHECKING:
    Language: TypeAlias = str
else:
    Language = Literal[languages()]
"""The code of a language that has a catalogue."""

_MAX_HEADER: Final = 256  # no phone says more, and what is read is kept
_RANGE: Final = re.compile(
    r"\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?",
    re.ASCII | re.IGNORECASE,
)


@lru_cache(maxsize=256)
def negotiate(header: str) -> str:
    """Return the language to answer in, by ``Accept-Language`` (RFC 9110, 12.5.4).

    A range matches a language that it equals or begins with (``ru-RU`` matches ``ru``). A range
    that cannot be read is ignored; of equal ones the first is taken.
    """
    wanted: dict[str, float] = {}
    for part in header[:_MAX_HEADER].split(","):
        if match := _RANGE.fullmatch(part):
            primary = match[1].lower().partition("-")[0]
            # en-GB;q=0.8 after en-US does not lower the quality of English.
            wanted[primary] = max(wanted.get(primary, 0.0), float(match[2] or 1))
    best, most = DEFAULT_LANGUAGE, 0.0
    order = [name for name in wanted if name in languages()]
    for language in [*order, *(name for name in languages() if name not in order)]:
        quality = wanted.get(language, wanted.get("*", 0.0))
        if quality > most:
            best, most = language, quality
    return best
