"""Examples of requests and answers, recorded from a real run in ``examples.json``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from chalicelib.api.problems.problem import URN

from .components import Json

FILE: Final = Path(__file__).with_name("examples.json")


@dataclass(frozen=True, slots=True)
class Example:
    """The examples of one operation.

    Attributes
    ----------
    request
        A body; ``None`` if there is none.
    responses
        Status -> a JSON answer.
    text
        An answer in another media type.
    """

    request: Json | None = None
    responses: Mapping[str, Json] = field(default_factory=dict)
    text: str | None = None


@cache
def examples() -> Mapping[str, Example]:
    """Return the examples by ``operationId``; none before they are recorded."""
    if not FILE.exists():
        return {}
    kept = json.loads(FILE.read_text("utf-8"))
    return {name: Example(**parts) for name, parts in kept.items()}


@cache
def _problems() -> Mapping[str, Json]:
    """Return an example of each kind of problem that was recorded, by its type."""
    found: dict[str, Json] = {}
    for example in examples().values():
        for status, answer in example.responses.items():
            if int(status) >= 400:
                found.setdefault(answer["type"], answer)
    return found


def example_of(codes: Iterable[str]) -> Json | None:
    """Return an example of one of some kinds of problems; ``None``: none was recorded."""
    recorded = (_problems().get(URN + code) for code in codes)
    return next((one for one in recorded if one is not None), None)
