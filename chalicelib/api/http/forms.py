"""Bodies that have one of several forms: one model reads them, a schema each describes them.

A model for each form would be read no quicker, and each takes its time when a Lambda starts.
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
        The member by whose constants they are told apart; ``None``: each needs a member that the
        others have not.
    """

    schemas: Mapping[str, Schema]
    discriminator: str | None = None


@runtime_checkable
class Formed(Protocol):
    """A model whose body has one of several forms."""

    @classmethod
    def forms(cls, schema: Schema) -> Forms:
        """Return the forms, made of the schema that has the members of them all."""


def form(
    schema: Schema,
    description: str,
    needed: Iterable[str],
    more: Iterable[str] = (),
    **instead: Schema,
) -> dict[str, Any]:
    """Return the schema of a form, which has some of a schema's members; none of them is null.

    Parameters
    ----------
    needed, more
        The members that it needs, and others that it may have.
    instead
        The schemas of members that are others here.
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
