"""The Big List of Naughty Strings as names of players, leagues and spaces, wherever they are shown.

Each is stored as people see it, or refused with a reason; none is a fault. What is stored comes
back alike from the API, is a text in every spreadsheet and every page, and steers no terminal.
``docs/names.md`` counts the outcomes; ``BOODLE_RECORD=1`` writes them anew.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from harness.club import Club, League

from chalicelib.local.cli import main
from chalicelib.local.terminal import harmless
from chalicelib.message import say
from chalicelib.names import NotAName, key, named
from chalicelib.rules import Malformed, new_rules, overridden

LIST = Path(__file__).parent / "data" / "naughty-strings" / "blns.json"
PAGE = Path(__file__).parents[1] / "docs" / "names.md"
STRINGS: list[str] = json.loads(LIST.read_text("utf-8"))
ENTERED = Path(__file__).parents[1] / "docs" / "vectors" / "entered.boodle.json"
LONGEST, LONGEST_OF_SPACE = 60, 24
CARDS = [rank + suit for suit in "SH" for rank in "23456789"]


def as_player(text: str) -> str:
    """Return the name that is stored of a player or a league, worked out beside the API.

    Raises
    ------
    NotAName
        It is none.
    """
    name = named(text)
    if len(name) > LONGEST:
        raise NotAName(say("option.layout-name"))
    return name


def as_space(text: str) -> str:
    """Return the name that is stored of a space.

    Raises
    ------
    Malformed
        It is none.
    """
    rules = new_rules("saratoga", {"layout": [{"name": text, "cards": ["2C"]}]})
    return rules.table.space_names[0]


def outcome(stored: Callable[[str], str], text: str) -> str:
    try:
        name = stored(text)
    except NotAName as error:
        return f"refused: {_why(error.detail.id)}"
    except Malformed as error:
        return f"refused: {_why(error.detail.id)}"
    return "stored as it is" if name == text else "stored as people see it"


def _why(message: str) -> str:
    return {
        "name.nothing-seen": "nothing in it can be seen",
        "value.control-characters": "control characters",
    }.get(message, "too long")


OUTCOMES = (
    "stored as it is",
    "stored as people see it",
    "refused: too long",
    "refused: control characters",
    "refused: nothing in it can be seen",
)
GOOD = [text for text in STRINGS if outcome(as_player, text).startswith("stored")]
BAD = [text for text in STRINGS if text not in GOOD]
NAMES = [as_player(text) for text in GOOD]


@pytest.fixture
def league(club: Club) -> League:
    made = club.league(recording="entered")
    for start in range(0, len(GOOD), 90):
        body = {"names": GOOD[start : start + 90], "namesakes": True}
        got = club.post(f"{made.path}/players/bulk", body, made.organiser)
        assert got.status == 201, got
        assert [one["name"] for one in got["players"]] == NAMES[start : start + 90]
    return made


class Texts(HTMLParser):
    """The tags of a page, and the texts in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]
        self.texts.append("")

    def handle_data(self, data: str) -> None:
        if self.texts:
            self.texts[-1] += data


def test_the_list_is_whole() -> None:
    assert len(STRINGS) == 515
    assert len(GOOD) > 400


def test_a_name_that_is_none_is_refused_with_the_reason(club: Club) -> None:
    made = club.league()
    for text in BAD:
        for method, path in (("POST", f"{made.path}/players"), ("PATCH", made.path)):
            got = club.call(method, path, {"name": text}, made.organiser)
            assert (got.status, got.code) == (422, "invalid-request"), ascii(text)
            assert got["errors"][0]["at"] == "/body/name"


def test_a_leagues_name_comes_back_as_it_is_stored(club: Club) -> None:
    made = club.league()
    for text, name in zip(GOOD, NAMES, strict=True):
        got = club.patch(made.path, {"name": text}, made.organiser)
        assert (got.status, got["name"]) == (200, name), ascii(text)
        file = club.get(f"{made.path}/standings", format="csv").headers["Content-Disposition"]
        assert file.isascii()
        assert file.isprintable()


