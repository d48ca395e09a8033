"""The sources of the catalogues: ``.po`` files, read, written and compiled with Babel.

The ids are symbolic and English is a catalogue like the others. The other catalogues have the
English text above each entry, as an extracted comment, so that translators see it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from .files import DEFAULT_LANGUAGE, digest

_WIDTH: Final = 100
_SOME_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)  # the same sources give the same bytes

Forms: TypeAlias = tuple[str, ...]
"""The forms of a text: one, or the plural forms in the order of the catalogue's header."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A text of a catalogue.

    Attributes
    ----------
    id
        Its message id.
    forms
        The text; more than one form if it has plural forms. An empty text is not translated yet.
    plural
        Whether it has plural forms; in some languages there is only one.
    fuzzy
        Whether a translator marked it as unsure.
    notes
        The translators' comments.
    """

    id: str
    forms: Forms
    plural: bool = False
    fuzzy: bool = False
    notes: tuple[str, ...] = ()


def path_of(folder: Path, language: str) -> Path:
    """Return the path of a language's catalogue."""
    return folder / f"{language}.po"


def read(source: Path) -> tuple[Catalog, list[Entry]]:
    """Return the header of a catalogue, and its texts in order."""
    with source.open("rb") as file:
        catalog = read_po(file, locale=source.stem, abort_invalid=True)
    return catalog, list(_entries(catalog))


def _entries(catalog: Catalog) -> Iterator[Entry]:
    for message in catalog:
        if not message.id:
            continue
        plural = not isinstance(message.id, str)
        name = message.id if isinstance(message.id, str) else message.id[0]
        string = message.string or ""
        forms = (string,) if isinstance(string, str) else tuple(string)
        notes = tuple(message.user_comments)
        yield Entry(name, forms, plural, message.fuzzy, notes)


def write(folder: Path, language: str, entries: list[Entry]) -> None:
    """Write a catalogue with these texts, in order."""
    path_of(folder, language).write_bytes(formatted(folder, language, entries))


def formatted(folder: Path, language: str, entries: list[Entry]) -> bytes:
    """Return the source of a catalogue: header with the plural rule, English above each text.

    The plural rule is that of the CLDR, from Babel.
    """
    english: dict[str, Entry] = {}
    if language != DEFAULT_LANGUAGE:
        english = {entry.id: entry for entry in read(path_of(folder, DEFAULT_LANGUAGE))[1]}
    catalog = Catalog(
        locale=language,
        project="Boodle",
        version="1",
        msgid_bugs_address="Boodle",
        header_comment=f"# {_language_name(language)} texts of Boodle.",
        creation_date=_SOME_TIME,
        revision_date=_SOME_TIME,
        last_translator="Boodle",
        language_team="Boodle",
        charset="utf-8",
        fuzzy=False,
    )
    for entry in entries:
        catalog.add(
            (entry.id, entry.id) if entry.plural else entry.id,
            entry.forms if entry.plural else entry.forms[0],
            flags=["fuzzy"] if entry.fuzzy else [],
            auto_comments=english[entry.id].forms if entry.id in english else [],
            user_comments=entry.notes,
        )
    file = BytesIO()
    write_po(file, catalog, width=_WIDTH)
    return file.getvalue()


def _language_name(language: str) -> str:
    from babel import Locale

    return Locale(language).english_name or language


def update(folder: Path, language: str) -> None:
    """Write a catalogue again, with the entries of the English one in their order.

    Existing texts stay, missing ones are empty, and those that English lacks are left out. A
    language without a catalogue gets one.
    """
    _, wanted = read(path_of(folder, DEFAULT_LANGUAGE))
    source = path_of(folder, language)
    texts = {entry.id: entry for entry in read(source)[1]} if source.exists() else {}
    empty = [Entry(entry.id, ("",), entry.plural) for entry in wanted]
    write(folder, language, [texts.get(entry.id, entry) for entry in empty])


def compiled_anew(source: Path) -> bytes:
    """Compile a catalogue, and keep the result beside it if the folder is writable.

    Tools and the standard library read a ``.mo`` by the offsets in its header, so they ignore the
    digest at its end.
    """
    written = source.read_bytes()
    catalog = read_po(BytesIO(written), locale=source.stem, abort_invalid=True)
    catalog.creation_date = catalog.revision_date = _SOME_TIME
    file = BytesIO()
    write_mo(file, catalog)
    result = file.getvalue() + digest(written)
    with suppress(PermissionError):  # the next process compiles it again
        _replace(source.with_suffix(".mo"), result)
    return result


def _replace(path: Path, content: bytes) -> None:
    """Replace a file atomically: another process reads the old one or the new one."""
    other = path.with_name(f"{path.name}.{os.getpid()}")
    other.write_bytes(content)
    other.replace(path)
