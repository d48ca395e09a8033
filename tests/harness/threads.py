"""Things done at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any


def at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """Do all deeds in threads of their own, started together; return what each returned."""
    gate = threading.Barrier(len(deeds))
    results: list[Any] = [None] * len(deeds)

    def run(place: int) -> None:
        gate.wait()
        results[place] = deeds[place]()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(deeds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
