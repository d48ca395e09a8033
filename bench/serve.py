"""`boodle serve` with eight clients at play, relative to the same app under `chalice local`.

Both servers run at the same time, each on a folder of its own, and are loaded in turn; an idle one
costs nothing. Each client plays at a table of its own, with its players' tokens.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from . import load
from .figure import Figure, at_least, at_most
from .timing import ROOT

BURST: Final = 200
STARTS_WITHIN: Final = 30


@contextmanager
def _ended(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


@contextmanager
def boodle(folder: Path) -> Iterator[int]:
    """Run `boodle serve` and yield its port."""
    line = [sys.executable, "-m", "chalicelib.local.cli", "serve", "--port", "0"]
    started = subprocess.Popen(
        [*line, "--data", str(folder / "data")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with _ended(started) as process:
        assert process.stdout is not None
        for printed in process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", printed):
                yield int(found[1])
                return
        raise RuntimeError("boodle serve does not start")


@contextmanager
def chalice_local(folder: Path) -> Iterator[int]:
    """Run `chalice local` over the same app and yield its port.

    Its settings name the data folder, so it gets a project folder of its own.
    """
    project = folder / "project"
    (project / ".chalice").mkdir(parents=True)
    for name in ("app.py", "chalicelib"):
        (project / name).symlink_to(ROOT / name)
    settings = {
        "version": "2.0",
        "app_name": "boodle",
        "stages": {"dev": {"environment_variables": {"BOODLE_DATA": str(folder / "data")}}},
    }
    (project / ".chalice" / "config.json").write_text(json.dumps(settings), "utf-8")
    with socket.socket() as probe:
        probe.bind((load.HOST, 0))
        port: int = probe.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BOODLE_")}
    started = subprocess.Popen(
        [
            sys.executable, "-c", "from chalice.cli import main; main()",
            "local", "--no-autoreload", "--host", load.HOST, "--port", str(port),
        ],
        cwd=project,
        env=kept,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    )  # fmt: skip
    with _ended(started) as process:
        deadline = time.monotonic() + STARTS_WITHIN
        while True:
            try:
                socket.create_connection((load.HOST, port), 1).close()
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("chalice local does not start") from None
                time.sleep(0.1)
            else:
                break
        yield port


def measure(quick: bool) -> list[Figure]:
    """Return plays per second, the spread of the answers, and the failures of a burst."""
    rounds = 1 if quick else 5
    ours: list[float] = []
    theirs: list[float] = []
    spreads: list[tuple[float, float]] = []
    failures: list[str] = []
    with (
        TemporaryDirectory(prefix="boodle-bench-") as first,
        TemporaryDirectory(prefix="boodle-bench-") as second,
        boodle(Path(first)) as port,
        chalice_local(Path(second)) as other_port,
    ):
        league, other = load.League(port), load.League(other_port)
        load.play_hands(league)
        if not quick:
            load.play_hands(other)
        for _ in range(rounds):
            slow = load.play_hands(other)
            theirs.append(len(slow.seconds) / slow.whole)
            if slow.failures:
                raise RuntimeError(f"chalice local failed: {slow.failures[:3]}")
            played = load.play_hands(league)
            ours.append(len(played.seconds) / played.whole)
            failures += played.failures
            if not quick:  # a second time, for more answers: a tail takes many
                more = load.play_hands(league)
                played.seconds += more.seconds
                failures += more.failures
            spreads.append((quantiles(played.seconds, n=100)[98], median(played.seconds)))
        burst = load.burst(league, 40 if quick else BURST)
    tail, middle = min(spreads, key=lambda spread: spread[0] / spread[1])
    best = f"best of {rounds} rounds"
    lost = burst.failures + failures
    reasons = f"; {', '.join(sorted(set(lost)))}" if lost else ""
    return [
        # The best round of each: what else this machine does only takes away.
        Figure(
            "serve.plays", max(ours), "plays/s", max(theirs),
            max(ours) / max(theirs), at_least(10), note=f"8 clients; by chalice local; {best}",
        ),
        Figure(
            "serve.p99", tail * 1e3, "ms", middle * 1e3, tail / middle, at_most(5),
            note=f"a play's 99th percentile, by the median; {best}",
        ),
        Figure(
            "serve.failures", len(lost), "requests", target=at_most(0), of_value=True,
            note=f"in all plays, and in a burst of {BURST} at once ({burst.whole:.2f} s){reasons}",
        ),
    ]  # fmt: skip
