"""The catalogues as they are written: ``.po`` files, read, written and compiled by Babel.

The ids are symbolic and English is a catalogue like the others. So that translators see what they
translate, the other catalogues have the English text above each entry, as an extracted comment.
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
_SOME_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)  # the same sources make the same bytes

Forms: TypeAlias = tuple[str, ...]
"""A text: one form, or the plural forms in the order of the catalogue's header."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A text of a catalogue.

    Attributes
    ----------
    id
        Its message id.
    forms
        The text; more than one form if it has plural forms. Empty texts are not translated yet.
    plural
        Whether it has plural forms; some languages have just one.
    fuzzy
        Whether a translator marked it as unsure.
    notes
        What translators wrote beside it.
    """

    id: str
    forms: Forms
    plural: bool = False
    fuzzy: bool = False
    notes: tuple[str, ...] = ()


def path_of(folder: Path, language: str) -> Path:
    """Return where the catalogue of a language is written."""
    return folder / f"{language}.po"


def read(source: Path) -> tuple[Catalog, list[Entry]]:
    """Read a catalogue: what it says of itself, and its texts in order."""
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
    """Return a catalogue as it is written: header with the plural rule, English beside each text.

    The rule is that of the CLDR, by Babel.
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
    """Write a catalogue anew, with the entries of the English one in their order.

    Texts that it has stay, those it lacks are empty, those English has not are left out. A
    language without a catalogue gets one.
    """
    _, wanted = read(path_of(folder, DEFAULT_LANGUAGE))
    source = path_of(folder, language)
    texts = {entry.id: entry for entry in read(source)[1]} if source.exists() else {}
    empty = [Entry(entry.id, ("",), entry.plural) for entry in wanted]
    write(folder, language, [texts.get(entry.id, entry) for entry in empty])


def compiled_anew(source: Path) -> bytes:
    """Compile a catalogue, and keep the result beside it if that can be written.

    Tools and the standard library read a ``.mo`` by the places that its head names, so the digest
    at its end is nothing to them.
    """
    written = source.read_bytes()
    catalog = read_po(BytesIO(written), locale=source.stem, abort_invalid=True)
    catalog.creation_date = catalog.revision_date = _SOME_TIME
    file = BytesIO()
    write_mo(file, catalog)
    result = file.getvalue() + digest(written)
    with suppress(PermissionError):  # a checkout of somebody else: the next process does it again
        _replace(source.with_suffix(".mo"), result)
    return result


def _replace(path: Path, content: bytes) -> None:
    """Write a file at once: another process that reads it finds the old one or the new one."""
    other = path.with_name(f"{path.name}.{os.getpid()}")
    other.write_bytes(content)
    other.replace(path)
