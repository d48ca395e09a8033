"""``If-Match``: a change only if the caller has seen the present state (RFC 9110, 13.1.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from chalicelib.message import say
from chalicelib.service.conditions import Condition
from chalicelib.service.errors import Refusal
from chalicelib.store.records.members import compact

from .etag import etag, known_tags
from .messages import Request
from .replies import JsonObject

T = TypeVar("T")


class IfMatch(NamedTuple):
    """The entity tags of a request's ``If-Match``.

    Attributes
    ----------
    tags
        The tags, one of which must be the current one; ``None``: the request has no condition.
    """

    tags: frozenset[str] | None = None

    def against(self, render: Callable[[T], JsonObject]) -> Condition[T]:
        """Return a condition that raises unless the caller has seen the present state.

        Parameters
        ----------
        render
            Makes the answer of ``GET``.
        """

        tags = self.tags
        if tags is None or "*" in tags:
            return None

        def check(current: T) -> None:
            if etag(compact(render(current))) not in tags:
                raise Refusal("precondition-failed", say("request.changed-since"))

        return check


def read_if_match(request: Request) -> IfMatch:
    """Return the condition of a request. A weak tag never matches, as RFC 9110 demands."""
    header = request.headers.get("if-match")
    if header is None:
        return IfMatch()
    return IfMatch(frozenset(tag for tag in known_tags(header) if not tag.startswith("W/")))
