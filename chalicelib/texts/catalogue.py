"""Which languages there are, and the texts of each.

A catalogue is written as ``<language>.po`` and read as ``<language>.mo``, which is compiled from
it. Wheels and the Lambda's zip hold the compiled files alone. In a checkout each ``.mo`` has the
digest of the ``.po`` it was made from. If the digest differs, the texts have changed: they are
compiled again, or refused if Babel is missing.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .files import DEFAULT_LANGUAGE, digest

if TYPE_CHECKING:
    import gettext  # imported later: most processes render no text

FOLDER: Final = Path(__file__).with_name("locale")


class CatalogueError(Exception):
    """The texts of a language cannot be read; the error says what to do."""


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    found = {path.stem for path in FOLDER.iterdir() if path.suffix in (".po", ".mo")}
    return (DEFAULT_LANGUAGE, *sorted(found - {DEFAULT_LANGUAGE}))


class Catalogue:
    """The texts of one language.

    Parameters
    ----------
    language
        Its code.
    texts
        The compiled texts.
    fallback
        The catalogue for texts that this language does not have.
    """

    __slots__ = ("_fallback", "_known", "_texts", "language")

    def __init__(
        self, language: str, texts: gettext.GNUTranslations, fallback: Catalogue | None
    ) -> None:
        self.language = language
        self._texts = texts
        self._fallback = fallback
        self._known: dict[str, str] = {}  # a cache; at most one text for each id and plural form

    def text(self, message_id: str, number: int | None = None) -> str | None:
        """Return the text with its gaps, in the plural form for ``number`` if it has several."""
        if number is not None:
            found = self._texts.ngettext(message_id, message_id, number)
            if found != message_id:
                return found
        known = self._known.get(message_id)
        if known is not None:
            return known
        found = self._texts.gettext(message_id)
        if found != message_id:
            self._known[message_id] = found
            return found
        return self._fallback.text(message_id, number) if self._fallback else None


@cache
def load(language: str) -> Catalogue:
    """Return the texts of a language, which are read at the first call.

    Raises
    ------
    KeyError
        There is no such language.
    CatalogueError
        Its compiled catalogue is missing or out of date, and cannot be compiled here.
    """
    if language not in languages():
        raise KeyError(language)
    fallback = None if language == DEFAULT_LANGUAGE else load(DEFAULT_LANGUAGE)
    return Catalogue(language, _read(FOLDER / f"{language}.po"), fallback)


def _read(source: Path) -> gettext.GNUTranslations:
    from gettext import GNUTranslations

    return GNUTranslations(BytesIO(compiled(source)))


def compiled(source: Path) -> bytes:
    """Return a compiled catalogue, compiled again if its source has changed.

    Parameters
    ----------
    source
        ``<language>.po``; if it does not exist, nothing can be out of date.

    Raises
    ------
    CatalogueError
        It has to be compiled, and Babel is not installed.
    """
    path = source.with_suffix(".mo")
    known = path.read_bytes() if path.exists() else None
    written = source.read_bytes() if source.exists() else None
    if written is None:
        if known is None:
            raise CatalogueError(f"{path} is missing")
        return known
    if known is not None and known.endswith(digest(written)):
        return known
    try:
        from .sources import compiled_anew
    except ModuleNotFoundError as error:
        raise CatalogueError(
            f"{source} has changed since it was compiled: run `make setup`"
        ) from error
    return compiled_anew(source)
