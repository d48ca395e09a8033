"""Chance that differs from run to run, and can be had again.

A run has one seed, which all of its workers share: ``BOODLE_SEED`` where it is set, else a fresh
number. It is printed when a test fails. Random tests try fixed numbers, which are the same in
every run, and fresh ones, which hang on the seed.
"""

from __future__ import annotations

import os
import secrets
from random import Random
from typing import Final

VARIABLE: Final = "BOODLE_SEED"

# Workers and commands that are started later find the seed in their environment.
SEED: Final = int(os.environ.setdefault(VARIABLE, str(secrets.randbelow(10**9))))


def fresh(what: object) -> Random:
    """Return this run's chance for a purpose, such as ``fresh("weather")``."""
    return Random(f"{SEED} {what}")


def how_to_repeat() -> str:
    """Return the line that tells how to have a run's chance again."""
    return f"random seed {SEED}; the same chance again: {VARIABLE}={SEED}"


def numbers(fixed: int, fresh_ones: int) -> list[int]:
    """Return numbers to try: so many that are the same in every run, then so many fresh ones."""
    chance = fresh("numbers")
    return [*range(fixed), *(chance.randrange(10**6, 10**9) for _ in range(fresh_ones))]
