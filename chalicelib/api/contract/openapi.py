"""The OpenAPI 3.1 document, made from the route table that serves.

``python -m chalicelib.api.contract.openapi`` writes ``openapi.json`` and ``docs/rights.md``; with
``--check`` it says instead whether the files still are what the routes say.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ValidationError
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from chalicelib.api.answers import Problem
from chalicelib.api.http.routing import MAX_KEY, MIN_ANONYMOUS_KEY, NUMBERS, PATH_PARAMETERS, Route
from chalicelib.api.problems.problem import KINDS, MEDIA_TYPE, URN
from chalicelib.api.version import VERSION
from chalicelib.service.access import RIGHTS

from .examples import Example, examples

FILE: Final = Path("openapi.json")
RIGHTS_FILE: Final = Path("docs/rights.md")
_REF: Final = "#/components/schemas/{model}"

_DESCRIPTION: Final = (
    "Boodle keeps the score of leagues of the Michigan card-game family. Actions of a hand are "
    "numbered and put under their number: the same again is answered alike and counts once. "
    "Errors are problem+json (RFC 9457); programs go by `type`. Seats are counted from 1, "
    "clockwise; money is whole chips; times are UTC (RFC 3339). Cards are written `10S`: 2 to 10, "
    "J, Q, K or A, and S, H, D or C. Titles and details of errors are in English, or in Russian "
    "where `Accept-Language` prefers it."
)

TAGS: Final = {
    "general": "Health, games, who one is, joining, this description.",
    "leagues": "Leagues and their standings.",
    "rules": "The rules of a game, as a page to play from.",
    "people": "The players of a league.",
    "credentials": "Tokens and join codes.",
    "rounds": "Rounds: drawing, opening, closing.",
    "tables": "Tables, between their hands.",
    "seats": "Seats: taken between hands, and their real chips counted.",
    "hands": "Hands: before the deal, the deal, what is seen of them.",
    "actions": "The actions of a hand: posting and reading them.",
}
"""The resources, by the module that handles them."""

_PARTS: Final = {
    "league": "The league's name, as createLeague gives it.",
    "table": "The table's name, as a round's `tables` give it.",
    "preset": "The game's name.",
    "player": "The player's number in the league.",
    "round": "The round's number in the league.",
    "hand": "The hand's number at the table.",
    "seat": "The seat, clockwise.",
    "number": "The action's number in the hand's log.",
    "subject": "Whose tokens, such as `player-7`.",
    "code_id": "The code's `code_id`, not the code.",
}

_BODILESS: Final = ("Done.", "A page to read.")

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


def document(routes: Iterable[Route]) -> dict[str, Any]:
    """Return the OpenAPI document of ``routes``."""
    routes = list(routes)
    wanted: dict[type[BaseModel], JsonSchemaMode] = {Problem: "serialization"}
    for route in routes:
        wanted |= {name.model(): "serialization" for name in route.replies.values() if name}
        if route.body_model:
            wanted[route.body_model] = "validation"
    refs, schemas = models_json_schema(list(wanted.items()), ref_template=_REF)
    names = {model: refs[model, mode]["$ref"] for model, mode in wanted.items()}
    _, sent = models_json_schema([pair for pair in wanted.items() if pair[1] == "validation"])
    for name in schemas["$defs"].keys() - sent["$defs"].keys():
        # Within v1 answers may come to say more (docs/api.md), so what more there is is not wrong.
        schemas["$defs"][name].pop("additionalProperties", None)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, names)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Boodle", "version": VERSION, "description": _DESCRIPTION},
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": _in_markdown(dict(sorted(schemas["$defs"].items()))),
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


def _operation(route: Route, names: dict[type[BaseModel], str]) -> dict[str, Any]:
    kinds = RIGHTS[route.right]
    tag = route.handler.__module__.split(".")[-2]
    assert tag in TAGS, tag
    example = examples().get(route.name, Example())
    operation: dict[str, Any] = {
        "operationId": route.name,
        "tags": [tag],
        "summary": route.summary,
        "description": f"Right: `{route.right}` ({', '.join(sorted(kinds))}).{_goes(route)}",
        **({"deprecated": True} if route.deprecated else {}),
        "parameters": list(_parameters(route)),
        "security": [{"token": []}, *([{}] if "anyone" in kinds else [])],
        "responses": _responses(route, names, example),
    }
    if route.body_model:
        operation["requestBody"] = {
            "required": not _may_be_empty(route.body_model),
            "content": {
                "application/json": {
                    "schema": {"$ref": names[route.body_model]},
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
                "description": _PARTS[name],
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
    if "deployment" in route.summary or route.name == "createLeague":
        yield {
            "name": "Boodle-Key",
            "in": "header",
            "required": False,
            "description": "The deployment's key.",
            "schema": _STRING,
        }


def _path_schema(name: str) -> dict[str, Any]:
    if name in NUMBERS:
        return {"type": "integer", "minimum": 1, "maximum": NUMBERS[name]}
    return {"type": "string", "pattern": f"^{PATH_PARAMETERS[name]}$"}


def _responses(route: Route, names: dict[type[BaseModel], str], example: Example) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, name in route.replies.items():
        model = name.model() if name else None
        content: dict[str, Any] = {}
        if model:
            shown = _shown(example.responses.get(str(status)))
            content["application/json"] = {"schema": {"$ref": names[model]}, **shown}
        for media in route.other_media:
            content[media] = {"schema": {"type": "string"}, **_shown(example.text)}
        said = (
            (model.__doc__ or "").partition("\n")[0]
            if model
            else _BODILESS[bool(route.other_media)]
        )
        headers = (_ETAG if route.method == "GET" else {}) | (_REPLAYED if route.keyed else {})
        responses[str(status)] = {
            "description": said.replace("``", "`"),
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


@cache
def served() -> str:
    """Return the document of all routes, as it is served and kept in ``openapi.json``."""
    from chalicelib.api.routes import ROUTES  # which stand on the module that serves this

    return json.dumps(document(ROUTES), indent=1, ensure_ascii=False, sort_keys=False) + "\n"


def main(argv: list[str] | None = None) -> int:
    """Write ``openapi.json`` and ``docs/rights.md``, or check them."""
    from .docs_page import rights

    parser = argparse.ArgumentParser(description="Write what is generated from the route table.")
    parser.add_argument("--check", action="store_true", help="fail if a file is not up to date")
    check = parser.parse_args(argv).check
    stale = False
    for file, text in ((FILE, served()), (RIGHTS_FILE, rights())):
        if not check:
            file.write_text(text, "utf-8")
        elif not file.exists() or file.read_text("utf-8") != text:
            print(f"{file} is not what the routes say; run: make openapi", file=sys.stderr)
            stale = True
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
