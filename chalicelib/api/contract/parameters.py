"""The parameters of an operation: path, query and headers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chalicelib.api.http.conditions import MAX_KEY, MIN_ANONYMOUS_KEY
from chalicelib.api.http.paths import PARTS
from chalicelib.api.http.route import Route
from chalicelib.service.rights import RIGHTS

from .components import Components, Json, camel

STRING: Final = {"type": "string"}


def parameters(route: Route, shared: Components) -> Iterator[Json]:
    """Yield references to the parameters of a route's operation."""
    for part in route.path.split("/"):
        if part.startswith("{"):
            yield shared.share("parameters", camel(part[1:-1]), _of_path(part[1:-1]))
    schema = route.query_model.model_json_schema()
    for name, field in schema.get("properties", {}).items():
        field.pop("title", None)
        if field.get("default", ...) is None:
            del field["default"]
        if "anyOf" in field:  # null stands for a parameter that is left out
            (own,) = (one for one in field.pop("anyOf") if one != {"type": "null"})
            field.update(own)
        where = route.query_model.__name__.removesuffix("Query") + camel(name)
        yield shared.share("parameters", where, _parameter("query", name, field))
    yield from _headers(route, shared)


def _headers(route: Route, shared: Components) -> Iterator[Json]:
    def header(name: str, description: str, schema: Json, component: str | None = None) -> Json:
        field = {"description": description, **schema}
        return shared.share(
            "parameters", component or camel(name), _parameter("header", name, field)
        )

    if route.keyed:
        anonymous = "anyone" in RIGHTS[route.right]
        yield header(
            "Idempotency-Key",
            "The same key with the same request gets the first answer again, for a day. Without a "
            f"token it has at least {MIN_ANONYMOUS_KEY} characters.",
            STRING
            | {
                "minLength": MIN_ANONYMOUS_KEY if anonymous else 1,
                "maxLength": MAX_KEY,
                "pattern": "^[ -~]*$",
            },
            "AnonymousIdempotencyKey" if anonymous else None,
        )
    if route.conditional:
        yield header(
            "If-Match",
            "The ETag that the caller has seen: the change is made only if it is still current.",
            STRING,
        )
    if route.method == "GET":
        yield header(
            "If-None-Match",
            "The ETag of the caller's copy: 304 if it is still current.",
            STRING,
        )
    for one in route.request_headers:
        yield header(one.name, one.description, STRING)


def _of_path(name: str) -> Json:
    part = PARTS[name]
    schema: Json = STRING | {"pattern": f"^{part.pattern}$"}
    if part.highest:
        schema = {"type": "integer", "minimum": 1, "maximum": part.highest}
    return _parameter("path", name, {"description": part.meaning, **schema})


def _parameter(where: str, name: str, field: Json) -> Json:
    """Return a parameter; its description stands before its schema."""
    description = field.pop("description")
    return {
        "name": name,
        "in": where,
        "required": where == "path",
        "description": description,
        "schema": field,
    }
