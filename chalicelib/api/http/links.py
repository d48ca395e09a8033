"""What a client can ask for next, with values from the answer that it has.

A link is declared beside the routes that answer what it starts from. It becomes a Link Object of
the document (OpenAPI 3.1, 4.8.20); a request never looks at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


class Link(NamedTuple):
    """An operation that can follow an answer.

    Attributes
    ----------
    name
        What it leads to, in one word; links of the same name are the same.
    operation
        The ``operationId``.
    description
        When it can be followed, and what it leads to.
    kept
        The variable parts of its path that are as in the request's own.
    answered
        The other variable parts -> where the answer has them (JSON Pointer).
    """

    name: str
    operation: str
    description: str
    kept: tuple[str, ...] = ()
    answered: Mapping[str, str] = _NONE