def test_players_names_come_back_and_stand_in_files_and_pages(club: Club, league: League) -> None:
    seen: list[str] = []
    after: int | None = 0
    while after is not None:
        page = club.get(f"{league.path}/players", after=after, limit=200)
        seen += [player["name"] for player in page["players"]]
        after = page["next_after"]
    assert seen == NAMES

    path = f"{league.path}/codes/sheet"
    printed = Texts(club.post(path, None, league.organiser, query={"format": "html"}).text)
    assert printed.tags == {
        "html",
        "meta",
        "title",
        "style",
        "h1",
        "ul",
        "li",
        "b",
        "small",
        "code",
    }
    shown = [text for text in printed.texts if re.fullmatch(r"player \d+", text)]
    assert len(shown) == len(NAMES)
    texts = {text.strip() for text in printed.texts}
    assert not [name for name in NAMES if name not in texts]

    league.open_round(seed="naughty")
    for table in league.tables:
        hands = {str(seat): f"{rank}C" for seat, rank in zip(table.seats, "A3456789", strict=False)}
        table.enter(hands, dealer=len(table.seats))
        table.play("AC")
    for separator, word in ((",", "comma"), (";", "semicolon")):
        got = club.get(f"{league.path}/standings", format="csv", separator=word, fresh="true")
        rows = list(csv.DictReader(io.StringIO(got.text[1:], newline=""), delimiter=separator))
        found = sorted(
            re.sub(r"(^|(?<=[,;|]))'(?=[\s\"]*[=+\-@\u2212＝＋－＠])", "", row["name"])
            for row in rows
        )
        assert found == sorted(NAMES)
    for other in ",;|\t":
        for row in csv.reader(io.StringIO(got.text[1:], newline=""), delimiter=other):
            for cell in row:
                begins = unicodedata.normalize("NFKC", cell).lstrip(' "')
                assert begins[:1] not in {*"=+@"}, ascii(row)
                assert begins[:1] != "-" or begins[1:].isdecimal(), ascii(row)


def test_names_of_spaces_come_back_and_stand_on_the_rules_page(club: Club) -> None:
    made = club.league()
    path = f"{made.path}/rules"
    good = []
    for text in STRINGS:
        try:
            good.append(as_space(text))
        except Malformed:
            body = {"options": {"layout": [{"name": text, "cards": ["2C"]}]}}
            got = club.patch(made.path, body, made.organiser)
            assert (got.status, got.code) == (422, "malformed"), ascii(text)
    distinct = list({key(name): name for name in good}.values())
    for start in range(0, len(distinct), 12):
        names = distinct[start : start + 12]
        layout = [{"name": name, "cards": [card]} for name, card in zip(names, CARDS, strict=False)]
        got = club.patch(made.path, {"options": {"layout": layout}}, made.organiser)
        assert got.status == 200, got
        rules = new_rules(got["preset"], got["options"])
        assert list(rules.table.space_names) == names
        assert new_rules(rules.preset, overridden(rules)) == rules
        page = Texts(club.get(path, format="html").text)
        assert page.tags <= {
            "html",
            "head",
            "meta",
            "title",
            "style",
            "body",
            "h1",
            "h2",
            "ul",
            "li",
            "p",
        }
        text = " ".join(page.texts)
        assert not [name for name in names if name not in text]


def test_no_name_steers_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a file from elsewhere: all strings, those that are no names too."""
    base = json.loads(ENTERED.read_text("utf-8"))
    records: list[Any] = []
    seats = len(base["seats"])
    for start in range(0, len(STRINGS), seats):
        record = json.loads(json.dumps(base))
        record["table"] |= {"hand": len(records) + 1, "table": STRINGS[start]}
        for seat, name in zip(record["seats"], STRINGS[start : start + seats], strict=False):
            seat["name"] = name
        records.append(record)
    path = tmp_path / "naughty.json"
    path.write_text(json.dumps(records), "utf-8")
    for command in ("replay", "audit", "verify"):
        assert main([command, str(path)]) == 0
        got = capsys.readouterr()
        assert got.err == ""
        for line in got.out.split("\n"):
            assert harmless(line) == line, ascii(line)
        if command == "replay":
            assert not [text for text in STRINGS if harmless(text) not in got.out]


def test_the_docs_count_the_outcomes() -> None:
    players = Counter(outcome(as_player, text) for text in STRINGS)
    spaces = Counter(outcome(as_space, text) for text in STRINGS)
    assert {*players, *spaces} <= {*OUTCOMES}
    rows = [f"| {one} | {players[one]} | {spaces[one]} |" for one in OUTCOMES]
    rows += [f"| **all** | {players.total()} | {spaces.total()} |"]
    page = PAGE.read_text("utf-8")
    table = "\n".join(rows)
    if os.environ.get("BOODLE_RECORD") == "1":
        head = page.partition("|---|---|---|\n")[0]
        PAGE.write_text(f"{head}|---|---|---|\n{table}\n", "utf-8")
        page = PAGE.read_text("utf-8")
    assert table in page, f"run: BOODLE_RECORD=1 pytest {__file__}"
