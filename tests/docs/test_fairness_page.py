"""What the page on fairness shows is run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from harness.club import Club
from harness.draw_phones import deal_with, phones_of

from chalicelib.rules.cards import TEXT, parse_card

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "fairness.md").read_text("utf-8")


@pytest.fixture
def program() -> str:
    found = re.search(r"```python\n(.*?)```", PAGE, re.S)
    assert found
    return found[1]


def verify(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_verifier_in_the_docs_is_short(program: str) -> None:
    assert len([line for line in program.splitlines() if line.strip()]) <= 30


def test_the_verifier_in_the_docs_proves_a_deal(club: Club, program: str) -> None:
    night = club.night()
    table = night.table
    phones = phones_of(table)
    commitment = table.page()["commitment"]
    deal_with(table, phones)
    number = table.view()["next_action"]
    assert table.act(number, night.director, abandon=True).status == 201
    page = club.get(f"{table.path}/hands/1").json
    message = page["setup"]["message"]
    (noted,) = phones[1].part.export()["hands"]
    arguments = (commitment, page["link"], message, noted["draw"], noted["secret"])
    for given in (arguments, arguments[:3]):
        shown = verify(program, *given)
        assert shown.returncode == 0, shown.stderr
    pack = shown.stdout.split()
    assert sorted(pack, key=parse_card) == list(TEXT)
    order = [seat for seat in (1, 2, 3) if seat > page["dealer"]]
    order += [seat for seat in (1, 2, 3) if seat <= page["dealer"]]
    for place, seat in enumerate(order, 1):  # R4: the widow first, then eldest to dealer
        assert set(pack[place::4]) == set(page["seats"][seat - 1]["cards"])
    assert set(pack[0::4]) == set(page["widow"])
    opened = message[message.rindex("]") + 1 :]
    for place, wrong in (
        (0, "0" * 64),
        (1, "0" * 64),
        (2, message.replace('"boodle-deal-2"', '"boodle-deal-3"')),
        (2, message.replace(commitment, "0" * 64)),
        (2, message[:-64]),
        (2, message.replace(opened, opened[64:] + opened[:64])),
        (3, "0" * 64),
        (4, "0" * 64),
    ):
        changed = [*arguments]
        changed[place] = wrong
        refuted = verify(program, *changed)
        assert refuted.returncode == 1, (place, wrong)
        assert re.match(r"(the|this) \w+", refuted.stderr), refuted.stderr


def test_the_verifier_in_the_docs_proves_the_vector(program: str) -> None:
    vector = json.loads((DOCS / "vectors" / "boodle-deal-2.json").read_text("utf-8"))
    record, (_, draw, secret, cards) = vector["record"], vector["note"]
    c0 = json.loads(record["message"][: record["message"].rindex("]") + 1])[7]
    shown = verify(program, c0, record["link"], record["message"], draw, secret)
    assert shown.returncode == 0, shown.stderr
    pack = shown.stdout.split()
    for place, pile in enumerate("01234"):  # the widow first; seat 4 deals
        assert pack[place::5] == record["hands"][pile]
    assert sorted(cards) == sorted(pack[1::5])


def test_the_verifier_in_the_docs_proves_every_hand_of_the_table(program: str) -> None:
    page = json.loads((DOCS / "vectors" / "table-2.json").read_text("utf-8"))
    for record in page["records"]:
        proof = record["proof"]
        shown = verify(program, page["commitment"], proof["link"], proof["message"])
        dealt = "deal" in record
        assert (shown.returncode == 0) is dealt, shown.stderr
        if dealt:
            pack = shown.stdout.split()
            assert set(pack[0::4]) == set(record["deal"]["widow"])
