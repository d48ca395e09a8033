"""The refusal that lists the faults of a body or a query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chalicelib.message import Message, say
from chalicelib.service.errors import Refusal


class Wrong(NamedTuple):
    """One fault: its place in the request, and its description."""

    at: str
    problem: Message


class InvalidRequest(Refusal):
    """A request does not fit its operation: ``invalid-request``.

    Attributes
    ----------
    errors
        The faults, up to a limit; the detail states the first of them.
    """

    def __init__(self, errors: Sequence[Wrong]) -> None:
        first = errors[0]
        super().__init__("invalid-request", say("fault.at", at=first.at, problem=first.problem))
        self.errors = tuple(errors)
