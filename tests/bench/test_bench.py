"""That the benchmarks run and print figures; how good the figures are is not for tests."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_quick_benchmarks_run() -> None:
    names = ["replay", "handler", "standings", "polling"]
    line = [sys.executable, "-m", "bench", "--quick", "--json", *names]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert {figure["name"].partition(".")[0] for figure in figures} == set(names)
    for figure in figures:
        assert figure["value"] is not None, figure
        assert figure["verdict"] in ("ok", "short", "-"), figure


def test_there_are_only_the_benchmarks_that_are_named() -> None:
    line = [sys.executable, "-m", "bench", "nothing"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "there are engine, replay, handler" in done.stderr
