"""The OpenAPI 3.1 document, made from the route table that serves."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from chalicelib.api.answers import Problem
from chalicelib.api.http.idempotency import MAX_KEY, MIN_ANONYMOUS_KEY
from chalicelib.api.http.paths import PARTS
from chalicelib.api.http.route import Resource, Route, Shape
from chalicelib.api.problems.problem import KINDS, MEDIA_TYPE, URN
from chalicelib.api.version import VERSION
from chalicelib.service.access import RIGHTS

from .examples import Example, examples
from .schemas import Schemas, describe

_REF: Final = "#/components/schemas/{model}"

_DESCRIPTION: Final = (
    "Boodle keeps the score of leagues of the Michigan card-game family. Actions of a hand are "
    "numbered and put under their number: the same again is answered alike and counts once. "
    "Errors are problem+json (RFC 9457); programs go by `type`. Seats are counted from 1, "
    "clockwise; money is whole chips; times are UTC (RFC 3339). Cards are written `10S`: 2 to 10, "
    "J, Q, K or A, and S, H, D or C. Titles and details of errors are in English, or in Russian "
    "where `Accept-Language` prefers it."
)

_WITHOUT_JSON: Final = ("Done.", "A page to read.")

_STRING: Final = {"type": "string"}
_ETAG: Final = {
    "ETag": {"description": "Names the answer's content, for If-None-Match.", "schema": _STRING}
}
_RETRY_AFTER: Final = {
    "Retry-After": {
        "description": "Seconds to wait before asking again.",
        "schema": {"type": "integer", "minimum": 1},
    }
}
_REPLAYED: Final = {
    "Idempotency-Replayed": {
        "description": "`true` where the answer was given before.",
        "schema": {"type": "string", "enum": ["true"]},
    }
}
_LANGUAGE: Final = {
    "Content-Language": {"description": "The language of title and detail.", "schema": _STRING}
}
_DEPRECATED: Final = {
    "Deprecation": {"description": "Since when this is to go (RFC 9745).", "schema": _STRING},
    "Sunset": {"description": "When it goes (RFC 8594).", "schema": _STRING},
    "Link": {"description": 'Where more is said: `rel="deprecation"`.', "schema": _STRING},
}


def document(resources: Iterable[Resource]) -> dict[str, Any]:
    """Return the OpenAPI document of ``resources``."""
    resources = list(resources)
    routes = [route for resource in resources for route in resource.routes]
    answers: list[Shape] = [Problem]
    answers += [shape for route in routes for shape in route.replies.values() if shape]
    bodies = [route.body_model for route in routes if route.body_model]
    schemas = describe(answers, bodies, _REF)
    paths: dict[str, dict[str, Any]] = {}
    for resource in resources:
        for route in resource.routes:
            operation = _operation(resource.name, route, schemas)
            paths.setdefault(route.path, {})[route.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Boodle", "version": VERSION, "description": _DESCRIPTION},
        "tags": [{"name": one.name, "description": one.description} for one in resources],
        "paths": paths,
        "components": {
            "schemas": _in_markdown(dict(sorted(schemas.components.items()))),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
            },
        },
    }


def _in_markdown(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return schemas whose descriptions, which are docstrings, mark code as Markdown does."""
    for schema in schemas.values():
        if "description" in schema:
            schema["description"] = schema["description"].replace("``", "`")
    return schemas


def _operation(tag: str, route: Route, schemas: Schemas) -> dict[str, Any]:
    kinds = RIGHTS[route.right]
    example = examples().get(route.name, Example())
    operation: dict[str, Any] = {
        "operationId": route.name,
        "tags": [tag],
        "summary": route.summary,
        "description": f"Right: `{route.right}` ({', '.join(sorted(kinds))}).{_goes(route)}",
        **({"deprecated": True} if route.deprecated else {}),
        "parameters": list(_parameters(route)),
        "security": [{"token": []}, *([{}] if "anyone" in kinds else [])],
        "responses": _responses(route, schemas, example),
    }
    if body := route.body_model:
        operation["requestBody"] = {
            "required": not _may_be_empty(body),
            "content": {
                "application/json": {
                    "schema": schemas.ref(body),
                    **_shown(example.request),
                }
            },
        }
    return operation


