"""Reading bodies and query parameters into models, with strict JSON.

Pydantic's parser is fast, but accepts ``NaN`` and the last of two equal names. A body that two
readers may understand differently is refused here. For this the text is read twice, which costs a
play about 2 microseconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from chalicelib.json_value import Json
from chalicelib.message import Message, say
from chalicelib.service.errors import Refusal
from chalicelib.texts import is_known

from .invalid import InvalidRequest, Wrong
from .messages import Request
from .negotiation import JSON
from .queries import Query

MAX_BODY: Final = 64 * 1024
MERGE_PATCH: Final = "application/merge-patch+json"
"""A body of PATCH may be of this type, too (RFC 7396)."""

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_Body = TypeVar("_Body", bound=BaseModel)
_Query = TypeVar("_Query", bound=Query)
_WHERE: Final = re.compile(r"(.+) at line (\d+) column (\d+)")
_QUOTED: Final = re.compile(r"'[^']*'|True")
_SHOWN: Final = 20
_NUMBERS: Final = {"min_length": "n", "max_length": "n"}  # what the plural of a message goes by
_FAULTS: Final = {
    "EOF while parsing a value": say("json.fault.end-in-value"),
    "EOF while parsing an object": say("json.fault.end-in-object"),
    "EOF while parsing a list": say("json.fault.end-in-list"),
    "EOF while parsing a string": say("json.fault.end-in-string"),
    "expected value": say("json.fault.value-expected"),
    "expected ident": say("json.fault.word-expected"),
    "expected `:`": say("json.fault.colon-expected"),
    "expected `,` or `]`": say("json.fault.comma-or-bracket-expected"),
    "expected `,` or `}`": say("json.fault.comma-or-brace-expected"),
    "trailing comma": say("json.fault.trailing-comma"),
    "trailing characters": say("json.fault.trailing-characters"),
    "key must be a string": say("json.fault.name-not-a-string"),
    "invalid number": say("json.fault.invalid-number"),
    "invalid escape": say("json.fault.invalid-escape"),
    "invalid unicode code point": say("json.fault.invalid-code-point"),
    "unexpected end of hex escape": say("json.fault.escape-cut-off"),
    "lone leading surrogate in hex escape": say("json.fault.half-a-character"),
    "control character (\\u0000-\\u001F) found while parsing a string": say(
        "json.fault.control-character"
    ),
    "number out of range": say("json.fault.number-too-large"),
    "recursion limit exceeded": say("json.fault.too-deep"),
}
"""Error text of pydantic's JSON parser -> the kind of fault."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    if len(named) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _unreadable(say("json.member-twice", name=name[:40]))
            seen.add(name)
    return named


class _NoNumber(ValueError):
    """A number has a form that JSON does not allow."""


def _constant(text: str) -> NoReturn:
    raise _NoNumber(text)


# Numbers beyond a double's range are valid JSON; they become infinite, which no field accepts.
_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_constant)


def _unreadable(why: Message) -> Refusal:
    return Refusal("invalid-json", why)


def read_query(form: type[_Query], given: Mapping[str, Sequence[str]]) -> _Query:
    """Return the query parameters of a request as their model; each may be given once.

    Raises
    ------
    Refusal
        ``invalid-request``.
    """
    twice = [name for name, values in given.items() if len(values) > 1]
    if twice:
        raise InvalidRequest(
            [
                Wrong(pointer("query", name), say("request.parameter-twice"))
                for name in twice[:_SHOWN]
            ]
        )
    values: dict[str, Json] = {name: values[0] for name, values in given.items()}
    try:
        return form.model_validate(values)
    except ValidationError as error:
        raise invalid(error, "query", values) from None


def read_body(model: type[_Body], request: Request) -> _Body:
    """Return the body of a request as its model; an empty one is an empty object.

    Raises
    ------
    Refusal
        ``too-large``, ``unsupported-media-type``, ``invalid-json`` or ``invalid-request``.
    """
    raw = request.body
    if len(raw) > MAX_BODY:
        most = say("request.body-limit", most=MAX_BODY)
        raise Refusal("too-large", most, limit=MAX_BODY)
    if not raw.strip():
        return read_json(model, b"{}")
    coding = request.headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("", "identity"):
        raise Refusal("unsupported-media-type", say("request.content-encoding"))
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != JSON and not (media == MERGE_PATCH and request.method == "PATCH"):
        raise Refusal("unsupported-media-type", say("request.media-type"))
    return read_json(model, raw)


