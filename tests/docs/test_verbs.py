"""The tables of verbs in the docs, written by hand, say what the one table of verbs says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from chalicelib.rules.actions import (
    POSTERS,
    TABLE,
    Part,
    Recording,
    Role,
    Row,
    Verb,
    read_action,
    row_of,
)

DOCS = Path(__file__).parents[2] / "docs"
SPACES = ("AH", "K-Q")
IN_THE_TEXT = {Verb.UNDO, Verb.ABANDON}
"""Verbs that the page of real cards has in its text, since they are those of every table."""


def table_rows(page: str) -> Iterator[tuple[list[dict[str, object]], list[str]]]:
    """Give the bodies of every row of a page's tables that begins with one, and the other cells."""
    for line in (DOCS / page).read_text("utf-8").splitlines():
        if line.startswith("| `{"):
            first, *others = (cell.strip() for cell in line.strip("|").split("|"))
            yield [json.loads(body) for body in re.findall(r"`(\{.*?\})`", first)], others


def row_of_body(body: dict[str, object]) -> Row:
    (row,) = (row for name in body if (row := row_of(name)))
    return row


def bodies(page: str) -> list[dict[str, object]]:
    return [body for found, _ in table_rows(page) for body in found]


def test_every_verb_of_hands_whose_cards_are_known_is_documented() -> None:
    documented = [row_of_body(body).verb for body in bodies("posting.md")]
    assert sorted(documented) == sorted(POSTERS[Recording.DEALT])


def test_every_verb_of_real_cards_is_documented() -> None:
    documented = {row_of_body(body).verb for body in bodies("real-cards.md")}
    assert documented | IN_THE_TEXT == POSTERS[Recording.OBSERVED].keys()


@pytest.mark.parametrize("page", ["posting.md", "real-cards.md"])
def test_every_body_is_one_that_is_taken(page: str) -> None:
    for body in bodies(page):
        row = row_of_body(body)
        whole = dict(body)
        if Part.SEAT in row.parts:
            whole.setdefault("seat", 1)
        if row.of_run and Part.CARD in row.parts:
            whole["card"] = "10S"  # the run's next, which the post leaves out
        assert read_action(whole, SPACES).verb is row.verb


def test_who_posts_is_reported_as_it_is() -> None:
    words = {Role.PLAYER: ("seat", "dealer"), Role.SCORER: ("scorer",)}
    words[Role.DIRECTOR] = ("director",)
    for found, (who, _) in table_rows("posting.md"):
        for body in found:
            row = row_of_body(body)
            roles = row.by[Recording.DEALT]
            for role, names in words.items():
                may = role in roles and not (role is Role.PLAYER and row.of_run)
                assert any(name in who for name in names) == may, (row.verb, role)
            assert (Role.ORGANISER in roles) == (Role.DIRECTOR in roles), row.verb


def test_every_verb_stands_under_its_form_in_the_page_of_hand_records() -> None:
    forms = {}
    for found, (verbs,) in table_rows("hand-record.md"):
        part = row_of_body(found[0]).value_part
        for name in re.findall(r"`(\w+)`", verbs):
            if row_of(name):
                forms[Verb(name)] = part
    numbers = (Part.CHIPS, Part.CARDS, Part.FINDING, Part.FAULT)
    alike = dict.fromkeys(numbers, Part.CHIPS)
    assert forms == {
        verb: None if row.value_part is None else alike.get(row.value_part, row.value_part)
        for verb, row in TABLE.items()
    }
