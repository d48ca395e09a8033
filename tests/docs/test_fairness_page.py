"""What the documents show is run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from harness.club import Club
from harness.contributors import Contributor

from chalicelib.rules.cards import TEXT, parse_card

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def program() -> str:
    found = re.search(r"```python\n(.*?)```", (DOCS / "fairness.md").read_text("utf-8"), re.S)
    assert found
    return found[1]


def verify(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_verifier_in_the_docs_proves_a_deal(club: Club, program: str) -> None:
    night = club.night()
    table = night.table
    phone = Contributor(table, 1)
    phone.commit()
    table.deal(dealer=1)
    opened = phone.secret
    phone.open()
    club.put(f"{table.path}/hands/1/actions/1", {"abandon": True}, night.director)
    page = club.get(f"{table.path}/hands/1").json
    message = page["setup"]["message"]
    assert message.endswith(opened)
    commitment = table.page()["commitment"]
    shown = verify(program, commitment, page["link"], "1", message)
    assert shown.returncode == 0, shown.stderr
    pack = shown.stdout.split()
    assert sorted(pack, key=parse_card) == list(TEXT)
    for place, seat in enumerate([2, 3, 1], 1):  # R4: the widow first, then eldest to dealer
        assert set(pack[place::4]) == set(page["seats"][seat - 1]["cards"])
    assert set(pack[0::4]) == set(page["widow"])
    for wrong in (
        (commitment, page["link"], "2", message),
        ("0" * 64, page["link"], "1", message),
        (commitment, "0" * 64, "1", message),
    ):
        assert verify(program, *wrong).returncode != 0
