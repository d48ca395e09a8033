"""The command line: ``python -m bench [--json] [--quick] [--profile] [NAME…]``."""

from __future__ import annotations

import argparse
import cProfile
import importlib
import json
import logging
import pstats
import sys
import time
import traceback
from typing import Final

from .figure import Figure, heading

NAMES: Final = (
    "engine",
    "replay",
    "handler",
    "imports",
    "serve",
    "standings",
    "polling",
    "records",
    "walk",
)


def run(name: str, quick: bool) -> list[Figure]:
    """Run one benchmark.

    A benchmark is a module of this package with ``measure(quick)``, imported only when it runs,
    so that those which watch memory or imports start clean.
    """
    module = importlib.import_module(f"bench.{name}")
    figures: list[Figure] = module.measure(quick)
    return figures


def main(arguments: list[str] | None = None) -> int:
    """Print one line a figure; return 1 if a benchmark itself failed, whatever the figures are."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--json", action="store_true", help="one JSON array instead of lines")
    parser.add_argument("--quick", action="store_true", help="a second or so each; unreliable")
    parser.add_argument("--profile", action="store_true", help="what costs most, on stderr")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.names if name not in NAMES]:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are {', '.join(NAMES)}")
    # Faults are counted by the benchmarks that provoke any; a log line would only be timed.
    logging.getLogger("boodle").setLevel(logging.CRITICAL)
    figures: list[Figure] = []
    broken = False
    if not chosen.json:
        print(heading(), flush=True)
    for name in chosen.names or NAMES:
        started = time.monotonic()
        profile = cProfile.Profile() if chosen.profile else None
        try:
            found = profile.runcall(run, name, chosen.quick) if profile else run(name, chosen.quick)
        except Exception as error:
            traceback.print_exc()
            broken = True
            found = [Figure(name, None, "-", note=f"broke: {type(error).__name__}: {error}")]
        figures += found
        if not chosen.json:
            for figure in found:
                print(figure.line(), flush=True)
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
        if profile:
            pstats.Stats(profile, stream=sys.stderr).sort_stats("tottime").print_stats(30)
    if chosen.json:
        print(json.dumps([figure.as_json() for figure in figures], indent=1))
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