def pointer(*names: object) -> str:
    """Return the JSON Pointer (RFC 6901) to a place in a request.

    Examples
    --------
    >>> pointer("body", "names", 0), pointer("body", "a/b~c")
    ('/body/names/0', '/body/a~1b~0c')
    """
    return "".join("/" + str(name).replace("~", "~0").replace("/", "~1") for name in names)


def read_json(model: type[_Body], raw: bytes) -> _Body:
    """Return the content of a body as its model.

    Raises
    ------
    Refusal
        ``invalid-json``: it is not JSON, or readers may understand it differently;
        ``invalid-request``: it is JSON, but not such a body.
    """
    fault = None
    given: Json = None
    try:
        given = _DECODER.decode(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise _unreadable(say("json.not-utf8")) from None
    except RecursionError:
        raise _unreadable(say("json.too-deep")) from None
    except ValueError as error:  # pydantic's error is more precise
        fault = error
    try:
        body = model.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] == "json_invalid":
            reason = _placed(first["msg"].removeprefix("Invalid JSON: "))
            raise _unreadable(say("json.invalid", reason=reason)) from None
        if isinstance(fault, _NoNumber):
            given = json.loads(raw)
        elif fault is not None:
            raise _unreadable(say("json.unreadable")) from None
        raise invalid(error, "body", given) from None
    if isinstance(fault, _NoNumber):
        raise _unreadable(say("json.no-number", number=str(fault)))
    if fault is not None:
        raise _unreadable(say("json.unreadable"))
    return body


def _placed(message: str) -> Message | str:
    """Return the parser's error as a sentence with its place."""
    match = _WHERE.fullmatch(message)
    if not match:
        return message
    fault, line, column = match.groups()
    return say("json.fault-at", fault=_FAULTS.get(fault, fault), line=line, column=column)


def invalid(error: ValidationError, where: str, given: Json) -> InvalidRequest:
    """Return the refusal that lists the faults of a body or a query.

    Parameters
    ----------
    given
        The body, or the parameters by name.
    """
    found = error.errors(include_url=False, include_input=False)
    wrong = [
        Wrong(pointer(where, *_place(one["loc"], given, one["type"])), _problem(one))
        for one in found[:_SHOWN]
    ]
    if rest := found[_SHOWN:]:
        wrong.append(Wrong(pointer(where), say("request.more-errors", n=len(rest))))
    return InvalidRequest(wrong)


def _place(steps: Sequence[int | str], given: Json, fault: str) -> list[int | str]:
    """Return the place of a fault in what was given: the members and list items that lead to it.

    Pydantic's steps also name the parts of its schema: the forms that a value may have, the
    validator of a value, ``[key]`` for the name of a member. A member that is missing is a place.
    """
    place: list[int | str] = []
    for step in steps:
        if isinstance(given, dict) and step in given:
            given = given[str(step)]
        elif isinstance(given, list) and isinstance(step, int) and 0 <= step < len(given):
            given = given[step]
        else:
            continue
        place.append(step)
    if fault == "missing" and isinstance(given, dict) and steps:
        place.append(steps[-1])
    return place


def _problem(one: ErrorDetails) -> Message:
    """Return pydantic's error of a value as a message."""
    context = one.get("ctx", {})
    if one["type"] == "value_error":  # a validator of ours
        message = context["error"].args[0]
        assert isinstance(message, Message)
        return message
    if one["type"] in ("literal_error", "enum"):  # 'json' or 'html': a list with an English word
        return say("value.literal_error", expected=tuple(_QUOTED.findall(context["expected"])))
    values = {_NUMBERS.get(name, name): _value(part) for name, part in context.items()}
    problem = say(f"value.{one['type']}", **values)
    return problem if is_known(problem.id) else say("value.other", reason=one["msg"])


def _value(part: object) -> int | str:
    return part if isinstance(part, int) else str(part)
