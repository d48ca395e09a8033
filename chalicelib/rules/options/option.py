"""One option of the rules, and what it may be."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from chalicelib.rules.errors import Malformed, say
from chalicelib.rules.layout import parse_layout


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its dotted name, its section, what it may be, its default, its meaning.

    Exactly one of ``choices``, ``bounds`` (whole numbers, both ends included) and neither (a
    layout) says what it may be; a yes/no option has the choices ``False`` and ``True``.
    """

    name: str
    section: str
    default: Any
    meaning: str
    choices: tuple[Any, ...] = ()
    bounds: tuple[int, int] | None = None
    optional: bool = False

    @property
    def attribute(self) -> str:
        """The option's name as an attribute of :class:`Rules`."""
        return self.name.replace(".", "_")

    def check(self, value: object) -> Any:
        """Return ``value`` in its canonical form.

        Raises
        ------
        Malformed
            The option cannot have this value.
        """
        if value is None and self.optional:
            return None
        if self.choices:
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return value
            allowed = tuple(str(choice).lower() for choice in self.choices)
            raise Malformed(
                say(
                    "{name} is one of {allowed}; {value} is not",
                    name=self.name,
                    allowed=allowed,
                    value=_written(value),
                )
            )
        if self.bounds:
            low, high = self.bounds
            if isinstance(value, float) and value.is_integer():
                value = int(value)  # JSON does not tell 1.0 from 1
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise Malformed(
                    say(
                        "{name} is a whole number from {low} to {high}; {value} is not",
                        name=self.name,
                        low=low,
                        high=high,
                        value=_written(value),
                    )
                )
            return value
        return parse_layout(value)


def _written(value: object) -> str:
    """Return a value as JSON has it, so that a text in a number's place can be told."""
    if value is None or isinstance(value, bool | int | float | str):
        return json.dumps(value, ensure_ascii=False)[:40]
    return say("such a thing")
