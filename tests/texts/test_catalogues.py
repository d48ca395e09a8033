"""The catalogues are complete, what is wrong with one is found, and a third one is all it takes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chalicelib.message import say
from chalicelib.rules import make_rules
from chalicelib.texts import CatalogueError, catalogue, languages, render
from chalicelib.texts.__main__ import main
from chalicelib.texts.checks import faults
from chalicelib.texts.rules_page import rules_page
from chalicelib.texts.sources import Entry, path_of, read, update, write

CODE = Path(catalogue.__file__).parents[1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the catalogues for a test that damages it."""
    copy = tmp_path / "locale"
    copy.mkdir()
    for source in catalogue.FOLDER.glob("*.po"):
        shutil.copy(source, copy)
    return copy


@pytest.fixture
def used_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same, and the texts are read from there."""

    def forget() -> None:
        catalogue.languages.cache_clear()
        catalogue.load.cache_clear()

    monkeypatch.setattr(catalogue, "FOLDER", folder)
    forget()
    yield folder
    forget()


# -- completeness ---------------------------------------------------------------------------------


def test_the_catalogues_are_complete() -> None:
    assert faults(catalogue.FOLDER, CODE) == []
    assert main(["--check"]) == 0


def test_they_are_written_as_the_tool_writes_them(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.glob("*.po")}
    for language in languages():
        write(folder, language, read(path_of(folder, language))[1])
    assert {path: path.read_bytes() for path in folder.glob("*.po")} == before


Change = Callable[[Entry], list[Entry]]


def _changed(folder: Path, language: str, name: str, change: Change) -> None:
    _, entries = read(path_of(folder, language))
    assert name in {entry.id for entry in entries}
    write(
        folder,
        language,
        [new for one in entries for new in (change(one) if one.id == name else [one])],
    )


@pytest.mark.parametrize(
    ("language", "name", "change", "fault"),
    [
        ("ru", "page.cut", lambda one: [], "ru.po: page.cut is missing"),
        (
            "ru",
            "page.cut",
            lambda one: [one, Entry("page.cat", ("кот",))],
            "ru.po: page.cat is not in the English catalogue",
        ),
        (
            "ru",
            "page.cut",
            lambda one: [Entry(one.id, ("",))],
            "ru.po: page.cut is not translated",
        ),
        (
            "ru",
            "page.cut",
            lambda one: [Entry(one.id, one.forms, fuzzy=True)],
            "ru.po: page.cut is marked fuzzy",
        ),
        (
            "ru",
            "page.chips",
            lambda one: [Entry(one.id, (*one.forms[:2], ""), plural=True)],
            "ru.po: page.chips lacks a plural form",
        ),
        (
            "ru",
            "page.order",
            lambda one: [Entry(one.id, ("Порядок: {rank}. {ace}",))],
            "ru.po: page.order has the gaps ace, rank, not ace, ranks",
        ),
        (
            "ru",
            "page.sizes.each",
            lambda one: [Entry(one.id, ("по одной",))],
            "ru.po: page.sizes.each lacks the gap n",
        ),
        (
            "ru",
            "page.order",
            lambda one: [Entry(one.id, ("{ranks.real} {ace}",))],
            "ru.po: page.order cannot be filled: the gap ranks.real",
        ),
        (
            "ru",
            "page.order",
            lambda one: [Entry(one.id, ("{ranks:>100000000} {ace}",))],
            "ru.po: page.order cannot be filled: the gap ranks",
        ),
        (
            "en",
            "page.cut",
            lambda one: [one, Entry("page.cat", ("A cat.",))],
            "en.po: page.cat is not used",
        ),
        (
            "en",
            "page.cut",
            lambda one: [],
            "chalicelib/rules/pages/before.py:32: there is no text page.cut",
        ),
        (
            "en",
            "not-found.league",
            lambda one: [],
            "chalicelib/service/access.py:1: there is no text not-found.league",
        ),
        (
            "en",
            "page.order",
            lambda one: [Entry(one.id, ("Ranks: {ranks}.",))],
            "chalicelib/rules/pages/before.py:18: page.order has the gaps ranks",
        ),
        (
            "en",
            "page.cut",
            lambda one: [Entry(one.id, ("Someone cuts.",))],
            "ru.po: page.cut shows another English text: run … --update ru",
        ),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_found(
    folder: Path, language: str, name: str, change: Change, fault: str
) -> None:
    _changed(folder, language, name, change)
    found = [_without_line(one) for one in faults(folder, CODE)]
    assert _without_line(fault) in found


def _without_line(fault: str) -> str:
    """Code moves; what is said of it stays."""
    path, colon, rest = fault.replace("python -m chalicelib.texts", "…").partition(".py:")
    return path + colon + rest.lstrip("0123456789")


def test_a_wrong_plural_rule_is_found(folder: Path) -> None:
    source = path_of(folder, "ru")
    text = source.read_text("utf-8")
    wrong = text.replace("n % 100 < 12 ||", "n % 100 < 13 ||")
    assert wrong != text
    source.write_text(wrong, "utf-8")
    assert "ru.po: Plural-Forms is not the rule of the CLDR" in faults(folder, CODE)


def test_a_text_that_stands_there_twice_is_found(folder: Path) -> None:
    source = path_of(folder, "ru")
    with source.open("a", encoding="utf-8") as file:
        file.write('\nmsgid "page.cut"\nmsgstr "Снимают."\n')
    assert "ru.po: an id stands there twice" in faults(folder, CODE)


def test_a_language_that_nobody_speaks_is_found(folder: Path) -> None:
    path_of(folder, "xx").write_bytes(path_of(folder, "en").read_bytes())
    assert "xx.po: xx is no language of the CLDR" in faults(folder, CODE)


def test_an_id_that_is_put_together_out_of_sight_is_refused(tmp_path: Path, folder: Path) -> None:
    package = tmp_path / "code"
    package.mkdir()
    (package / "a.py").write_text("from chalicelib.message import say\nsay(name)\n", "utf-8")
    with pytest.raises(TypeError, match=r"code/a.py:2: say takes its id as it stands"):
        faults(folder, package)


# -- a third language -----------------------------------------------------------------------------


def test_a_third_language_is_one_new_file(used_folder: Path) -> None:
    """Esperanto, made of the English texts: what it takes is a file, written by the tool."""
    update(used_folder, "eo")
    assert "eo.po: page.cut is not translated" in faults(used_folder, CODE)
    english = {one.id: one.forms for one in read(path_of(used_folder, "en"))[1]}
    _, empty = read(path_of(used_folder, "eo"))
    texts = [Entry(one.id, tuple(f"«{x}»" for x in english[one.id]), one.plural) for one in empty]
    write(used_folder, "eo", texts)
    assert faults(used_folder, CODE) == []
    assert languages() == ("en", "eo", "ru")
    text = rules_page(make_rules("saratoga"), "eo")
    assert text.startswith("# «Saratoga»\n")
    assert "«Everyone starts with 50 chips.»" in " ".join(text.split())


def test_updating_keeps_what_is_translated(folder: Path) -> None:
    _changed(folder, "en", "page.cut", lambda one: [Entry("page.new", ("New.",)), one])
    _changed(folder, "ru", "page.pack", lambda one: [])
    _, before = read(path_of(folder, "ru"))
    update(folder, "ru")
    _, after = read(path_of(folder, "ru"))
    texts = {one.id: one for one in after}
    assert (texts["page.new"].forms, texts["page.pack"].forms) == (("",), ("",))
    assert [one for one in after if one.id not in ("page.new", "page.pack")] == before
    _, english = read(path_of(folder, "en"))
    assert [one.id for one in after] == [one.id for one in english]


# -- compiled and stale ---------------------------------------------------------------------------


def test_a_catalogue_that_was_changed_is_compiled_again(used_folder: Path) -> None:
    assert render(say("page.cut"), "en").startswith("The dealer shuffles")
    compiled = path_of(used_folder, "en").with_suffix(".mo")
    first = compiled.read_bytes()
    assert catalogue.compiled(path_of(used_folder, "en")) == first
    _changed(used_folder, "en", "page.cut", lambda one: [Entry(one.id, ("Someone cuts.",))])
    catalogue.load.cache_clear()
    assert render(say("page.cut"), "en") == "Someone cuts."
    assert compiled.read_bytes() != first


def test_what_is_installed_has_no_source(used_folder: Path) -> None:
    for language in languages():
        catalogue.compiled(path_of(used_folder, language))
    for source in used_folder.glob("*.po"):
        source.unlink()
    catalogue.languages.cache_clear()
    assert languages() == ("en", "ru")
    assert render(say("page.chips", n=5), "ru") == "5 фишек"
    (used_folder / "ru.mo").unlink()
    with pytest.raises(CatalogueError, match=r"ru\.mo is missing"):
        catalogue.compiled(path_of(used_folder, "ru"))


def test_without_babel_a_stale_catalogue_is_one_clear_error(
    used_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "chalicelib.texts.sources", None)
    with pytest.raises(CatalogueError, match=r"en\.po has changed .*: run `make setup`"):
        render(say("page.cut"), "en")


def test_the_same_source_compiles_to_the_same_bytes(folder: Path) -> None:
    first = catalogue.compiled(path_of(folder, "ru"))
    path_of(folder, "ru").with_suffix(".mo").unlink()
    assert catalogue.compiled(path_of(folder, "ru")) == first


# -- rendering ------------------------------------------------------------------------------------


def test_a_text_that_a_language_lacks_is_english(used_folder: Path) -> None:
    _changed(used_folder, "ru", "page.cut", lambda one: [Entry(one.id, ("",))])
    _changed(used_folder, "ru", "page.chips", lambda one: [Entry(one.id, ("",) * 3, plural=True)])
    assert render(say("page.cut"), "ru") == render(say("page.cut"), "en")
    assert render(say("page.chips", n=2), "ru") == "2 chips"


def test_a_message_without_a_text_is_shown_as_it_is() -> None:
    odd = say("no.such", card="9H", seats=(1, say("page.chips", n=2)))
    assert render(odd, "ru") == "no.such (card=9H, seats=[1, page.chips (n=2)])"


def test_what_somebody_typed_is_never_taken_for_a_template() -> None:
    assert "{spaces}: {n}" in render(say("page.layout.named", name="{spaces}", card="{n}"), "ru")


@pytest.mark.parametrize(
    ("faults_made", "english", "russian"),
    [
        ((), "accept .", "отклоняет ."),
        (("a",), "accept a.", "отклоняет a."),
        (("a", "b"), "accept a or b.", "отклоняет a и b."),
        (("a", "b", "c"), "accept a, b or c.", "отклоняет a, b и c."),
    ],
)
def test_lists_end_with_the_conjunction_of_the_language(
    faults_made: tuple[str, ...], english: str, russian: str
) -> None:
    what = say("page.false_lead.what", faults=faults_made)
    assert render(what, "en").endswith(english)
    assert render(what, "ru").endswith(russian)


def test_rendering_does_not_load_babel() -> None:
    program = (
        "import sys; from chalicelib.texts import render; from chalicelib.message import say;"
        "render(say('page.cut'), 'ru'); sys.exit('babel' in sys.modules)"
    )
    render(say("page.cut"), "ru")  # compiled by now
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
