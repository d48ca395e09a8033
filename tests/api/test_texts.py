"""Problems in every language: each caller reads them in his own."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest
from harness.club import Club
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.api.http.etag import with_etag
from chalicelib.api.http.language import negotiate
from chalicelib.api.http.messages import Request
from chalicelib.api.http.paths import PARTS
from chalicelib.api.problems import page as texts_page
from chalicelib.api.problems.problem import KINDS, problem_body
from chalicelib.league.rounds import RoundState
from chalicelib.message import say
from chalicelib.rules import OPTIONS, AgainstRules
from chalicelib.service.errors import Refusal
from chalicelib.service.roles import holder, named
from chalicelib.store.records.claims import TokenKind
from chalicelib.texts import catalogue, languages, render
from chalicelib.texts.sources import path_of, read

from .test_problems import WAYS

ROOT = Path(__file__).parents[2]

CYRILLIC = re.compile("[А-Яа-яЁё]")


def _texts(prefix: str) -> set[str]:
    """Return the ids with that prefix, without it, that the English catalogue has."""
    _, entries = read(path_of(catalogue.FOLDER, "en"))
    return {one.id.removeprefix(prefix) for one in entries if one.id.startswith(prefix)}


# The check of the catalogues finds ids that stand in the code. These are made from what a value is.


def test_what_may_not_be_found_has_a_text() -> None:
    assert {name.replace("_", "-") for name in PARTS} <= _texts("not-found.")


def test_whoever_asks_has_a_name() -> None:
    assert _texts("token.kind.") == set(TokenKind)
    assert _texts("token.holder.") == {*TokenKind, "anyone"}
    takes = say("token.wrong-kind", who=holder("scorer"), kind=named(("organiser", "director")))
    assert render(takes, "en") == (
        "a scorer's token may not do this; it takes one of: organiser, director"
    )
    assert render(takes, "ru") == (
        "токен секретаря для этого не годится; нужен токен: организатора, распорядителя"
    )


def test_choices_and_states_in_a_sentence_have_texts() -> None:
    choices = {option.name: set(option.choices) for option in OPTIONS}
    assert _texts("lead.change.") == choices["lead.change"] - {"none"}
    assert _texts("dealer.how.") == choices["first_dealer"]
    assert _texts("round.state.") == set(RoundState)


def test_what_pydantic_finds_has_a_text_of_its_kind() -> None:
    from pydantic_core.core_schema import ErrorType

    kinds = {name for name in _texts("value.") if "_" in name or name == "missing"}
    assert kinds <= set(get_args(ErrorType))
    assert len(kinds) > 25


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
def test_every_problem_is_in_russian(russian: Club, code: str) -> None:
    got = WAYS[code](russian)
    assert got.code == code
    assert got.headers["Content-Language"] == "ru"
    assert got["title"] == render(KINDS[code].title, "ru")
    assert CYRILLIC.search(got["detail"]), got


def test_each_error_of_a_body_is_in_russian(russian: Club) -> None:
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


def test_the_verdicts_of_a_queue_are_in_russian(russian: Club) -> None:
    table = russian.entered().table
    table.enter()
    got = table.queue(1, [{"play": "3S"}], table.scorer)
    told = got["results"][0]["problem"]
    assert told["title"] == render(KINDS["against-the-rules"].title, "ru")
    assert told["detail"] == "у места 1 нет карты 3♠"


def test_a_problem_is_in_the_language_asked_for() -> None:
    refusal = Refusal("not-now", say("widow.no-auction-open"))
    assert problem_body(refusal, "ru")["detail"] == "торг не открыт"
    assert problem_body(refusal)["detail"] == "no auction is open"


def test_what_a_caller_sent_is_never_taken_for_a_template() -> None:
    message = say("stakes.unknown-space", space="{spaces}", spaces=("{x}",))
    assert render(message, "en") == "there is no space '{spaces}'; the spaces are {x}"
    assert render(message, "ru") == "поля '{spaces}' нет; есть {x}"


def test_an_error_of_the_engine_shows_its_message_legibly() -> None:
    error = AgainstRules("R6", say("lead.another-seat", seat=3))
    assert str(error) == "lead.another-seat (seat=3)"


# -- the catalogue ------------------------------------------------------------------------------


def test_every_kind_is_explained_in_every_language() -> None:
    for language in languages():
        for code, kind in KINDS.items():
            for part in (kind.title, kind.meaning, kind.advice):
                text = render(part, language)
                assert text != str(part), (language, code)
                assert bool(CYRILLIC.search(text)) == (language == "ru"), (language, code)


def test_the_document_is_what_the_catalogue_says() -> None:
    written = (ROOT / texts_page.FILE).read_text("utf-8")
    assert written == texts_page.markdown(), "run: make openapi"


@pytest.mark.parametrize("language", languages())
def test_the_page_is_whole_and_needs_nothing_else(language: str) -> None:
    page = texts_page.catalogue_html(language)
    ids: list[str | None] = []
    opened: list[str] = []

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
    reply = texts_page.catalogue_reply("en", as_page=False)
    assert reply.headers == {"Content-Type": "application/json", "Content-Language": "en"}
    listed = json.loads(reply.body)
    assert [one["code"] for one in listed["problems"]] == list(KINDS)
    assert listed["language"] == "en"
    page = texts_page.catalogue_reply("ru", as_page=True)
    assert page.headers["Content-Language"] == "ru"
    assert "Такого кода нет" in page.body


def test_an_answer_in_a_language_varies_by_it() -> None:
    request = Request("GET", "/v1/problems", {}, {}, {}, b"", "", "")
    tagged = with_etag(request, texts_page.catalogue_reply("en", as_page=False))
    assert tagged.headers["Vary"] == "Authorization, Accept, Accept-Language"
