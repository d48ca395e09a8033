"""The rules of a game on one page, in every language (R16)."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.message import say
from chalicelib.rules import OPTIONS, PRESETS, RANKS, TEXT, Rules, make_rules
from chalicelib.rules.pages import page
from chalicelib.rules.version import Version
from chalicelib.texts import catalogue, languages, render
from chalicelib.texts.checks import IMPLIED
from chalicelib.texts.rules_page import WIDTH, rules_page, written
from chalicelib.texts.sources import path_of, read

from .shown import MATTERS, PAIR, RUN, any_rules_shown, made

MOST_LINES = 132
"""Two sides of A4, where a line printer puts 66 lines on each."""

SILENT: list[tuple[str, dict[str, Any]]] = [
    ("auction", {}),
    ("auction", {"widow": "exchange"}),
    ("deal.first", {"widow": "none"}),
    ("stakes.dealer_factor", {"stakes.mode": "free"}),
    ("stakes.dealer_factor", {"stakes.mode": "single"}),
    ("stakes.short", {"stakes.amount": 0}),
    ("lead.first", {"pot.won_by": "poker"}),
    ("lead.stuck", {}),
    ("lead.pass_fee", {}),
    ("lead.pass_fee", {"lead.change": "suit", "lead.stuck": "play_same"}),
    ("penalty.compensation", {"spaces_paid": "held"}),
    ("penalty.priority", {"penalty.missed_play": 1}),
    ("penalty.priority", {"penalty.compensation": True}),
    ("penalty.dues", {}),
    ("ending.basis", {}),
]
"""Options of which nothing is said under those others."""

UNUSUAL: list[dict[str, Any]] = [
    {
        "lead.change": "colour",
        "lead.stuck": "play_same",
        "layout": [PAIR, {"name": "best", "cards": ["AS"]}, "JC"],
        "penalty.compensation": True,
        "penalty.false_lead": "fine_no_boodle",
        "stakes.pot": 1,
        "stakes.dealer_factor": 2,
        "wind_down": "no_refill",
        "deal.leftover": "equal_aside",
        "ace": "low",
        "first_dealer": "high_card",
    },
    {
        "lead.change": "suit",
        "lead.stuck": "pass_then_end",
        "stakes.set_by": "dealer",
        "stakes.dealer_factor": 2,
        "penalty.missed_play": 1,
        "widow": "exchange",
        "broke": "drop_out",
        "spaces_paid": "held",
        "layout": ["6D", RUN],
        "ending.basis": "net",
        "ending.chips": 90,
    },
]
"""Rules that hardly anybody plays by, so that every sentence is said once."""

SECTIONS = {
    "en": [
        "Players",
        "Layout",
        "The deal",
        "leading",
        "Runs",
        "End of the hand",
        "End of the game",
    ],
    "ru": ["Игроки", "Ворох", "Сдача", "аход", "Ряды", "Конец раздачи", "Конец игры"],
}
SECTIONS_OF: dict[str, dict[str, list[str]]] = {
    "michigan_ru": {
        "en": ["The widow", "Winning chips", "Missed plays and wrong leads"],
        "ru": ["Вдова", "Что выигрывают", "Пропуски и неверные заходы"],
    },
    "three_in_one": {
        "en": ["First stage", "The poker stage", "The last stage", "Wrong leads"],
        "ru": ["Первая часть", "Покер", "Последняя часть", "Неверные заходы"],
    },
}
OTHERWISE = {
    "en": ["Winning chips during play", "Wrong leads"],
    "ru": ["Что выигрывают", "Неверные заходы"],
}


def body(rules: Rules, language: str) -> str:
    """The page in one line, without its title and whether these are house rules."""
    text = " ".join(rules_page(rules, language).split())
    title = render(say(f"page.preset.{rules.preset}"), language)
    return text.removeprefix(f"# {title} ").replace(f" {custom_rules(language)}", "")


def custom_rules(language: str) -> str:
    return render(say("page.custom_rules"), language)


def headings(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("## ")]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_its_sections_in_order(preset: str, language: str) -> None:
    found = headings(rules_page(make_rules(preset), language))
    for wanted in SECTIONS[language]:
        assert any(wanted.lower() in heading.lower() for heading in found), wanted
    for wanted in SECTIONS_OF.get(preset, {}).get(language, OTHERWISE[language]):
        assert any(heading.startswith(f"## {wanted}") for heading in found), wanted
    assert len(found) == len(set(found))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
def test_a_page_is_a_page(preset: str, language: str) -> None:
    text = rules_page(make_rules(preset), language)
    lines = text.splitlines()
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= WIDTH
    assert text.endswith("\n")
    for line in lines:
        assert re.fullmatch(r"(# |## |- |  - |  \d\. | +)?\S.*\S", line)
        assert not re.search(r"[{}|]| ,|\.\.|:\.|\bNone\b|\bTrue\b|\bFalse\b|  ", line.lstrip())


def golden() -> Iterator[tuple[str, str, str]]:
    """Yield preset, language and a sentence."""
    language = presets = ""
    for line in Path(__file__).with_name("golden_summaries.txt").read_text("utf-8").splitlines():
        if line.startswith("## "):
            language, _, presets = line[3:].partition(": ")
        elif line:
            yield from ((preset, language, line) for preset in presets.split())


@pytest.mark.parametrize(("preset", "language", "sentence"), list(golden()))
def test_what_a_preset_is_known_for_is_said(preset: str, language: str, sentence: str) -> None:
    assert sentence in body(make_rules(preset), language)


def test_every_preset_has_golden_sentences() -> None:
    assert {(preset, language) for preset, language, _ in golden()} == {
        (preset, language) for preset in PRESETS for language in languages()
    }


def test_every_option_is_said_to_matter_somewhere() -> None:
    """A new option needs a sentence of its own, or an entry above and sentences."""
    assert set(MATTERS) == {option.name for option in OPTIONS}
    for option in OPTIONS:
        values, _ = MATTERS[option.name]
        if option.choices:
            assert set(values) == set(option.choices)
        assert len(values) > 1


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", MATTERS)
def test_each_value_of_an_option_reads_otherwise(name: str, language: str) -> None:
    values, context = MATTERS[name]
    for preset in ("saratoga", "newmarket"):
        pages = [body(make_rules(preset, {**context, name: value}), language) for value in values]
        assert len(set(pages)) == len(values)
        for one, other in pairwise(pages):
            assert set(re.split(r"(?<=[.;:]) ", one)) ^ set(re.split(r"(?<=[.;:]) ", other))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("name", "context"), SILENT)
def test_an_option_that_does_not_matter_is_not_mentioned(
    name: str, context: dict[str, Any], language: str
) -> None:
    base = {"lead.change": "none"} | context
    pages = {
        body(make_rules("saratoga", {**base, name: value}), language) for value in MATTERS[name][0]
    }
    assert len(pages) == 1


@given(any_rules_shown())
def test_any_rules_can_be_shown_in_every_language(rules: Rules) -> None:
    for language in languages():
        text = rules_page(rules, language)
        assert max(map(len, text.splitlines())) <= WIDTH
        assert "{" not in text


@given(any_rules_shown())
def test_the_russian_page_has_no_english_words(rules: Rules) -> None:
    """Cards are written as Russians write them, but where it says how the program writes them."""
    text = body(rules, "ru").replace(render(say("page.notation"), "ru"), "")
    for space in rules.table.layout:
        if space.name not in TEXT:
            text = text.replace(space.name, "")
    assert re.findall(r"\d*[A-Za-z]+", text) == []


def test_cards_are_written_as_in_the_language() -> None:
    """R1: in Russian with the letters of its packs, also in what refuses a play."""
    message = say("lead.not-lowest", card=TEXT[49])
    assert TEXT[49] == "QS"
    assert "QS" in render(message, "en")
    assert "Д♠" in render(message, "ru")
    cards = say("page.layout.cards", cards=(TEXT[8], TEXT[22], TEXT[38], TEXT[51], RANKS[9]))
    assert "10♣, В♦, Т♥, Т♠, В." in render(cards, "ru")
    page = body(make_rules("three_in_one"), "ru")
    assert "Поле К-Д:" in page
    assert "2 3 4 5 6 7 8 9 10 В Д К Т." in page


@given(any_rules_shown(), st.sampled_from(Version))
def test_nothing_is_said_twice(rules: Rules, version: Version) -> None:
    sections = page(replace(rules, version=version))
    bullets = [str(bullet) for section in sections for bullet in section.bullets]
    assert len(set(bullets)) == len(bullets)


SHOWN = ("page.", "card.name", "card.rank.", "card.suit.")


def test_no_text_is_without_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of the catalogues reads the code; this looks at what pages say."""
    used = set()
    found = catalogue.Catalogue.text

    def noting(self: catalogue.Catalogue, name: str, number: int | None = None) -> str | None:
        used.add(name)
        return found(self, name, number)

    monkeypatch.setattr(catalogue.Catalogue, "text", noting)
    layouts = [list(TEXT[start : start + 12]) for start in range(0, 52, 12)]
    shown: list[tuple[str, dict[str, Any]]] = [(preset, {}) for preset in PRESETS]
    shown += [("stops", {"stakes.amount": 0})] + [("stops", {"layout": one}) for one in layouts]
    for name, (values, context) in MATTERS.items():
        for more in ({}, {"lead.change": "suit"}, {"lead.change": "colour"}, *UNUSUAL):
            shown += [("newmarket", {**more, **context, name: value}) for value in values]
    for preset, options in shown:
        written(page(made(preset, options)), "en")
    _, entries = read(path_of(catalogue.FOLDER, "en"))
    there = {entry.id for entry in entries if entry.id.startswith(SHOWN)}
    assert sorted(there - used) == []
    assert sorted(used - there - set(IMPLIED)) == []


