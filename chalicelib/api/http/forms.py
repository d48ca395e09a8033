"""Bodies with several forms: one model reads them, and each form has a schema.

A model for each form is not faster to read, and each costs time when a Lambda starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

Schema: TypeAlias = Mapping[str, Any]
"""A JSON Schema."""


class Forms(NamedTuple):
    """The forms of a body.

    Attributes
    ----------
    schemas
        Name -> the schema of a form.
    discriminator
        The member whose constants distinguish them; ``None``: each requires a member that the
        others do not have.
    """

    schemas: Mapping[str, Schema]
    discriminator: str | None = None


@runtime_checkable
class Formed(Protocol):
    """A model whose body has one of several forms."""

    @classmethod
    def forms(cls, schema: Schema) -> Forms:
        """Return the forms, made from a schema with the members of all of them."""


def form(
    schema: Schema,
    description: str,
    needed: Iterable[str],
    more: Iterable[str] = (),
    **instead: Schema,
) -> dict[str, Any]:
    """Return the schema of a form, with some members of a schema, none of which is null.

    Parameters
    ----------
    needed, more
        The required members, and the optional ones.
    instead
        The schemas of members that differ in this form.
    """
    needed = list(needed)
    members = {name: instead.get(name, schema["properties"][name]) for name in (*needed, *more)}
    return {
        "description": description,
        "type": "object",
        "properties": {name: _not_null(member) for name, member in members.items()},
        "required": needed,
        "additionalProperties": False,
    }


def _not_null(schema: Schema) -> dict[str, Any]:
    parts = [part for part in schema.get("anyOf", ()) if part != {"type": "null"}]
    if len(parts) != 1:
        return dict(schema)
    return {**parts[0], **{name: part for name, part in schema.items() if name != "anyOf"}}
