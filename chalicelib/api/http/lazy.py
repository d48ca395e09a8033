"""Shapes of requests and answers that are declared without being imported.

A route declares the shapes of its answers, and the models of what it takes. Describing the API
needs them all, a request those of one route, and starting none: importing them with the services
that they render would add a tenth to a cold start (``python -m bench imports``). So a module of
routes imports them for the type checker alone::

    if TYPE_CHECKING:
        from . import answers as shapes
        from . import requests
    else:
        shapes = LazyShapes("chalicelib.api.resources.leagues.answers")
        requests = LazyShapes("chalicelib.api.resources.leagues.requests")
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple, TypeVar

from pydantic import BaseModel
from typing_extensions import TypeAliasType

M = TypeVar("M", bound=BaseModel)


class LazyShape(NamedTuple):
    """A shape by its module and name."""

    module: str
    name: str

    def load(self) -> type | TypeAliasType:
        """Import the module and return the shape."""
        found: type | TypeAliasType = getattr(import_module(self.module), self.name)
        return found


class LazyShapes:
    """The shapes of a module as attributes; the module is imported with the first one loaded."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> LazyShape:
        return LazyShape(self._module, name)


def model(shape: type[M] | LazyShape, kind: type[M]) -> type[M]:
    """Return the model of a request, imported if it is not yet."""
    found = shape.load() if isinstance(shape, LazyShape) else shape
    assert isinstance(found, type)
    assert issubclass(found, kind)
    return found
