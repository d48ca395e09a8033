"""Pages for people: the OpenAPI document as a page, and the rights as a matrix.

The page loads nothing and needs no script. Its content is that of the document; this module only
lays it out. The matrix is stored in ``docs/rights.md``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from chalicelib.api.http.route import Route
from chalicelib.rules.actions import POSTERS, Recording, Role
from chalicelib.service.rights import RIGHTS

from .components import Json

_SCHEMAS: Final = "#/components/schemas/"
_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:auto;padding:1rem;color:#222}"
    "h2{margin-top:3rem;border-bottom:2px solid}h3{margin:2.5rem 0 0;font-size:1rem}"
    "code,pre{font-family:ui-monospace,monospace;font-size:.875em}code{background:#f2f2f2}"
    "pre{background:#f2f2f2;padding:.75rem;overflow:auto;max-height:30rem}pre code{padding:0}"
    "table{border-collapse:collapse;width:100%;margin:.5rem 0}"
    "th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;"
    "border-bottom:1px solid #ddd}summary{cursor:pointer}b.method{display:inline-block;"
    "min-width:4rem}a{color:#05c}ul{padding-left:1.25rem}"
    "@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}"
    "code,pre{background:#2a2a2a}th,td{border-color:#444}a{color:#8bf}}"
)


def _text(text: str) -> str:
    """Return a text of the document as HTML; text in backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _type(schema: Json) -> str:
    """Return a schema in a few words, with links to those that it names."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#schema-{name}">{name}</a>'
    for word in ("anyOf", "oneOf", "allOf"):
        if word in schema:
            return " or ".join(_type(part) for part in schema[word])
    if "const" in schema:
        return f"<code>{escape(json.dumps(schema['const']))}</code>"
    if "enum" in schema:
        return " or ".join(f"<code>{escape(json.dumps(one))}</code>" for one in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_type(schema['items'])}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    return f"{escape(kind)}{_bounds(schema)}"


def _bounds(schema: Json) -> str:
    for low, high, unit in (("minimum", "maximum", ""), ("minLength", "maxLength", " characters")):
        least, most = schema.get(low), schema.get(high)
        if least is not None and most is not None:
            return f" ({least}{unit})" if least == most else f" ({least} to {most}{unit})"
        if most is not None:
            return f" (at most {most}{unit})"
        if least is not None:
            return f" (at least {least}{unit})"
    return f" ({escape(schema['format'])})" if "format" in schema else ""


def _rows(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    body = "".join("<tr>" + "".join(f"<td>{cell}" for cell in row) for row in rows)
    return "<table><tr>" + "".join(f"<th>{name}" for name in head) + f"{body}</table>"


def _example(media: Json, title: str) -> str:
    if "example" not in media:
        return ""
    shown = media["example"]
    if not isinstance(shown, str):
        shown = json.dumps(shown, indent=1, ensure_ascii=False)
    shown = escape(shown)
    return f"<details><summary>{title}</summary><pre><code>{shown}</code></pre></details>"


def _followed(part: Any, document: Json) -> Any:
    """Return a part of the document with its references resolved, except those to schemas."""
    if isinstance(part, list):
        return [_followed(one, document) for one in part]
    if not isinstance(part, dict):
        return part
    ref = part.get("$ref", "")
    if ref and not ref.startswith(_SCHEMAS):
        for name in ref.removeprefix("#/").split("/"):
            document = document[name]
        return document
    return {name: _followed(one, document) for name, one in part.items()}


def _operation(method: str, path: str, operation: Json) -> Iterator[str]:
    name = escape(operation["operationId"])
    yield f'<h3 id="{name}"><b class="method">{method.upper()}</b> <code>{escape(path)}</code></h3>'
    token = "" if {} in operation["security"] else " Takes a token."
    yield f"<p>{_text(operation['summary'])}. {_text(operation['description'])}{token}"
    yield f" <small><code>{name}</code></small></p>"
    parameters = operation["parameters"]
    if parameters:
        yield _rows(
            ("Parameter", "In", "Type", "Meaning"),
            (
                (
                    f"<code>{escape(one['name'])}</code>",
                    escape(one["in"]),
                    _type(one["schema"]),
                    _text(one.get("description", "")) + _default(one["schema"]),
                )
                for one in parameters
            ),
        )
    for media in operation.get("requestBody", {}).get("content", {}).values():
        yield f"<p>Body: {_type(media['schema'])}</p>{_example(media, 'Example')}"
    yield _rows(("Status", "Answer"), _answers(operation["responses"]))


def _default(schema: Json) -> str:
    left_out = schema.get("default")
    return "" if left_out is None else f" Else <code>{escape(json.dumps(left_out))}</code>."


def _answers(responses: Json) -> Iterator[tuple[str, str]]:
    for status, answer in responses.items():
        text = _text(answer["description"]).replace("; <code>", "<br><code>")
        for media, content in answer.get("content", {}).items():
            if "problem" not in media:
                text += f"<br>{escape(media)}: {_type(content['schema'])}"
            text += _example(content, "Example")
        yield status, text


def _schema(name: str, schema: Json) -> Iterator[str]:
    yield f'<h3 id="schema-{name}">{name}</h3><p>{_text(schema.get("description", ""))}</p>'
    needed = set(schema.get("required", ()))
    if "properties" in schema:
        yield _rows(
            ("Field", "Type", "Meaning"),
            (
                (
                    f"<code>{escape(field)}</code>" + ("" if field in needed else " (optional)"),
                    _type(part),
                    _text(part.get("description", "")) + _default(part),
                )
                for field, part in schema["properties"].items()
            ),
        )
    elif "anyOf" in schema or "oneOf" in schema:
        yield f"<p>{_type(schema)}</p>"


def _page(document: Json) -> Iterator[str]:
    info = document["info"]
    title = f"{escape(info['title'])} {escape(info['version'])}"
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>{title}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>{title}</h1><p>{_text(info['description'])}</p>"
    yield '<p>For programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>'
    by_tag: dict[str, list[tuple[str, str, Json]]] = {}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            whole = _followed(operation, document)
            by_tag.setdefault(operation["tags"][0], []).append((method, path, whole))
    for tag in document["tags"]:
        yield f"<p><b>{escape(tag['name'])}</b>: "
        yield ", ".join(
            f'<a href="#{escape(operation["operationId"])}">{escape(operation["operationId"])}</a>'
            for _, _, operation in by_tag[tag["name"]]
        )
        yield "</p>"
    for tag in document["tags"]:
        yield f"<h2>{escape(tag['name'])}</h2><p>{_text(tag['description'])}</p>"
        for method, path, operation in by_tag[tag["name"]]:
            yield from _operation(method, path, operation)
    yield "<h2>Schemas</h2>"
    for name, schema in document["components"]["schemas"].items():
        yield from _schema(escape(name), schema)
    yield "</body></html>\n"


def page(text: str) -> str:
    """Return the page of a document, which is given as its text."""
    return "".join(_page(json.loads(text)))


_KINDS: Final = ("anyone", "viewer", *Role)

_RIGHTS: Final = """# Who may do what

