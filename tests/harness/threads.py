"""Things done at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")


def at_once(*calls: Callable[[], R]) -> list[R]:
    """Run all calls in threads of their own, started together; return what each returned."""
    gate = threading.Barrier(len(calls))
    results: dict[int, R] = {}

    def run(place: int) -> None:
        gate.wait()
        results[place] = calls[place]()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [results[place] for place in range(len(calls))]
