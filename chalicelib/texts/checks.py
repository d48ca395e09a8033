"""Checks of the catalogues: every text in every language, and none that is unused."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog

from chalicelib.rules import OPTIONS, SUITS

from .files import DEFAULT_LANGUAGE
from .sources import Entry, path_of, read

IMPLIED: Final = (
    *(f"list.{how}" for how in ("comma", "and", "or", "space", "dash")),
    *(f"card.letter.{rank}" for rank in "JQKA"),
    *(f"card.sign.{suit}" for suit in SUITS),
)
"""The ids that :mod:`.rendering` looks up itself."""

_FORMATS: Final = ("", "and", "or", "space", "dash")


@dataclass(frozen=True, slots=True)
class Use:
    """A use of a message id in the code.

    Attributes
    ----------
    where
        File and line.
    id
        The message id as written there, with ``…`` for its gaps.
    ids
        A pattern of the possible ids.
    dynamic
        Whether the id depends on a value.
    values
        The names of the values given; ``None`` if they depend on a value, too.
    """

    where: str
    id: str
    ids: re.Pattern[str]
    dynamic: bool
    values: frozenset[str] | None


def faults(folder: Path, code: Path) -> list[str]:
    """Return the faults of the catalogues of a folder, a line for each.

    Parameters
    ----------
    folder
        The folder of the catalogues.
    code
        The package that uses them.
    """
    found: list[str] = []
    english = {entry.id: entry for entry in read(path_of(folder, DEFAULT_LANGUAGE))[1]}
    for source in sorted(folder.glob("*.po")):
        found += (f"{source.name}: {fault}" for fault in _catalogue_faults(source, english))
    return found + list(_use_faults(code, english))


# -- the catalogues -------------------------------------------------------------------------------


def _catalogue_faults(source: Path, english: dict[str, Entry]) -> Iterator[str]:
    language = source.stem
    try:
        locale = Locale(language)
    except (UnknownLocaleError, ValueError):
        yield f"{language} is no language of the CLDR"
        return
    catalog, entries = read(source)
    yield from _plural_rule_faults(catalog, locale)
    if source.read_text("utf-8").count('\nmsgid "') != len(entries) + 1:  # and one for the header
        yield "an id stands there twice"
    there = {entry.id for entry in entries}
    yield from (f"{name} is missing" for name in english if name not in there)
    comments = _comments(catalog)
    for entry in entries:
        if entry.id not in english:
            yield f"{entry.id} is not in the English catalogue"
            continue
        for fault in _entry_faults(entry, english[entry.id], catalog.num_plurals):
            yield f"{entry.id} {fault}"
        shown = " ".join(" ".join(dict.fromkeys(english[entry.id].forms)).split())
        if language != DEFAULT_LANGUAGE and comments[entry.id] != shown:
            yield (
                f"{entry.id} shows another English text: "
                f"run python -m chalicelib.texts --update {language}"
            )


def _plural_rule_faults(catalog: Catalog, locale: Locale) -> Iterator[str]:
    """Yield a fault if the rule of the header differs from that of the CLDR for a number."""
    chosen = gettext.c2py(catalog.plural_expr)
    pairs = {(chosen(number), locale.plural_form(number)) for number in range(1001)}
    forms = {form for form, _ in pairs}
    if len(pairs) != len(forms) or forms != set(range(catalog.num_plurals)):
        yield "Plural-Forms is not the rule of the CLDR"


def _comments(catalog: Catalog) -> dict[str, str]:
    """Return the English texts shown above the entries; long ones take several lines."""
    return {
        message.id if isinstance(message.id, str) else message.id[0]: " ".join(
            message.auto_comments
        )
        for message in catalog
    }


def _entry_faults(entry: Entry, english: Entry, plurals: int) -> Iterator[str]:
    if entry.fuzzy:
        yield "is marked fuzzy"
    if not all(entry.forms) or (entry.plural and len(entry.forms) != plurals):
        yield "is not translated" if not any(entry.forms) else "lacks a plural form"
        return
    wanted = gaps(english.forms[-1])
    for form in entry.forms:
        try:
            there = gaps(form)
        except ValueError as error:
            yield f"cannot be filled: {error}"
            continue
        # "One chip" is as correct as "{n} chip".
        if there | {"n"} != wanted | {"n"} or ("n" in there) > ("n" in wanted):
            yield f"has the gaps {_listed(there)}, not {_listed(wanted)}"
        if "n" in wanted and "n" not in there and not entry.plural:
            yield "lacks the gap n"


def gaps(text: str) -> frozenset[str]:
    """Return the names of the gaps of a text.

    Raises
    ------
    ValueError
        A gap has a form that :mod:`.rendering` does not fill.
    """
    found = set()
    for _, name, spec, conversion in Formatter().parse(text):
        if name is not None:
            if not name.isidentifier() or spec not in _FORMATS or conversion not in (None, "r"):
                raise ValueError(f"the gap {name}")
            found.add(name)
    return frozenset(found)


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)) or "none"


# -- the code -------------------------------------------------------------------------------------


def _use_faults(code: Path, english: dict[str, Entry]) -> Iterator[str]:
    used = set(IMPLIED)
    for use in chain(uses(code), declared_uses()):
        fitting = [name for name in english if use.ids.fullmatch(name)]
        used.update(fitting)
        if not fitting:
            yield f"{use.where}: there is no text {use.id}"
        elif not use.dynamic and use.values is not None:
            wanted = gaps(english[fitting[0]].forms[-1])
            if use.values - {"n"} != wanted - {"n"} or wanted > use.values:
                yield f"{use.where}: {fitting[0]} has the gaps {_listed(wanted)}"
    yield from (f"en.po: {name} is not used" for name in english if name not in used)


def uses(code: Path) -> Iterator[Use]:
    """Return the uses of message ids in the code, by its calls of ``say`` and ``not_found``."""
    for path in sorted(code.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield from _uses_of(f"{path.relative_to(code.parent)}:{node.lineno}", node)


def declared_uses() -> Iterator[Use]:
    """Return the uses of message ids that options declare for rules pages."""
    for option in OPTIONS:
        for name in option.sentences:
            values = frozenset({"n"}) if option.bounds else frozenset[str]()
            yield Use(f"option {option.name}", name, re.compile(re.escape(name)), False, values)


def _uses_of(where: str, call: ast.Call) -> Iterator[Use]:
    match call:
        case ast.Call(func=ast.Name(id="say"), args=[message_id], keywords=keywords):
            names = [word.arg for word in keywords]
            values = None if None in names else frozenset(name for name in names if name)
            for parts in _ids(where, message_id):
                pattern = re.compile("[^.]+".join(map(re.escape, parts)))
                yield Use(where, "…".join(parts), pattern, len(parts) > 1, values)
        case ast.Call(func=ast.Name(id="not_found"), args=[ast.Constant(value=str(what))]):
            name = f"not-found.{what}"
            yield Use(where, name, re.compile(re.escape(name)), False, frozenset())


def _ids(where: str, node: ast.expr) -> Iterator[list[str]]:
    """Return the possible ids of an expression, each as its fixed parts."""
    match node:
        case ast.IfExp():
            yield from _ids(where, node.body)
            yield from _ids(where, node.orelse)
        case ast.Constant(value=str(name)):
            yield [name]
        case ast.JoinedStr(values=values):
            parts = [""]
            for part in values:
                if isinstance(part, ast.Constant):
                    parts[-1] += str(part.value)
                else:
                    parts.append("")
            yield parts
        case _:
            raise TypeError(f"{where}: say takes its id as it stands")
