"""That the benchmarks run, and that what they count instead of timing comes out as it should.

How good a measured figure is depends on the machine, and is not for tests.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

MEASURED = {
    "replay.full_hand",
    "records.log.standing",
    "handler.play",
    "handler.play.late",
    "handler.play.kept",
    "records.live.write",
    "standings.page",
    "standings.page.kept",
    "standings.whole",
}
RATIOS_ARE_MEDIANS = {"replay.full_hand", "records.live.write", "records.log.standing"}
"""Of rounds in which both were measured."""
COUNTED = {
    "polling.playing.read": 14_880,
    "polling.playing.written": 480,
    "polling.stalled.read": 14_400,
    "polling.stalled.written": 0,
    "polling.idle.read": 2_880,
    "polling.idle.written": 0,
    "polling.idle.kept": 2_880,
}
"""Units an hour, on a clock of the benchmark's own: the same on every machine."""


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "bench", *arguments]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_the_quick_benchmarks_run() -> None:
    done = bench("--quick", "--json", "replay", "handler", "standings", "polling", "records")
    assert done.returncode == 0, done.stderr
    figures = {figure["name"]: figure for figure in json.loads(done.stdout)}
    assert figures.keys() == MEASURED | COUNTED.keys()
    assert {name: figures[name]["value"] for name in COUNTED} == COUNTED
    for name in MEASURED:
        figure = figures[name]
        assert figure["value"] > 0
        assert figure["baseline"] > 0
        if name not in RATIOS_ARE_MEDIANS:
            assert figure["ratio"] == pytest.approx(figure["value"] / figure["baseline"])


def test_a_benchmark_that_breaks_is_named_and_fails_the_run() -> None:
    code = """
import sys
from bench import __main__, polling
polling.measure = lambda quick: 1 / 0
sys.exit(__main__.main(["--json", "polling"]))
"""
    line = [sys.executable, "-c", code]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    [figure] = json.loads(done.stdout)
    assert (figure["value"], figure["verdict"]) == (None, "missing")
    assert figure["note"] == "broke: ZeroDivisionError: division by zero"


def test_a_walk_is_counted() -> None:
    done = bench("--json", "walk")
    assert done.returncode == 0, done.stderr
    figures = {figure["name"]: figure["value"] for figure in json.loads(done.stdout)}
    assert figures.keys() == {"walk.calls", "walk.functions", "walk.modules", "walk.plain"}
    assert figures["walk.calls"] >= figures["walk.functions"] >= figures["walk.modules"] > 0
    assert figures["walk.functions"] >= figures["walk.plain"] > figures["walk.modules"]


def test_there_are_only_the_benchmarks_that_are_named() -> None:
    done = bench("nothing")
    assert done.returncode == 2
    assert "there are engine, replay, handler" in done.stderr
