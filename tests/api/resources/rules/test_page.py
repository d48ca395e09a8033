"""The rules page for a browser and for paper."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from html import unescape

import pytest
from hypothesis import given
from texts.shown import any_rules_shown

from chalicelib.api.resources.rules.page import rules_html
from chalicelib.rules import PRESETS, Rules, make_rules
from chalicelib.rules.pages import Rows, Section, page
from chalicelib.texts import languages, render
from chalicelib.texts.rules_page import rules_page

CHARACTERS, LINES, POINTS = 46, 250, 9
"""How much a sheet of A4 holds: lines of so many characters, in four columns, at that size.

Measured with pages that grew until Chromium's PDF took a third side, with DejaVu Sans, a wide font:
of English pages 288 such lines fitted, of Russian ones 261; in smaller print more, as its square.
To measure again: ``chromium --headless --print-to-pdf=page.pdf`` with the page as HTML, and count
the pages.
"""


def lines_on_paper(sections: Sequence[Section], language: str) -> float:
    """Return how many lines the page takes; a heading takes more than one."""
    lines = 0.0
    for section in sections:
        lines += 1.7
        for bullet in section.bullets:
            shown = bullet.messages if isinstance(bullet, Rows) else bullet
            texts = [render(message, language) for message in shown]
            for text in texts if isinstance(bullet, Rows) else [" ".join(texts)]:
                lines += len(textwrap.wrap(text, CHARACTERS, break_on_hyphens=False))
    return lines


def room(html: str) -> float:
    """Return how many lines of :data:`CHARACTERS` fit on the sheet in the page's size."""
    found = re.search(r"@media print{body{font-size:([0-9.]+)pt", html)
    assert found
    return LINES * (POINTS / float(found[1])) ** 2


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_prints_on_one_sheet_in_the_full_size(preset: str, language: str) -> None:
    sections = page(make_rules(preset))
    assert lines_on_paper(sections, language) <= room(rules_html(sections, language)) == LINES


@given(any_rules_shown())
def test_any_rules_print_on_one_sheet(rules: Rules) -> None:
    sections = page(rules)
    for language in languages():
        assert lines_on_paper(sections, language) <= room(rules_html(sections, language))


def test_a_layout_of_many_cards_prints_on_one_sheet_too() -> None:
    name = "a space with a long name"
    layout = [
        {"name": f"{number}{name}"[:24], "cards": [f"{number}H", "QD", "KD", "AD"]}
        for number in range(2, 11)
    ]
    sections = page(make_rules("michigan_ru", {"layout": layout}))
    for language in languages():
        assert LINES < lines_on_paper(sections, language) <= room(rules_html(sections, language))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
def test_the_browser_shows_the_words_of_the_text(preset: str, language: str) -> None:
    rules = make_rules(preset)
    shown = re.sub(r"<[^>]+>", " ", rules_html(page(rules), language).partition("<body")[2])
    text = re.sub(r"^ *(#+|-|\d+\.) ", "", rules_page(rules, language), flags=re.MULTILINE)
    assert unescape(shown.partition(">")[2]).split() == text.split()


def test_payments_in_order_are_a_numbered_list() -> None:
    html = rules_html(page(make_rules("michigan_ru")), "en")
    assert "in this order:<ol><li>compensation for blocked wins" in html
    assert "Then:<ul><li>the winner takes" in rules_html(page(make_rules("newmarket")), "en")
    assert html.count("<ul>") == html.count("</ul>")
    assert html.count("<ol>") == html.count("</ol>") == 1


def test_names_cannot_break_the_page() -> None:
    rules = make_rules("michigan", {"layout": [{"name": "<b>&", "cards": ["AH"]}]})
    assert "&lt;b&gt;&amp;" in rules_html(page(rules), "en")