Written by `make openapi` from the tables that are enforced (`RIGHTS` in
`chalicelib/service/rights.py`, and the table of verbs in `chalicelib/rules/actions/table.py`); do
not edit it.

A token has one kind and is valid in one league only. *anyone* is a caller without a token. The
pages of a private league (`page.read`) are for its own tokens; other callers get 404.

## Rights

Each operation needs one right; the table names the operations by `operationId`.

{rights}

Beyond the table: a league is recovered only with the deployment's key. It is created with that
key, on a laptop also by a request from the laptop itself, and by anyone where the deployment is
open to all. A scorer acts at the scorer's own table only, and a player only where he sits: he acts
and places stakes for his own seat, names the amount and deals when it is his turn to deal, and sees
only his own cards. A player leaves only his own seat, and may take none but by coming back;
substitutes (`joinTable`) are seated by a director or an organiser.

## Actions

Posting an action (`hand.act`) depends on its verb, too. Where the cards are known (`dealt`,
`entered`):

{verbs}

Players act for their own seat, and may post `stop` and `follow` only once the league's play clock
has run out. Nobody takes back an action that he posted himself, and every `undo` needs a reason,
which is public. Where deals are entered, the one who entered the deal of a hand may post every verb
of a seat for every seat, and take back any of them without a reason.

With real cards (`observed`):

{observed}

Players act for their own seat. A scorer may take back any action, and all after it. At a table that
is recorded by score sheets (`result`) there is only `abandon`, for directors and organisers.
"""


def _matrix(
    head: str, rights: Iterable[tuple[str, Collection[str]]], more: Mapping[str, str]
) -> str:
    """Return a table of rights in Markdown; ``more`` is its last column, if any."""
    last = ["operations"] if more else []
    lines = [[head, *_KINDS, *last], ["---", *[":---:"] * len(_KINDS), *["---" for _ in last]]]
    for name, kinds in rights:
        marks = ["✓" if kind in kinds else "" for kind in _KINDS]
        lines.append([f"`{name}`", *marks, *([more[name]] if more else [])])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def rights(routes: Sequence[Route]) -> str:
    """Return the matrix of rights, as ``docs/rights.md`` has it."""
    operations = {
        right.value: ", ".join(f"`{route.name}`" for route in routes if route.right is right)
        for right in RIGHTS
    }
    return _RIGHTS.format(
        rights=_matrix("right", RIGHTS.items(), operations),
        verbs=_matrix("verb", POSTERS[Recording.DEALT].items(), {}),
        observed=_matrix("verb", POSTERS[Recording.OBSERVED].items(), {}),
    )
