"""The rules engine's random play-outs against python-chess and rlcard's uno."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from statistics import median
from typing import Final

from .figure import Figure, Target, at_least
from .timing import ROOT, interleaved, median_ratio
from .worker import Worker

PEERS: Final = ROOT / ".venv-bench" / "bin" / "python"
TARGETS: Final[dict[str, tuple[str, Target]]] = {
    "chess": ("python-chess, plies/s; the goal is 10", at_least(6)),
    "uno": ("rlcard uno, env steps/s", at_least(4)),
}


def measure(quick: bool) -> list[Figure]:
    """Return the engine's steps per second, by each peer's."""
    rounds, seconds = (2, 0.1) if quick else (9, 0.5)
    with ExitStack() as stack:
        own = Worker(sys.executable, "engine")
        stack.callback(own.close)
        peers: dict[str, Worker] = {}
        missing: dict[str, str] = {}
        for game in TARGETS:
            try:
                peers[game] = Worker(PEERS, game)
            except (OSError, RuntimeError) as error:
                missing[game] = f"{error}; run bench/setup.sh"
                continue
            stack.callback(peers[game].close)
        workers = [own, *peers.values()]
        rates, *theirs = interleaved(
            rounds, *(lambda worker=worker: worker.rate(seconds) for worker in workers)
        )
    by_game = dict(zip(peers, theirs, strict=True))
    figures = []
    for game, (note, target) in TARGETS.items():
        if game in by_game:
            base = by_game[game]
            ratio = median_ratio(rates, base)
            figures.append(
                Figure(
                    f"engine.{game}", median(rates), "steps/s", median(base), ratio, target,
                    note=note,
                )
            )  # fmt: skip
        else:
            figures.append(
                Figure(
                    f"engine.{game}", median(rates), "steps/s", target=target,
                    note=f"no {note.partition(',')[0]}: {missing[game]}",
                )
            )  # fmt: skip
    return figures