def _goes(route: Route) -> str:
    """Return when an operation goes, if it does, and what there is instead."""
    if not (told := route.deprecated):
        return ""
    return f" Deprecated since {told.since}, goes {told.sunset}. {told.instead}"


def _may_be_empty(body: type[BaseModel]) -> bool:
    """Return whether nothing said is right, which is the same as an empty object."""
    try:
        body.model_validate({})
    except ValidationError:
        return False
    return True


def _shown(example: Any) -> dict[str, Any]:
    return {} if example is None else {"example": example}


def _parameters(route: Route) -> Iterable[dict[str, Any]]:
    for part in route.path.split("/"):
        if part.startswith("{"):
            name = part[1:-1]
            yield {
                "name": name,
                "in": "path",
                "required": True,
                "description": PARTS[name].meaning,
                "schema": _path_schema(name),
            }
    schema = route.query.model_json_schema()
    for name, field in schema.get("properties", {}).items():
        field.pop("title", None)
        said = {"description": field.pop("description")}
        yield {"name": name, "in": "query", "required": False, **said, "schema": field}
    if route.keyed:
        shortest = MIN_ANONYMOUS_KEY if "anyone" in RIGHTS[route.right] else 1
        yield {
            "name": "Idempotency-Key",
            "in": "header",
            "required": False,
            "description": "The same key with the same request gets the first answer again, "
            "for a day. Without a token it has at least 16 characters.",
            "schema": _STRING
            | {"minLength": shortest, "maxLength": MAX_KEY, "pattern": "^[ -~]*$"},
        }
    if route.method == "GET":
        yield {
            "name": "If-None-Match",
            "in": "header",
            "required": False,
            "description": "The ETag of what the caller has: 304 if it would be the same again.",
            "schema": _STRING,
        }
    for header in route.request_headers:
        yield {
            "name": header.name,
            "in": "header",
            "required": False,
            "description": header.description,
            "schema": _STRING,
        }


def _path_schema(name: str) -> dict[str, Any]:
    part = PARTS[name]
    if part.highest:
        return {"type": "integer", "minimum": 1, "maximum": part.highest}
    return {"type": "string", "pattern": f"^{part.pattern}$"}


def _responses(route: Route, schemas: Schemas, example: Example) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, shape in route.replies.items():
        content: dict[str, Any] = {}
        if shape:
            shown = _shown(example.responses.get(str(status)))
            content["application/json"] = {"schema": schemas.ref(shape), **shown}
        for media in route.other_media:
            content[media] = {"schema": {"type": "string"}, **_shown(example.text)}
        description = schemas.summary(shape) if shape else _WITHOUT_JSON[bool(route.other_media)]
        headers = (_ETAG if route.method == "GET" else {}) | (_REPLAYED if route.keyed else {})
        responses[str(status)] = {
            "description": description.replace("``", "`"),
            **({"headers": headers} if headers else {}),
            **({"content": content} if content else {}),
        }
    if route.method == "GET":
        responses["304"] = {
            "description": "What the caller has is what he would get.",
            "headers": _ETAG,
        }
    by_status: dict[int, list[str]] = {}
    for code in route.errors:
        by_status.setdefault(KINDS[code].status, []).append(code)
    for status, codes in sorted(by_status.items()):
        responses[str(status)] = {
            "description": "; ".join(_told(code) for code in codes),
            "headers": _LANGUAGE | (_RETRY_AFTER if status in (429, 503) else {}),
            "content": {
                MEDIA_TYPE: {
                    "schema": {
                        "allOf": [{"$ref": _REF.format(model="Problem")}],
                        "properties": {"type": {"enum": [URN + code for code in codes]}},
                    },
                    **_shown(example.responses.get(str(status))),
                }
            },
        }
    if route.deprecated:
        for response in responses.values():
            response["headers"] = response.get("headers", {}) | _DEPRECATED
    return responses


def _told(code: str) -> str:
    """Return what a kind of problem is, and what it tells beside."""
    kind = KINDS[code]
    beside = ", ".join(f"`{member}`" for member in kind.members)
    return f"`{code}`: {kind.title}" + (f" (may have {beside})" if beside else "")


def document_text(resources: Iterable[Resource]) -> str:
    """Return the document of ``resources`` as it is served and kept in ``openapi.json``."""
    return json.dumps(document(resources), indent=1, ensure_ascii=False, sort_keys=False) + "\n"
