"""Comparing two tasks on a machine that is busy with other things too."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

Task = Callable[[], float]
"""Does its work once and returns the time it took, or its result."""


def interleaved(rounds: int, *tasks: Task) -> list[list[float]]:
    """Run the tasks alternately and return the results of each, round by round.

    Every other round runs them backwards, so that none always follows the same one.
    """
    results: list[list[float]] = [[] for _ in tasks]
    for number in range(rounds):
        order = range(len(tasks)) if number % 2 == 0 else range(len(tasks) - 1, -1, -1)
        for place in order:
            results[place].append(tasks[place]())
    return results


def median_ratio(values: Sequence[float], baselines: Sequence[float]) -> float:
    """Return the median over the rounds of value by baseline."""
    return median(value / base for value, base in zip(values, baselines, strict=True))


def cpu_of(work: Callable[[], object], times: int) -> float:
    """Return the mean processor seconds of one call, of this many in a row."""
    started = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - started) / times