def test_house_rules_are_called_so() -> None:
    house = custom_rules("en")
    assert house not in " ".join(rules_page(make_rules("chicago"), "en").split())
    assert house in " ".join(rules_page(make_rules("chicago", {"per_card": 2}), "en").split())


def test_the_worked_example_is_one_of_the_layout_at_hand() -> None:
    """R10: of the first space that has three cards below its own."""
    rules = make_rules("michigan_ru", {"layout": ["3C", PAIR, "7D"]})
    assert "a run has come to 4D. Ann holds 5D" in body(rules, "en")
    low = make_rules("michigan_ru", {"layout": ["AC", "2C", "4S"], "ace": "low"})
    assert "a run has come to AS. Ann holds 2S" in body(low, "en")
    none = make_rules("michigan_ru", {"layout": ["3C", "4C"]})
    assert "a run has come" not in body(none, "en")


def test_who_has_not_bought_anew_sits_out_and_may_buy_later() -> None:
    """R12, ``rebuy``: he is not out, the deal does not wait for him, the game does not end."""
    rules = make_rules("michigan", {"broke": "rebuy"})
    english, russian = body(rules, "en"), body(rules, "ru")
    assert "he may buy 50 new chips before the next deal" in english
    assert "Until he does, he is not dealt in; the deal does not wait for him" in english
    assert "It does not end because a player has no chips" in english
    assert "fewer than two players" not in english
    assert "Пока не купил, он пропускает раздачи: его не ждут" in russian
    assert "Оттого, что у кого-то кончились фишки, она не кончается" in russian
    assert "меньше двух игроков" not in russian


