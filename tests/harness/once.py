"""What is costly to make is made once in a run, however many workers there are."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def once_per_run(factory: pytest.TempPathFactory, name: str, build: Callable[[Path], None]) -> Path:
    """Return the folder ``name`` of this run, filled by ``build`` in the first worker to ask.

    The other workers wait for it. If ``build`` fails, the next worker tries again, and so fails
    with the same message instead of finding half a folder.
    """
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent  # the folders of all workers are in it, and of no other run
    folder = base / name
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            half = base / f"{name}.half"
            shutil.rmtree(half, ignore_errors=True)
            half.mkdir()
            build(half)
            half.rename(folder)
    return folder
