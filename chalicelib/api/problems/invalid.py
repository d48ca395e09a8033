"""What is wrong with a body or a query: the refusal that lists it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chalicelib.message import Message, say
from chalicelib.service.errors import Refusal


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that is wrong: where it stands in the request, and what it is."""

    at: str
    problem: Message


class InvalidRequest(Refusal):
    """A request is not as its operation takes it: ``invalid-request``.

    Attributes
    ----------
    errors
        All that is wrong, or the first so many; the detail says the first of them.
    """

    def __init__(self, errors: Sequence[Wrong]) -> None:
        first = errors[0]
        super().__init__("invalid-request", say("fault.at", at=first.at, problem=first.problem))
        self.errors = tuple(errors)
