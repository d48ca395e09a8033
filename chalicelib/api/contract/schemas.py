"""JSON Schemas of what is sent and answered, by pydantic.

Requests are pydantic models. Answers are ``TypedDict`` classes, whose docstrings and those of
their attributes are the descriptions, or named unions of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Final

from pydantic import BaseModel, ConfigDict, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core import core_schema
from typing_extensions import TypeAliasType

from chalicelib.api.http.route import AnswerName, Shape

from .components import Json, in_markdown

_BUILDING: Final = Lock()
"""Docstrings are read by parsing source, in which Python 3.11 bears one thread at a time."""

ANSWERS: Final = ConfigDict(strict=True, extra="forbid", use_attribute_docstrings=True)
"""What holds for the ``TypedDict`` classes of answers, which declare nothing themselves."""


class _Generator(GenerateJsonSchema):
    """Writes what a reader needs: no titles, which repeat the names, and no default of null."""

    def field_title_should_be_set(self, schema: object) -> bool:
        del schema
        return False

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
    """Return the schemas of answers and of bodies, and of all that they are made of.

    Parameters
    ----------
    ref
        How a reference is written, with ``{model}`` for the name.
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
    _, sent_definitions = TypeAdapter.json_schemas(sent)
    components = definitions["$defs"]
    for schema in components.values():
        schema.pop("title", None)
        if "description" in schema:
            schema["description"] = in_markdown(schema["description"])
    for name in components.keys() - sent_definitions.get("$defs", {}).keys():
        # Within v1 answers may come to say more (docs/api.md), so what more there is is not wrong.
        components[name].pop("additionalProperties", None)
    refs = dict(zip(shapes, found["answers", "serialization"]["prefixItems"], strict=True))
    return Schemas(components, refs | {model: found[model, "validation"] for model in models})


def hold_to(shape: Shape, text: str) -> None:
    """Hold an answer's text to its shape.

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
    return shape.model() if isinstance(shape, AnswerName) else shape
