"""In which language a problem is told, and how a sentence is found in it.

Sentences are written in English where a deed is refused (:func:`chalicelib.rules.errors.say`);
their twins are found by the English template, so that neither the engine nor the service knows
that there are languages. A sentence that has no twin is told in English rather than not at all;
a test sees to it that there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from chalicelib.rules.errors import Said
from chalicelib.texts import DEFAULT_LANGUAGE, languages

if TYPE_CHECKING:
    Language: TypeAlias = str
else:
    Language = Literal[languages()]
"""The code of a language, as requests and answers have it: of one there is a catalogue for."""

_MAX_HEADER: Final = 256  # no phone says more, and what is read is kept
_RANGE: Final = re.compile(
    r"\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?",
    re.ASCII | re.IGNORECASE,
)

_spoken: ContextVar[str] = ContextVar("spoken", default=DEFAULT_LANGUAGE)


@lru_cache(maxsize=256)
def negotiate(header: str) -> str:
    """Return the language to answer in, by ``Accept-Language`` (RFC 9110, 12.5.4).

    A range fits a language that it is, or begins with (``ru-RU`` asks for ``ru``). A range that
    cannot be read is passed over; of equals the one named first is taken.
    """
    wanted: dict[str, float] = {}
    for part in header[:_MAX_HEADER].split(","):
        if match := _RANGE.fullmatch(part):
            primary = match[1].lower().partition("-")[0]
            # en-GB;q=0.8 after en-US does not make English less welcome.
            wanted[primary] = max(wanted.get(primary, 0.0), float(match[2] or 1))
    best, most = DEFAULT_LANGUAGE, 0.0
    order = [name for name in wanted if name in languages()]
    for language in [*order, *(name for name in languages() if name not in order)]:
        quality = wanted.get(language, wanted.get("*", 0.0))
        if quality > most:
            best, most = language, quality
    return best


def spoken() -> str:
    """Return the language in which the request under way is answered."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Let problems be told in ``language`` meanwhile, in this thread."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def speak(text: str, language: str) -> str:
    """Return what ``text`` says, in ``language``."""
    if language != "ru":
        return str(text)
    from chalicelib.api.problems.texts_ru import (
        RUSSIAN,  # long, and most processes are never asked for it
    )

    template = text.template if isinstance(text, Said) else text
    twin = RUSSIAN.get(template)
    if twin is None:
        return str(text)
    if not isinstance(text, Said):
        return twin  # it has no gaps, and its braces are braces
    return twin.format(
        **{name: _filling(name, value, language) for name, value in text.params.items()}
    )


def _filling(name: str, value: object, language: str) -> object:
    if isinstance(value, tuple):
        return ", ".join(str(_filling(name, one, language)) for one in value)
    if isinstance(value, Said):
        return speak(value, language)
    from chalicelib.api.problems.texts_ru import WORDS

    words: Mapping[str, str] = WORDS.get(name, {})
    return words.get(value, value) if isinstance(value, str) else value
