"""The examples in the code's own documentation are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import chalicelib

# To import it is to run it.
LEFT_OUT = ("__main__",)


def modules() -> Iterator[ModuleType]:
    """Import every module of the library."""
    yield chalicelib
    for found in pkgutil.walk_packages(chalicelib.__path__, "chalicelib."):
        if found.name.rpartition(".")[2] not in LEFT_OUT:
            yield importlib.import_module(found.name)


def test_examples() -> None:
    tried: dict[str, int] = {}
    for module in modules():
        result = doctest.testmod(module)  # a failure is printed
        assert result.failed == 0, module.__name__
        tried[module.__name__] = result.attempted
    assert len(tried) > 100
    assert sum(tried.values()) > 40
    assert sum(count > 0 for count in tried.values()) > 5
