"""JSON Schemas of requests and answers, by pydantic.

Requests are pydantic models. Answers are ``TypedDict`` classes, whose docstrings and those of
their attributes are the descriptions, or named unions of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Final

from pydantic import BaseModel, ConfigDict, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core import core_schema
from typing_extensions import TypeAliasType

from chalicelib.api.http.forms import Formed
from chalicelib.api.http.lazy import LazyShape
from chalicelib.api.http.route import Shape

from .components import Json, in_markdown

_BUILDING: Final = Lock()
"""Docstrings are read by parsing source, which Python 3.11 allows on one thread at a time."""

_FORMS: Final = "x-forms"
_TOLD_BY: Final = "x-told-by"

ANSWERS: Final = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)
"""The configuration of the ``TypedDict`` classes of answers, which have none of their own."""


class _Generator(GenerateJsonSchema):
    """Writes schemas without titles, which only repeat the names, and without defaults of null."""

    def field_title_should_be_set(self, schema: object) -> bool:
        del schema
        return False

    def literal_schema(self, schema: core_schema.LiteralSchema) -> JsonSchemaValue:
        """Return the schema of constants; ``true`` is a boolean for languages without constants."""
        if len(schema["expected"]) == 1 and schema["expected"][0] is True:
            return {"type": "boolean", "not": {"const": False}}
        return super().literal_schema(schema)

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Return the schema of a model; the forms of one with several are added beside it."""
        json_schema = super().model_schema(schema)
        if issubclass(schema["cls"], Formed):
            forms = schema["cls"].forms(json_schema)
            described = {"description": json_schema.get("description", "")}
            return {**described, _FORMS: dict(forms.schemas), _TOLD_BY: forms.discriminator}
        return json_schema

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        json_schema = super().default_schema(schema)
        if json_schema.get("default", ...) is None:
            del json_schema["default"]
        return json_schema


@dataclass(frozen=True, slots=True)
class Schemas:
    """Schemas of a document.

    Attributes
    ----------
    components
        Name -> schema.
    """

    components: Json
    _refs: Mapping[type | TypeAliasType, JsonSchemaValue]

    def ref(self, shape: Shape) -> JsonSchemaValue:
        """Return the reference to the schema of a shape."""
        return self._refs[_resolved(shape)]

    def summary(self, shape: Shape) -> str:
        """Return the first line of a shape's description."""
        name = str(self.ref(shape)["$ref"]).rpartition("/")[2]
        return str(self.components[name].get("description", "")).partition("\n")[0]


def describe(answers: Iterable[Shape], bodies: Iterable[type[BaseModel]], ref: str) -> Schemas:
    """Return the schemas of answers and bodies, and of all their parts.

    Parameters
    ----------
    ref
        The form of a reference, with ``{model}`` for the name.
    """
    shapes = list(dict.fromkeys(map(_resolved, answers)))
    models = list(dict.fromkeys(bodies))
    everything = _adapter(*shapes)
    sent: list[tuple[type[BaseModel], JsonSchemaMode, TypeAdapter[BaseModel]]] = [
        (model, "validation", TypeAdapter(model)) for model in models
    ]
    found, definitions = TypeAdapter.json_schemas(
        [("answers", "serialization", everything), *sent],
        ref_template=ref,
        schema_generator=_Generator,
    )
    _, sent_definitions = TypeAdapter.json_schemas(sent, schema_generator=_Generator)
    closed = _with_forms(sent_definitions.get("$defs", {}), ref)
    components = _with_forms(definitions["$defs"], ref)
    for schema in components.values():
        schema.pop("title", None)
        if "description" in schema:
            schema["description"] = in_markdown(schema["description"])
        for field in schema.get("properties", {}).values():
            _say_default(field)
    for name in components.keys() - closed.keys():
        # Within v1 answers may get further members (docs/api.md), so these are not errors.
        components[name].pop("additionalProperties", None)
    refs = dict(zip(shapes, found["answers", "serialization"]["prefixItems"], strict=True))
    return Schemas(components, refs | {model: found[model, "validation"] for model in models})


def _say_default(field: Json) -> None:
    """Move a field's default into its description.

    Generators for TypeScript treat a field with a ``default`` as always present, which it need not
    be in a request.
    """
    if "default" in field:
        default = json.dumps(field.pop("default"), ensure_ascii=False)
        field["description"] = f"{field['description']} Default: `{default}`."


def _with_forms(definitions: Mapping[str, Json], ref: str) -> Json:
    """Return definitions in which a model with several forms is one of them."""
    found: Json = {}
    for name, schema in definitions.items():
        forms = schema.get(_FORMS)
        if forms is None:
            found[name] = schema
            continue
        refs = {form: {"$ref": ref.format(model=form)} for form in forms}
        union = {"description": schema["description"], "oneOf": list(refs.values())}
        if member := schema[_TOLD_BY]:
            union["discriminator"] = {
                "propertyName": member,
                "mapping": {
                    word: refs[form]["$ref"]
                    for form, part in forms.items()
                    for word in _constants(part["properties"][member])
                },
            }
        found |= {name: union, **forms}
    return found


def _constants(schema: Json) -> list[str]:
    return schema["enum"] if "enum" in schema else [schema["const"]]


def hold_to(shape: Shape, text: str) -> None:
    """Check an answer's text against its shape.

    Raises
    ------
    pydantic.ValidationError
        It is not such an answer, or says more.
    """
    with _BUILDING:
        adapter = _adapter(_resolved(shape))
    adapter.validate_json(f"[{text}]")


@cache
def _adapter(*shapes: type | TypeAliasType) -> TypeAdapter[object]:
    """Return the adapter of a list with one answer of each shape."""
    form = tuple.__class_getitem__(shapes)  # tuple[Answer, Other]
    return TypeAdapter(form, config=ANSWERS)  # type: ignore[arg-type]


def _resolved(shape: Shape) -> type | TypeAliasType:
    return shape.load() if isinstance(shape, LazyShape) else shape
