"""The README's examples are run, as they stand, against a server."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from harness.club import Club

from chalicelib.api.resources.hands.score_requests import ScoreBody
from chalicelib.api.runtime import folder_context
from chalicelib.local.server import Server

README = Path(__file__).parents[2] / "README.md"
DOCS = README.parent / "docs"
NIGHT = DOCS / "night.md"
HOUSE_RULES = DOCS / "house-rules.md"
REAL_CARDS = DOCS / "real-cards.md"
# The `python3` of the examples is the one that runs the tests: a version manager's starts slowly.
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
STRICT = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n'


def examples(page: Path) -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)


def run(blocks: list[str], folder: Path) -> str:
    """Run examples as they stand against a server, and return what they print."""
    server = Server(folder_context(folder / "data"), "127.0.0.1", 0)
    thread = server.start()
    try:
        ran = subprocess.run(
            ["bash", "-c", STRICT + "\n".join(blocks)],
            cwd=folder,
            env={**os.environ, "BOODLE": server.url, "NO_PROXY": "*", "PATH": PATH},
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
    finally:
        server.stop()
        thread.join(10)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return ran.stdout


def read_standings(folder: Path) -> list[dict[str, str]]:
    with (folder / "standings.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_the_night_of_the_readme_runs(tmp_path: Path) -> None:
    (block,) = examples(README)
    run([block], tmp_path)
    assert "Ann" in (tmp_path / "codes.html").read_text("utf-8")
    columns, *rows = (tmp_path / "standings.csv").read_text("utf-8-sig").splitlines()
    assert columns.split(",")[:4] == ["rank", "tied", "player", "name"]
    assert rows == []  # no hand was played in this round


def test_the_night_goes_on_step_by_step(tmp_path: Path) -> None:
    (start,), steps, house_rules = examples(README), examples(NIGHT), examples(HOUSE_RULES)
    assert (len(steps), len(house_rules)) == (8, 1)
    standings = 'curl -s "$B/leagues/$L/standings?format=csv&fresh=true" > standings.csv'
    run([start, *steps, standings, *house_rules], tmp_path)
    rows = read_standings(tmp_path)
    assert {"Ann", "Ben", "Cleo", "Dan", "Ida", "Ned"} <= {row["name"] for row in rows}
    assert {row["hands"] for row in rows if row["name"] == "Ann"} <= {"1", "2"}  # as is drawn
    assert len({row["chips"] for row in rows}) > 1
    assert -3 <= sum(int(row["net"]) for row in rows) <= 0  # what does not divide is the bank's


def test_the_tables_with_real_cards_run(tmp_path: Path) -> None:
    blocks = examples(REAL_CARDS)
    assert len(blocks) == 4
    tools = [line for line in examples(README)[0].splitlines() if line.startswith(("B=", "pick"))]
    told = run(["\n".join(tools), *blocks], tmp_path)
    assert '"agreed_after":0' in told
    assert '"recorded":false' in told
    assert '"rebuy":true' in told
    assert json.loads((tmp_path / "hand.boodle.json").read_text("utf-8"))["recording"] == "result"


def test_the_sheet_with_everything_is_taken_by_the_rules_it_names(club: Club) -> None:
    text = REAL_CARDS.read_text("utf-8")
    (sheet,) = map(json.loads, re.findall(r"^```json\n(.*?)^```", text, re.M | re.S))
    members = set(ScoreBody.model_fields)
    assert set(sheet) == members
    options = {
        "widow": "exchange_or_auction",
        "spaces_paid": "played",
        "penalty.missed_play": 1,
        "penalty.compensation": True,
    }
    for name, value in options.items():
        assert re.search(f"`{re.escape(name)}: {json.dumps(value).strip(chr(34))}`", text), name
    table = club.night(4, preset="three_in_one", recording="result", options=options).table
    table.deal(dealer=4)
    got = club.put(table.at(1) + "/score", sheet, table.scorer)
    assert got.status == 201, got


def test_every_make_target_that_a_page_names_exists() -> None:
    makefile = (README.parent / "Makefile").read_text("utf-8")
    pages = [*README.parent.glob("*.md"), *DOCS.glob("*.md")]
    named = {t for page in pages for t in re.findall(r"`make (\w+)", page.read_text("utf-8"))}
    assert {"check", "serve", "test"} <= named
    assert {target for target in named if not re.search(rf"^{target}:", makefile, re.M)} == set()


def test_the_hooks_before_a_commit_are_what_make_check_runs() -> None:
    makefile = (README.parent / "Makefile").read_text("utf-8")
    recipe = makefile.partition("\ncheck:")[2].partition("\n\n")[0]
    hooks = (README.parent / ".pre-commit-config.yaml").read_text("utf-8")
    commands = re.findall(r"^ +entry: \.venv/bin/(.+)$", hooks, re.M)
    assert commands == re.findall(r"^\t\$\(BIN\)/(.+)$", recipe, re.M) != []


def test_every_link_between_pages_leads_somewhere() -> None:
    pages = [
        *README.parent.glob("*.md"),
        *DOCS.rglob("*.md"),
        *(README.parent / "infra").glob("*.md"),
    ]
    links = [
        (page, target)
        for page in pages
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        if "://" not in target
    ]
    assert len(links) > 40
    assert [(p.name, target) for p, target in links if not (p.parent / target).exists()] == []
