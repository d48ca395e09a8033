"""Problems in two languages: every sentence has its twin, and each caller is told his own."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from harness.club import Club
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.api.http.etag import with_etag
from chalicelib.api.http.language import negotiate, speak, speaking
from chalicelib.api.http.messages import Request
from chalicelib.api.http.paths import PARTS
from chalicelib.api.problems import page as texts_page
from chalicelib.api.problems.problem import KINDS, problem_body
from chalicelib.api.problems.texts_ru import PYDANTIC, RUSSIAN, WORDS
from chalicelib.league.rounds import RoundState
from chalicelib.rules import OPTIONS
from chalicelib.rules.errors import Said, say
from chalicelib.service.errors import Refusal
from chalicelib.service.roles import article
from chalicelib.store.records.claims import TokenKind
from chalicelib.texts import languages, render

from .test_problems import WAYS

ROOT = Path(__file__).parents[2] / "chalicelib"
TOLD = {"Refusal": 1, "AgainstRules": 1, "Malformed": 0, "NotNow": 0, "_unreadable": 0}
"""What tells somebody something, and which argument does."""

CYRILLIC = re.compile("[А-Яа-яЁё]")


@cache
def _named_calls() -> list[tuple[str, str, ast.Call]]:
    """Return all calls of a plain name: where, what is called, and the call."""
    return [
        (f"{path.relative_to(ROOT)}:{node.lineno}", node.func.id, node)
        for folder in ("rules", "service", "api", "local")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id != "say" or "chalicelib.message import" not in path.read_text("utf-8")
    ]


def _calls(*names: str) -> Iterator[tuple[str, str, ast.Call]]:
    return (found for found in _named_calls() if found[1] in names)


def _raised() -> Iterator[tuple[str, ast.expr]]:
    for where, name, call in _calls(*TOLD):
        if len(call.args) > TOLD[name]:
            yield where, call.args[TOLD[name]]


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _gaps(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def _templates() -> dict[str, str]:
    """Return every sentence of the code that has gaps, or stands where one is said."""
    found = {}
    for where, _, call in _calls("say", "english"):
        template = _literal(call.args[0])
        assert template is not None, f"{where}: say takes its template as it stands"
        assert _gaps(template) == {word.arg for word in call.keywords} or any(
            word.arg is None for word in call.keywords
        ), where
        found[template] = where
    return found


def _plain() -> dict[str, str]:
    """Return every sentence without gaps."""
    found = {text: where for where, node in _raised() if (text := _literal(node))}
    for where, _, call in _calls("not_found"):
        if (thing := _literal(call.args[0])) is not None:
            found[f"there is no such {thing}"] = where
    for name in PARTS:
        found[f"there is no such {name.replace('_', ' ')}"] = "a part of a path"
    for where, _, call in _calls("ValueError"):
        text = _literal(call.args[0]) if call.args else None
        if where.startswith(("api/models", "api/http/fields", "api/resources")) and text:
            found[text] = where
    return found


def test_no_detail_is_put_together_where_no_catalogue_finds_it() -> None:
    for where, node in _raised():
        if not where.startswith("service/errors.py"):  # not_found, and English only
            assert not isinstance(node, ast.JoinedStr | ast.BinOp), f"{where}: use say()"


def test_every_sentence_has_its_russian_twin() -> None:
    missing = {
        text: where for text, where in (_templates() | _plain()).items() if text not in RUSSIAN
    }
    assert not missing


def test_no_twin_has_lost_its_sentence() -> None:
    known = set(_templates()) | set(_plain())
    known |= {f"pydantic.{kind}" for kind in PYDANTIC}
    known |= {text for text in RUSSIAN if text.startswith("an action has exactly one of ")}
    assert set(RUSSIAN) - known == set()


def test_twins_have_the_same_gaps() -> None:
    for template in _templates():
        assert _gaps(RUSSIAN[template]) == _gaps(template), template


def test_twins_are_russian() -> None:
    same = {"{at}: {problem}"}
    assert {text for text, twin in RUSSIAN.items() if not CYRILLIC.search(twin)} == same


def test_words_that_fill_gaps_are_all_there() -> None:
    assert set(WORDS["kind"]) == set(TokenKind)
    assert {article(kind) for kind in TokenKind} <= set(WORDS["who"])
    takes = say(
        "{who}'s token does not do this; it takes one of: {kind}",
        who="a scorer",
        kind=("organiser", "director"),
    )
    assert speak(takes, "ru") == (
        "токен секретаря для этого не годится; нужен токен: организатора, распорядителя"
    )
    assert set(WORDS["state"]) <= set(RoundState)
    (change,) = (option for option in OPTIONS if option.name == "lead.change")
    assert set(change.choices) == set(WORDS["change"])


def test_what_pydantic_says_of_our_models_has_twins() -> None:
    from pydantic_core.core_schema import ErrorType

    assert set(PYDANTIC) <= set(get_args(ErrorType))


# -- asking for a language ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("ru", "ru"),
        ("RU", "ru"),
        ("ru-RU", "ru"),
        ("ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"),
        ("en-US,en;q=0.9,ru;q=0.8", "en"),
        ("en;q=0.5, ru;q=0.6", "ru"),
        ("en;q=0.5, ru;q=0.5", "en"),
        ("ru;q=0.5, en;q=0.5", "ru"),
        ("de, ru;q=0.1", "ru"),
        ("de", "en"),
        ("*", "en"),
        ("en;q=0, *", "ru"),
        ("ru;q=0", "en"),
        ("ru;q=0, *;q=0.5", "en"),
        ("en;q=0", "en"),
        ("ru;q=2", "en"),
        ("ru;q=0.1234", "en"),
        ("ru ; q=1.000", "ru"),
        (";;,,;q=1,ru", "ru"),
        ("rus", "en"),
        ("r\u0443", "en"),
        ("de," * 5000 + "ru", "en"),
    ],
)
def test_a_language_is_chosen_by_the_header(header: str, language: str) -> None:
    assert negotiate(header) == language


@given(st.text())
def test_any_header_gives_a_language(header: str) -> None:
    assert negotiate(header) in languages()


def test_a_problem_says_in_which_language_it_is(club: Club) -> None:
    got = club.get("/v1/leagues/x")
    assert (got.headers["Content-Language"], got["detail"]) == ("en", "there is no such league")
    assert got.headers["Vary"] == "Accept-Language"


@pytest.fixture
def russian(club: Club) -> Club:
    """Return a club whose callers all speak Russian."""
    club.headers["Accept-Language"] = "ru"
    return club


@pytest.mark.parametrize("code", WAYS)
def test_every_problem_is_told_in_russian(russian: Club, code: str) -> None:
    got = WAYS[code](russian)
    assert got.code == code
    assert got.headers["Content-Language"] == "ru"
    assert got["title"] == render(KINDS[code].title, "ru")
    assert CYRILLIC.search(got["detail"]), got


def test_each_error_of_a_body_is_told_in_russian(russian: Club) -> None:
    league = russian.league()
    cases = [
        ("/v1/leagues", {}),
        ("/v1/leagues", {"name": "", "more": 1}),
        ("/v1/leagues", {"name": "x" * 61}),
        ("/v1/leagues", {"name": "a\x07b"}),
        ("/v1/leagues", {"name": 1}),
        ("/v1/leagues", {"name": "L", "options": []}),
        ("/v1/leagues", {"name": "L", "recording": "heard"}),
        ("/v1/leagues", {"name": "L", "play_clock": 1}),
        ("/v1/leagues", {"name": "L", "play_clock": 10**6}),
        ("/v1/leagues", {"name": "L", "play_clock": 10**300}),
        ("/v1/leagues", {"name": "L", "play_clock": 5.5}),
        ("/v1/leagues", {"name": "L", "play_clock": "5"}),
        ("/v1/leagues", {"name": "L", "public": "yes"}),
        ("/v1/leagues", []),
        (f"{league.path}/players/bulk", {"names": []}),
        (f"{league.path}/players/bulk", {"names": ["x"] * 91}),
        (f"{league.path}/players/bulk", {"names": "x"}),
        (f"{league.path}/tokens", {"kind": "player"}),
    ]
    for path, body in cases:
        got = russian.post(path, body, league.organiser)
        assert got.code == "invalid-request", (body, got)
        for error in got["errors"]:
            assert CYRILLIC.search(error["problem"]), error
    got = russian.post("/v1/leagues", {"name": "L", "recording": "heard"})
    assert got["detail"] == "/body/recording: должно быть: 'dealt', 'entered', 'observed', 'result'"


def test_the_verdicts_of_a_queue_are_told_in_russian(russian: Club) -> None:
    table = russian.entered().table
    table.enter()
    got = table.queue(1, [{"play": "3S"}], table.scorer)
    told = got["results"][0]["problem"]
    assert told["title"] == render(KINDS["against-the-rules"].title, "ru")
    assert told["detail"] == "у места 1 нет карты 3S"


def test_only_the_request_under_way_is_told_in_russian() -> None:
    refusal = Refusal("not-now", "no auction is open")
    with speaking("ru"):
        assert problem_body(refusal)["detail"] == "торг не открыт"
    assert problem_body(refusal)["detail"] == "no auction is open"


def test_a_sentence_without_a_twin_is_told_in_english() -> None:
    assert speak("nobody wrote this", "ru") == "nobody wrote this"
    assert speak(say("nobody wrote {what}", what="that"), "ru") == "nobody wrote that"


def test_what_a_caller_sent_is_never_taken_for_a_template() -> None:
    said = say("there is no space {space!r}; there are {spaces}", space="{spaces}", spaces=("{x}",))
    assert str(said) == "there is no space '{spaces}'; there are {x}"
    assert speak(said, "ru") == "поля '{spaces}' нет; есть {x}"


def test_what_is_said_is_the_english_sentence() -> None:
    said = say("seat {seat} leads", seat=3)
    assert isinstance(said, Said)
    assert said == "seat 3 leads"
    assert json.dumps(said) == '"seat 3 leads"'


# -- the catalogue ------------------------------------------------------------------------------


def test_every_kind_is_explained_in_every_language() -> None:
    for language in languages():
        for code, kind in KINDS.items():
            for part in (kind.title, kind.meaning, kind.advice):
                text = render(part, language)
                assert text != str(part), (language, code)
                assert bool(CYRILLIC.search(text)) == (language == "ru"), (language, code)


def test_the_document_is_what_the_catalogue_says() -> None:
    written = (ROOT.parent / texts_page.FILE).read_text("utf-8")
    assert written == texts_page.markdown(), "run: python -m chalicelib.api.problems.page"


@pytest.mark.parametrize("language", languages())
def test_the_page_is_whole_and_needs_nothing_else(language: str) -> None:
    page = texts_page.catalogue_html(language)
    ids, opened = [], []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag not in ("script", "link", "img", "iframe")
            assert not {"src", "href", "onclick"} & dict(attrs).keys()
            ids.extend(value for name, value in attrs if name == "id")
            if tag != "meta":
                opened.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert opened.pop() == tag

    Reader().feed(page)
    assert ids == list(KINDS)
    assert opened == []
    assert f'<html lang="{language}">' in page


def test_the_catalogue_is_answered_as_asked() -> None:
    reply = texts_page.catalogue_reply(as_page=False)
    assert reply.headers == {"Content-Type": "application/json", "Content-Language": "en"}
    listed = json.loads(reply.body)
    assert [one["code"] for one in listed["problems"]] == list(KINDS)
    assert listed["language"] == "en"
    with speaking("ru"):
        page = texts_page.catalogue_reply(as_page=True)
    assert page.headers["Content-Language"] == "ru"
    assert "Такого кода нет" in page.body


def test_an_answer_in_a_language_varies_by_it() -> None:
    request = Request("GET", "/v1/problems", {}, {}, {}, b"", "", "")
    tagged = with_etag(request, texts_page.catalogue_reply(as_page=False))
    assert tagged.headers["Vary"] == "Authorization, Accept, Accept-Language"
