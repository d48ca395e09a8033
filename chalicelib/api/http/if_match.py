"""``If-Match``: a change that is made only to what the caller has seen (RFC 9110, 13.1.1)."""

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
        The tags, of which the current one has to be one; ``None``: the request has no condition.
    """

    tags: frozenset[str] | None = None

    def against(self, render: Callable[[T], JsonObject]) -> Condition[T]:
        """Return what raises if something is not what the caller has seen of it.

        Parameters
        ----------
        render
            Makes of it what ``GET`` answers for it.
        """

        tags = self.tags
        if tags is None or "*" in tags:
            return None

        def check(current: T) -> None:
            if etag(compact(render(current))) not in tags:
                raise Refusal("precondition-failed", say("request.changed-since"))

        return check


def read_if_match(request: Request) -> IfMatch:
    """Return the condition that a request has. A weak tag fits nothing, as it names no bytes."""
    header = request.headers.get("if-match")
    if header is None:
        return IfMatch()
    return IfMatch(frozenset(tag for tag in known_tags(header) if not tag.startswith("W/")))
