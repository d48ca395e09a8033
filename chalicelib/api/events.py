"""Events of API Gateway, taken for what they are: data from outside."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

from chalicelib.json_value import Json
from chalicelib.message import say
from chalicelib.service.errors import Refusal, not_found

Event: TypeAlias = "dict[str, Json | bytes]"
"""An event, all its members present and of the types that Chalice takes them for."""


def sound(event: object, paths: Collection[str]) -> Event:
    """Return an event with all members that Chalice reads, without those of other types.

    Parameters
    ----------
    paths
        The paths of the route table.

    Raises
    ------
    Refusal
        ``invalid-request``: it is no event of API Gateway; ``not-found``: it names no path, or not
        the variable parts of its path.
    """
    if not isinstance(event, Mapping) or not isinstance(
        where := event.get("requestContext"), Mapping
    ):
        raise Refusal("invalid-request", say("request.no-event"))
    path, method, body = where.get("resourcePath"), where.get("httpMethod"), event.get("body")
    if not isinstance(method, str) or not (body is None or isinstance(body, str | bytes)):
        raise Refusal("invalid-request", say("request.no-event"))
    if not isinstance(path, str) or path not in paths:
        raise not_found("page")
    parts = _texts(event.get("pathParameters"))
    if any(part[1:-1] not in parts for part in path.split("/") if part.startswith("{")):
        raise not_found("page")
    return {
        "requestContext": {**where, "identity": _texts(where.get("identity"))},
        "headers": _texts(event.get("headers")),
        "multiValueQueryStringParameters": _lists(event.get("multiValueQueryStringParameters")),
        "pathParameters": parts,
        "body": body,
        "isBase64Encoded": event.get("isBase64Encoded") is True,
        "stageVariables": None,
    }


def _texts(found: object) -> dict[str, Json]:
    """Return the texts of a mapping; what is none has none."""
    if not isinstance(found, Mapping):
        return {}
    return {
        name: text
        for name, text in found.items()
        if isinstance(name, str) and isinstance(text, str)
    }


def _lists(found: object) -> dict[str, Json] | None:
    """Return the lists of texts of a mapping, without empty ones."""
    if not isinstance(found, Mapping):
        return None
    lists: dict[str, Json] = {}
    for name, values in found.items():
        if isinstance(name, str) and isinstance(values, list):
            texts: list[Json] = [text for text in values if isinstance(text, str)]
            if texts:
                lists[name] = texts
    return lists or None
