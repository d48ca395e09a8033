"""The responses of an operation: its replies and its problems."""

from __future__ import annotations

from typing import Any, Final

from chalicelib.api.http.route import Route
from chalicelib.api.problems.problem import KINDS, MEDIA_TYPE
from chalicelib.api.resources.shared import CSV

from .components import Components, Json, in_markdown
from .examples import Example, example_of
from .parameters import STRING
from .problems import english_title, one_of_name, problem_schema
from .schemas import Schemas

_HEADERS: Final[dict[str, Json]] = {
    "ETag": {"description": "Names the answer's content, for If-None-Match.", "schema": STRING},
    "Idempotency-Replayed": {
        "description": "`true` where the answer was given before.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "Location": {"description": "The path of what was created.", "schema": STRING},
    "Retry-After": {
        "description": "Seconds to wait before asking again.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "Content-Language": {"description": "The language of title and detail.", "schema": STRING},
    "Deprecation": {"description": "Since when this is deprecated (RFC 9745).", "schema": STRING},
    "Sunset": {"description": "When it is removed (RFC 8594).", "schema": STRING},
    "Link": {
        "description": 'A page about the deprecation (`rel="deprecation"`), or the next lines of '
        'CSV (`rel="next"`).',
        "schema": STRING,
    },
    "Content-Disposition": {
        "description": "Of CSV: the name of the file, which says whose it is and the revision "
        "(RFC 6266; `filename*` where it is not ASCII).",
        "schema": STRING,
    },
}
_DEPRECATED: Final = ("Deprecation", "Sunset", "Link")
_WITHOUT_JSON: Final = ("Done.", "A page to read.")


def responses(
    route: Route, links: Json, schemas: Schemas, shared: Components, example: Example
) -> Json:
    """Return the responses of a route's operation, by status.

    Parameters
    ----------
    links
        What each of its answers in JSON leads to.
    """
    answers: Json = {}
    for status in route.replies:
        reply = _reply(route, status, schemas, shared, example)
        answers[str(status)] = reply | links if route.replies[status] else reply
    if route.method == "GET":
        answers["304"] = _shared(
            route,
            "NotModified",
            {"description": "The caller's copy is still current."},
            ("ETag",),
            shared,
        )
    by_status: dict[int, list[str]] = {}
    for code in route.errors:
        by_status.setdefault(KINDS[code].status, []).append(code)
    for status, codes in sorted(by_status.items()):
        answers[str(status)] = _problem(route, status, codes, shared)
    return answers


def shown(example: Any) -> Json:
    """Return an example as a part of a media type's description, if there is one."""
    return {} if example is None else {"example": example}


def _reply(
    route: Route, status: int, schemas: Schemas, shared: Components, example: Example
) -> Json:
    shape = route.replies[status]
    content: Json = {}
    if shape:
        earlier = [example.responses.get(str(one)) for one in route.replies if one != status]
        here = example.responses.get(str(status))
        first = status == next(iter(route.replies)) or here not in earlier
        example_here = shown(here if first else None)
        content["application/json"] = {"schema": schemas.ref(shape), **example_here}
    for media in route.other_media:
        content[media] = {"schema": STRING, **shown(example.text)}
    description = schemas.summary(shape) if shape else _WITHOUT_JSON[bool(route.other_media)]
    names = (
        *(("ETag",) if route.method == "GET" else ()),
        *(("Location",) if status == 201 else ()),
        *(("Idempotency-Replayed",) if route.keyed else ()),
        *(("Content-Disposition", "Link") if CSV in route.other_media else ()),
        *(_DEPRECATED if route.deprecated else ()),
    )
    return {
        "description": in_markdown(description),
        **_headers(names, shared),
        **({"content": content} if content else {}),
    }


def _problem(route: Route, status: int, codes: list[str], shared: Components) -> Json:
    kinds = "; ".join(_explained(code) for code in codes)
    response = {
        "description": kinds,
        "content": {
            MEDIA_TYPE: {
                "schema": problem_schema(codes, shared),
                **shown(example_of(codes)),
            }
        },
    }
    names = ("Content-Language", *(("Retry-After",) if status in (429, 503) else ()))
    return _shared(route, one_of_name(codes), response, names, shared)


def _shared(
    route: Route, name: str, response: Json, headers: tuple[str, ...], shared: Components
) -> Json:
    """Return a response that many operations share; a deprecated operation has its own."""
    if route.deprecated:
        return response | _headers((*headers, *_DEPRECATED), shared)
    return shared.share("responses", name, response | _headers(headers, shared))


def _headers(names: tuple[str, ...], shared: Components) -> Json:
    headers = {name: shared.share("headers", name, _HEADERS[name]) for name in names}
    return {"headers": headers} if headers else {}


def _explained(code: str) -> str:
    """Return the title of a kind of problem; its schema has the further members."""
    return f"`{code}`: {english_title(KINDS[code])}"
