"""The answers about problems, and the problem itself."""

from __future__ import annotations

from pydantic import with_config
from typing_extensions import TypedDict

from chalicelib.api.http.language import Language


@with_config(strict=True, extra="allow", use_attribute_docstrings=True)
class Problem(TypedDict):
    """An error (RFC 9457); further members depend on ``type``."""

    type: str
    """The kind of problem. Stable: clients decide by it."""
    title: str
    """The kind in words; may change."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong this time; may change."""


class ProblemKind(TypedDict):
    """A kind of problem, explained."""

    type: str
    """The `type` of such a problem."""
    code: str
    """The last part of the type."""
    status: int
    """The HTTP status."""
    title: str
    """The kind in words."""
    meaning: str
    """What it means."""
    advice: str
    """What to do."""
    members: list[str]
    """The possible further members of such a problem."""


class Problems(TypedDict):
    """Every kind of problem, explained."""

    language: Language
    """The language, as `Accept-Language` asks."""
    problems: list[ProblemKind]
    """The kinds, by status."""
