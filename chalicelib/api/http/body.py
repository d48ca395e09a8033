"""Reading bodies and query parameters: JSON without its traps, into a model.

Pydantic's own parser is quick but takes the last of two equal names and ``NaN``; a body that two
readers understand differently is refused instead. The text is read twice for that, which costs a
play about 2 microseconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from chalicelib.rules.errors import Said
from chalicelib.service.errors import Refusal, say

from .messages import Request
from .negotiation import JSON
from .queries import Query

MAX_BODY: Final = 64 * 1024
MERGE_PATCH: Final = "application/merge-patch+json"

_Body = TypeVar("_Body", bound=BaseModel)
_Query = TypeVar("_Query", bound=Query)
_WHERE: Final = re.compile(r"(.+) at line (\d+) column (\d+)")
_QUOTED: Final = re.compile(r"'[^']*'|True")
_SHOWN: Final = 20


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _unreadable(say("the body names {name!r} twice", name=name[:40]))
            seen.add(name)
    return named


class _NoNumber(ValueError):
    """What stands in a number's place is none that JSON has."""


def _constant(text: str) -> NoReturn:
    raise _NoNumber(text)


# Numbers out of a double's range are JSON; they become infinite, and no field takes that.
_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_constant)


def _unreadable(why: str) -> Refusal:
    return Refusal("invalid-json", why)


def read_query(form: type[_Query], given: Mapping[str, Sequence[str]]) -> _Query:
    """Return the query parameters of a request, as their form; each may be given once.

    Raises
    ------
    Refusal
        ``invalid-request``.
    """
    twice = [name for name, values in given.items() if len(values) > 1]
    if twice:
        errors = [
            {"at": pointer("query", name), "problem": say("a parameter may be given once only")}
            for name in twice[:_SHOWN]
        ]
        raise Refusal("invalid-request", say("{at}: {problem}", **errors[0]), errors=errors)
    try:
        return form.model_validate({name: values[0] for name, values in given.items()})
    except ValidationError as error:
        raise invalid(error, "query") from None


def read_body(model: type[_Body], request: Request) -> _Body:
    """Return the body of a request, as its model; an empty one is an empty object.

    Raises
    ------
    Refusal
        ``too-large``, ``unsupported-media-type``, ``invalid-json`` or ``invalid-request``.
    """
    raw = request.body
    if len(raw) > MAX_BODY:
        most = say("a body has at most {most} bytes", most=MAX_BODY)
        raise Refusal("too-large", most, limit=MAX_BODY)
    if not raw.strip():
        return read_json(model, b"{}")
    coding = request.headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("", "identity"):
        raise Refusal("unsupported-media-type", "send the body as it is, without Content-Encoding")
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media not in media_of_body(request.method):
        raise Refusal("unsupported-media-type", "send Content-Type: application/json")
    return read_json(model, raw)


def media_of_body(method: str) -> tuple[str, ...]:
    """Return the media types that a body may have; changes are merge patches (RFC 7396)."""
    return (JSON, MERGE_PATCH) if method == "PATCH" else (JSON,)


def pointer(*names: object) -> str:
    """Return the JSON Pointer (RFC 6901) to a place in a request.

    Examples
    --------
    >>> pointer("body", "names", 0), pointer("body", "a/b~c")
    ('/body/names/0', '/body/a~1b~0c')
    """
    return "".join("/" + str(name).replace("~", "~0").replace("/", "~1") for name in names)


def read_json(model: type[_Body], raw: bytes) -> _Body:
    """Return what a body says, as its model.

    Raises
    ------
    Refusal
        ``invalid-json``: no JSON, or such as readers understand differently;
        ``invalid-request``: JSON that is no such body.
    """
    fault = None
    try:
        _DECODER.decode(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise _unreadable("the body is not UTF-8") from None
    except RecursionError:
        raise _unreadable("the body is nested too deeply") from None
    except ValueError as error:  # pydantic says better what it is, and where
        fault = error
    try:
        body = model.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] == "json_invalid":
            reason = _placed(first["msg"].removeprefix("Invalid JSON: "))
            raise _unreadable(
                say("the body cannot be read as JSON: {reason}", reason=reason)
            ) from None
        raise invalid(error, "body") from None
    if isinstance(fault, _NoNumber):
        raise _unreadable(say("the body has {number}, which is no JSON number", number=str(fault)))
    if fault is not None:
        raise _unreadable("the body cannot be read")
    return body


def _placed(message: str) -> str:
    """Return the parser's message as a sentence that says where."""
    match = _WHERE.fullmatch(message)
    if not match:
        return message
    fault, line, column = match.groups()
    return say("{fault} at line {line} column {column}", fault=fault, line=line, column=column)


def invalid(error: ValidationError, where: str) -> Refusal:
    """Return the refusal that lists what is wrong with a body or a query."""
    errors = [
        {"at": pointer(where, *one["loc"]), "problem": _said(one)}
        for one in error.errors(include_url=False, include_input=False)[:_SHOWN]
    ]
    first = say("{at}: {problem}", **errors[0])
    return Refusal("invalid-request", first, errors=errors)


def _said(one: Any) -> str:
    """Return pydantic's sentence as one that can be said otherwise."""
    message: str = one["msg"].removeprefix("Value error, ")
    if one["type"] == "value_error":
        return message  # our own validators' sentences, found as they stand
    said = Said(message)
    said.template, said.params = f"pydantic.{one['type']}", dict(one.get("ctx", {}))
    if one["type"] == "literal_error":  # 'json' or 'html': a list with an English word in it
        said.params["expected"] = tuple(_QUOTED.findall(one["ctx"]["expected"]))
    return said
