"""Benchmarks: ``make bench``, or ``python -m bench [--json] [--quick] [NAME…]``.

Targets are ratios of two things measured alternately in the same run, so that a slow or busy
machine slows both. Absolute times are printed for information only. A figure without its baseline
is ``missing``, never ``ok``.
"""

import sys
from pathlib import Path

# A league is driven as the tests drive it.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
