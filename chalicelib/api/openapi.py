"""The OpenAPI 3.1 document, made from the route table that serves.

``python -m chalicelib.api.openapi`` writes ``openapi.json``; with ``--check`` it says instead
whether the file still is what the routes say.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from chalicelib.service.access import RIGHTS

from .answers import Problem
from .problems import KINDS, MEDIA_TYPE, URN
from .routing import MAX_KEY, NUMBERS, PATH_PARAMETERS, Route
from .version import VERSION

FILE: Final = Path("openapi.json")
_REF: Final = "#/components/schemas/{model}"

_DESCRIPTION: Final = (
    "Boodle keeps the score of leagues of the Michigan card-game family. Actions of a hand are "
    "numbered and put under their number: the same again is answered alike and counts once. "
    "Errors are problem+json (RFC 9457); programs go by `type`. Seats are counted from 1, "
    "clockwise; money is whole chips; times are UTC (RFC 3339)."
)


def document(routes: Iterable[Route]) -> dict[str, Any]:
    """Return the OpenAPI document of ``routes``."""
    routes = list(routes)
    wanted: dict[type[BaseModel], JsonSchemaMode] = {Problem: "serialization"}
    for route in routes:
        wanted |= {model: "serialization" for model in route.replies.values() if model}
        if route.body:
            wanted[route.body] = "validation"
    refs, schemas = models_json_schema(list(wanted.items()), ref_template=_REF)
    names = {model: refs[model, mode]["$ref"] for model, mode in wanted.items()}
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, names)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Boodle", "version": VERSION, "description": _DESCRIPTION},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas["$defs"].items())),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
            },
        },
    }


def _operation(route: Route, names: dict[type[BaseModel], str]) -> dict[str, Any]:
    kinds = RIGHTS[route.right]
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "description": f"Right: `{route.right}` ({', '.join(sorted(kinds))}).",
        "parameters": list(_parameters(route)),
        "security": [{"token": []}, *([{}] if "anyone" in kinds else [])],
        "responses": _responses(route, names),
    }
    if route.body:
        operation["requestBody"] = {
            "required": any(field.is_required() for field in route.body.model_fields.values()),
            "content": {"application/json": {"schema": {"$ref": names[route.body]}}},
        }
    return operation


def _parameters(route: Route) -> Iterable[dict[str, Any]]:
    for part in route.path.split("/"):
        if part.startswith("{"):
            name = part[1:-1]
            yield {"name": name, "in": "path", "required": True, "schema": _path_schema(name)}
    schema = route.query.model_json_schema()
    for name, field in schema.get("properties", {}).items():
        field.pop("title", None)
        yield {"name": name, "in": "query", "required": False, "schema": field}
    if route.keyed:
        yield {
            "name": "Idempotency-Key",
            "in": "header",
            "required": False,
            "description": "The same key with the same request gets the first answer again, "
            "for a day. Without a token it has at least 16 characters.",
            "schema": {"type": "string", "minLength": 1, "maxLength": MAX_KEY},
        }
    if route.method == "GET":
        yield {
            "name": "If-None-Match",
            "in": "header",
            "required": False,
            "schema": {"type": "string"},
        }
    if "deployment" in route.summary or route.name == "createLeague":
        yield {
            "name": "Boodle-Key",
            "in": "header",
            "required": False,
            "description": "The deployment's key.",
            "schema": {"type": "string"},
        }


def _path_schema(name: str) -> dict[str, Any]:
    if name in NUMBERS:
        return {"type": "integer", "minimum": 1, "maximum": NUMBERS[name]}
    return {"type": "string", "pattern": f"^{PATH_PARAMETERS[name]}$"}


def _responses(route: Route, names: dict[type[BaseModel], str]) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, model in route.replies.items():
        content: dict[str, Any] = {}
        if model:
            content["application/json"] = {"schema": {"$ref": names[model]}}
            for media in route.other_media:
                content[media] = {"schema": {"type": "string"}}
        answer: dict[str, Any] = {"description": (model.__doc__ or "") if model else "Done."}
        responses[str(status)] = {**answer, **({"content": content} if content else {})}
    if route.method == "GET":
        responses["304"] = {"description": "What the caller has is what he would get."}
    by_status: dict[int, list[str]] = {}
    for code in route.errors:
        by_status.setdefault(KINDS[code].status, []).append(code)
    for status, codes in sorted(by_status.items()):
        responses[str(status)] = {
            "description": "; ".join(f"`{code}`: {KINDS[code].title}" for code in codes),
            "content": {
                MEDIA_TYPE: {
                    "schema": {
                        "allOf": [{"$ref": _REF.format(model="Problem")}],
                        "properties": {"type": {"enum": [URN + code for code in codes]}},
                    }
                }
            },
        }
    return responses


@cache
def served() -> str:
    """Return the document of all routes, as it is served and kept in ``openapi.json``."""
    from .routes import ROUTES

    return json.dumps(document(ROUTES), indent=1, ensure_ascii=False, sort_keys=False) + "\n"


def main(argv: list[str] | None = None) -> int:
    """Write ``openapi.json``, or check it."""
    parser = argparse.ArgumentParser(description="Write openapi.json from the route table.")
    parser.add_argument("--check", action="store_true", help="fail if the file is not up to date")
    if not parser.parse_args(argv).check:
        FILE.write_text(served(), "utf-8")
        return 0
    if not FILE.exists() or FILE.read_text("utf-8") != served():
        print("openapi.json is not what the routes say; run: make openapi", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
