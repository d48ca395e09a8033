"""The OpenAPI 3.1 document, made from the route table that serves requests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final

from pydantic import BaseModel, ValidationError

from chalicelib.api.http.body import MERGE_PATCH
from chalicelib.api.http.negotiation import JSON
from chalicelib.api.http.route import Resource, Route, Shape
from chalicelib.api.problems.answers import Problem
from chalicelib.api.version import VERSION
from chalicelib.service.rights import RIGHTS

from .components import SCHEMA_REF, Components, Json
from .examples import Example, examples
from .links import links
from .parameters import parameters
from .problems import Members, describe_problems
from .responses import responses, shown
from .schemas import Schemas, describe

_DESCRIPTION: Final = (
    "Boodle keeps the score of leagues of the Michigan card-game family. Each action of a hand is "
    "posted under its number: a repeat gets the same answer and counts once. "
    "Errors are problem+json (RFC 9457); clients decide by `type`. Seats are counted from 1, "
    "clockwise; money is whole chips; times are UTC (RFC 3339). Cards are written `10S`: 2 to 10, "
    "J, Q, K or A, and S, H, D or C. Titles and details of errors are in English, or in Russian "
    "where `Accept-Language` prefers it. Every answer has `X-Request-Id`, the request's own or one "
    "of the server's; the server's log has it too."
)


def document(resources: Iterable[Resource]) -> Json:
    """Return the OpenAPI document of ``resources``."""
    resources = list(resources)
    routes = [route for resource in resources for route in resource.routes]
    answers: list[Shape] = [Problem, Members]
    answers += [shape for route in routes for shape in route.replies.values() if shape]
    bodies = [route.body_model for route in routes if route.body_model]
    schemas = describe(answers, bodies, SCHEMA_REF)
    shared = Components()
    operations = {route.name: route.path for route in routes}
    describe_problems(schemas, shared)
    paths: Json = {}
    for resource in resources:
        for route in resource.routes:
            operation = _operation(resource.name, route, operations, schemas, shared)
            paths.setdefault(route.path, {})[route.method.lower()] = operation
    for name, schema in schemas.components.items():
        shared.share("schemas", name, schema)
    security = {"token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Boodle",
            "version": VERSION,
            "description": _DESCRIPTION,
            "contact": {"name": "The developers of Boodle"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "..", "description": "The address of this document without `/v1`."}],
        "tags": [{"name": one.name, "description": one.description} for one in resources],
        "paths": paths,
        "components": {**shared.sections(), "securitySchemes": security},
    }


def _operation(
    tag: str, route: Route, paths: Mapping[str, str], schemas: Schemas, shared: Components
) -> Json:
    kinds = RIGHTS[route.right]
    example = examples().get(route.name, Example())
    operation: Json = {
        "operationId": route.name,
        "tags": [tag],
        "summary": route.summary,
        "description": f"Right: `{route.right}` ({', '.join(sorted(kinds))})."
        f"{_patched(route)}{_goes(route)}",
        **({"deprecated": True} if route.deprecated else {}),
        "parameters": list(parameters(route, shared)),
        "security": [{"token": []}, *([{}] if "anyone" in kinds else [])],
        "responses": responses(route, links(route, paths, shared), schemas, shared, example),
    }
    if body := route.body_model:
        media = {"schema": schemas.ref(body), **shown(example.request)}
        operation["requestBody"] = {
            "required": not _may_be_empty(body),
            "content": {JSON: media},
        }
    return operation


def _patched(route: Route) -> str:
    """Return the sentence about the other media type of a change.

    It is not a second media type of the body, because openapi-python-client fails on that.
    """
    return f" The body's media type may also be `{MERGE_PATCH}`." if route.method == "PATCH" else ""


def _goes(route: Route) -> str:
    """Return the sentences about an operation's deprecation, if it is deprecated."""
    if not (deprecated := route.deprecated):
        return ""
    return f" Deprecated since {deprecated.since}, goes {deprecated.sunset}. {deprecated.instead}"


def _may_be_empty(body: type[BaseModel]) -> bool:
    """Return whether an empty body is valid, which is the same as an empty object."""
    try:
        body.model_validate({})
    except ValidationError:
        return False
    return True


def document_text(resources: Iterable[Resource]) -> str:
    """Return the text of the document of ``resources``, as served and as in ``openapi.json``."""
    return json.dumps(document(resources), indent=1, ensure_ascii=False) + "\n"
