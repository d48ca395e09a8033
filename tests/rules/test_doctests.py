"""The examples in the engine's own documentation are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import chalicelib.rules

MODULES = ["chalicelib.rules"]
MODULES += [
    found.name for found in pkgutil.walk_packages(chalicelib.rules.__path__, f"{MODULES[0]}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    found = [doctest.DocTestFinder().find(importlib.import_module(name)) for name in MODULES]
    assert sum(len(test.examples) for tests in found for test in tests) > 5