def test_a_page_is_that_of_a_version_of_the_rules() -> None:
    """R10, R11, R17: what the second version changed stands on its pages alone."""
    options: dict[str, Any] = {"spaces_paid": "played", "penalty.compensation": True}
    second = body(make_rules("three_in_one", options), "en")
    first = body(make_rules("three_in_one", options, Version.ONE), "en")
    assert "Rules of play, version 2." in second
    assert "Rules of play, version 1." in first
    for sentence in (
        "One player is paid for a space once a hand at most",
        "With real cards a pass counts only if the cards shown at the end prove it.",
        "that player counts as having passed wrongly",
        "the program plays for him by a fixed rule",
    ):
        assert sentence in second
        assert sentence not in first
    assert "his leads and decisions wait for him" in first


@pytest.mark.parametrize("language", languages())
def test_a_number_at_the_end_of_a_sentence_is_no_number_of_a_list(language: str) -> None:
    """ "… if he names none, it is 1." is not broken before the number."""
    for amount in range(1, 30):
        rules = make_rules("michigan", {"stakes.set_by": "dealer", "stakes.amount": amount})
        text = rules_page(rules, language)
        assert not re.search(r"^ +\d+\.(?: |$)", text, re.MULTILINE)


def test_sizes_are_those_of_the_deal() -> None:
    """R4, with the widow first and last, with the rest aside, without a widow."""
    assert "5 players: 9 9 9 8 8, widow 9 - 6" in body(make_rules("michigan"), "en")
    last = make_rules("michigan", {"deal.first": "eldest"})
    assert "5 players: 9 9 9 9 8, widow 8 - 6" in body(last, "en")
    assert "5 игроков: по 8, вдова 8, отложено 4 - 6" in body(make_rules("michigan_ru"), "ru")
    none = make_rules("michigan", {"widow": "none"})
    assert "5 players: 11 11 10 10 10 - 6" in body(none, "en")


@pytest.mark.parametrize(
    ("number", "form"),
    [
        *[(n, "фишка") for n in (1, 21, 101, 1001)],
        *[(n, "фишки") for n in (2, 3, 4, 22, 104)],
        *[(n, "фишек") for n in (0, 5, 10, 11, 12, 14, 19, 20, 111, 112, 1000)],
    ],
)
def test_russian_nouns_go_with_their_numbers(number: int, form: str) -> None:
    page = body(make_rules("michigan", {"chips.start": 50, "ending.chips": number or 5}), "ru")
    assert render(say("page.chips", n=number), "ru") == f"{number} {form}"
    assert f" {number or 5} {form} или больше" in page


@pytest.mark.parametrize(
    ("number", "form"), [(0, "chips"), (1, "chip"), (2, "chips"), (21, "chips")]
)
def test_english_nouns_go_with_their_numbers(number: int, form: str) -> None:
    assert render(say("page.chips", n=number), "en") == f"{number} {form}"


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(KeyError):
        rules_page(make_rules("michigan"), "xx")


def test_the_engine_does_not_load_the_pages() -> None:
    code = "import sys, chalicelib.rules; sys.exit('chalicelib.rules.pages' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
