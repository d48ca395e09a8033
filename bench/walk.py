"""The path of a play: calls of Boodle's own functions, and the modules that they enter.

Every play of a hand goes through the Lambda handler, as in :mod:`.handler`; the figures are those
of the median play. Comprehensions count with the function in which they stand.

``walk.calls`` counts every call, also of what Python calls by itself: properties, hooks, a
generator that goes on. ``walk.plain`` counts what a reader follows: each function once, however
often it is called, without nested ones, generators and properties.
"""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from pathlib import Path
from statistics import median_low
from types import FrameType
from typing import Any, Final

from . import handler
from .figure import Figure
from .timing import ROOT

_OURS: Final = (str(ROOT / "chalicelib"), str(ROOT / "app.py"))

Called = tuple[str, str]
"""A function that was called: its module's path below the project, and its name."""


def walk(app: Any, event: Any) -> Counter[Called]:
    """Return the calls of Boodle's own functions that answering an event makes."""
    calls: Counter[Called] = Counter()

    def note(frame: FrameType, kind: str, argument: object) -> None:
        code = frame.f_code
        if kind == "call" and code.co_filename.startswith(_OURS) and code.co_name[0] != "<":
            path = Path(code.co_filename).relative_to(ROOT)
            calls[str(path), getattr(code, "co_qualname", code.co_name)] += 1

    sys.setprofile(note)
    try:
        app(event, None)
    finally:
        sys.setprofile(None)
    return calls


def is_plain(called: Called) -> bool:
    """Return whether a function is neither nested in another, nor a generator or a property."""
    module, name = called
    found: object = sys.modules.get(module.removesuffix(".py").replace("/", "."))
    for part in name.split("."):
        found = inspect.getattr_static(found, part, None)
    if isinstance(found, classmethod | staticmethod):
        found = found.__func__
    return inspect.isfunction(found) and not inspect.isgeneratorfunction(inspect.unwrap(found))


def walks() -> list[Counter[Called]]:
    """Return the walk of each play of a hand, once everything is loaded."""
    handler.with_credentials()
    plays = handler.Plays()
    plays.boodle()
    return plays.through(walk)


def measure(quick: bool) -> list[Figure]:
    """Return the calls of the median play of a hand, the functions and the modules it enters."""
    del quick  # a hand takes a second
    taken = walks()
    calls = median_low(one.total() for one in taken)
    functions = median_low(map(len, taken))
    modules = median_low(len({module for module, _ in one}) for one in taken)
    plain = [[called for called in one if is_plain(called)] for one in taken]
    rooms_of_plain = median_low(len({module for module, _ in one}) for one in plain)
    rooms = Counter[str]()
    for (module, _), times in _median(taken).items():
        rooms["/".join(Path(module).parts[1:-1][:2]) or module] += times
    split = ", ".join(f"{room} {times}" for room, times in sorted(rooms.items()))
    note = f"the median of {len(taken)} plays: {split}"
    return [
        Figure("walk.calls", calls, "calls", note=note),
        Figure("walk.functions", functions, "functions"),
        Figure("walk.modules", modules, "modules"),
        Figure(
            "walk.plain",
            median_low(map(len, plain)),
            "functions",
            note=f"not nested, no generators, no properties; in {rooms_of_plain} modules",
        ),
    ]


def _median(taken: list[Counter[Called]]) -> Counter[Called]:
    """Return a walk of median length."""
    return sorted(taken, key=Counter.total)[(len(taken) - 1) // 2]


def main() -> None:
    """Print the calls of the median play."""
    for (module, name), times in _median(walks()).items():
        print(f"{times:4} {module}: {name}")


if __name__ == "__main__":
    main()
