"""The parts of a document that its operations share, each written once under a name."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]
"""A JSON object of the document."""

SCHEMA_REF: Final = "#/components/schemas/{model}"


class Components:
    """Collects the shared parts: parameters, headers, responses and schemas.

    Two parts of the same name must be the same.
    """

    def __init__(self) -> None:
        self._parts: dict[str, Json] = {}

    def share(self, section: str, name: str, part: Json) -> Json:
        """Keep a part under a name, and return the reference to it.

        Raises
        ------
        ValueError
            Another part has the name.
        """
        kept = self._parts.setdefault(section, {}).setdefault(name, part)
        if kept != part:
            raise ValueError(f"two different {section} are named {name}")
        return {"$ref": f"#/components/{section}/{name}"}

    def sections(self) -> Json:
        """Return everything that was collected, by section and name."""
        return {
            section: dict(sorted(parts.items())) for section, parts in sorted(self._parts.items())
        }


def camel(code: str) -> str:
    """Return a name in one word.

    Examples
    --------
    >>> camel("against-the-rules"), camel("next_after"), camel("If-None-Match")
    ('AgainstTheRules', 'NextAfter', 'IfNoneMatch')
    """
    return "".join(word[:1].upper() + word[1:] for word in code.replace("_", "-").split("-"))


def in_markdown(text: str) -> str:
    """Return a docstring's text with its code marked up in Markdown."""
    return text.replace("``", "`")
