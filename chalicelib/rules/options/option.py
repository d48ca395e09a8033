"""One option of the rules: its declaration as a field of a group, and its values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, TypeAlias, TypeVar

from chalicelib.json_value import Json
from chalicelib.message import Message, say
from chalicelib.rules.errors import Malformed
from chalicelib.rules.layout import Space, parse_layout, plain_layout

Value: TypeAlias = bool | int | Enum | tuple[Space, ...] | None
"""The value of an option in :class:`~chalicelib.rules.options.rules.Rules`."""

Choice = TypeVar("Choice", bound=Enum)

CHIPS: Final = (0, 10_000)
"""Bounds of chips that are staked or paid at one time."""

Part: TypeAlias = Literal[
    "players", "layout", "deal", "widow", "held", "poker", "lead", "runs", "winning", "end",
    "misses", "game_end",
]  # fmt: skip
"""A section of the rules page."""

DECLARED: Final = "option"
"""The key of a field's metadata under which its :class:`Option` stands."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its dotted name, its section, its possible values, its default, its meaning.

    A field of a group declares it, with :func:`choice`, :func:`yes_or_no`, :func:`number`,
    :func:`limit` or :func:`spaces`.

    Attributes
    ----------
    values
        JSON form -> value, of an option with a fixed set of values.
    bounds
        The lowest and the highest number of a numeric option, both included.
    optional
        Whether the number may be ``null``.
    part
        The section of the rules page that ends with a sentence about the option's value. ``None``:
        the pages have sentences for it that depend on more than its value.
    unsaid
        A value for which the page has no sentence.
    """

    name: str
    section: str
    default: Value
    meaning: str
    values: Mapping[str | bool, Value] = field(default_factory=dict)
    bounds: tuple[int, int] | None = None
    optional: bool = False
    part: Part | None = None
    unsaid: Value = None

    @property
    def choices(self) -> tuple[str | bool, ...]:
        """The JSON forms of the values, of an option with a fixed set of values."""
        return tuple(self.values)

    def sentence(self, value: Value) -> str | None:
        """Return the message id of the sentence for this value, if there is one.

        It is ``page.``, the option's name and the choice, as in ``page.played_cards.open``. For a
        number the id ends with the name, and the number is the message's ``n``.
        """
        if self.part is None or value is None or value == self.unsaid:
            return None
        if self.bounds:
            return f"page.{self.name}"
        return f"page.{self.name}.{str(self.plain(value)).lower()}"

    @property
    def sentences(self) -> tuple[str, ...]:
        """The message ids of the sentences for all values of this option."""
        values = (self.bounds or ())[1:] or tuple(self.values.values())
        ids = map(self.sentence, values)
        return tuple(one for one in ids if one is not None)

    def parse(self, given: Json) -> Value:
        """Return the value that ``given`` stands for.

        Raises
        ------
        Malformed
            The option cannot have this value.
        """
        if given is None and self.optional:
            return None
        if self.values:
            return self._one_of(given)
        if self.bounds:
            return self._number(given, *self.bounds)
        return parse_layout(given)

    def plain(self, value: Value) -> Json:
        """Return the JSON form of a value of this option."""
        if isinstance(value, Enum):
            return str(value.value)
        return plain_layout(value) if isinstance(value, tuple) else value

    def _one_of(self, given: Json) -> Value:
        if isinstance(given, str | bool) and given in self.values:
            return self.values[given]
        raise Malformed(
            say(
                "option.choice",
                name=self.name,
                allowed=tuple(str(choice).lower() for choice in self.values),
                value=_written(given),
            )
        )

    def _number(self, given: Json, low: int, high: int) -> int:
        if isinstance(given, float) and given.is_integer():
            given = int(given)  # JSON does not tell 1.0 from 1
        if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
            raise Malformed(
                say(
                    "option.number",
                    name=self.name,
                    low=low,
                    high=high,
                    value=_written(given),
                )
            )
        return given


def choice(
    name: str,
    section: str,
    default: Choice,
    meaning: str,
    *,
    part: Part | None = None,
    unsaid: Choice | None = None,
) -> Choice:
    """Declare an option that is one of the members of an enum."""
    values: dict[str | bool, Value] = {str(member.value): member for member in type(default)}
    option = Option(name, section, default, meaning, values, part=part, unsaid=unsaid)
    return field(default=default, metadata={DECLARED: option})


def yes_or_no(
    name: str,
    section: str,
    default: bool,
    meaning: str,
    *,
    part: Part | None = None,
    unsaid: bool | None = None,
) -> bool:
    """Declare an option that is true or false."""
    values: dict[str | bool, Value] = {False: False, True: True}
    option = Option(name, section, default, meaning, values, part=part, unsaid=unsaid)
    return field(default=default, metadata={DECLARED: option})


def number(
    name: str,
    section: str,
    default: int,
    bounds: tuple[int, int],
    meaning: str,
    *,
    part: Part | None = None,
    unsaid: int | None = None,
) -> int:
    """Declare an option that is a whole number within ``bounds``, both included."""
    option = Option(name, section, default, meaning, bounds=bounds, part=part, unsaid=unsaid)
    return field(default=default, metadata={DECLARED: option})


def limit(
    name: str, section: str, bounds: tuple[int, int], meaning: str, *, part: Part | None = None
) -> int | None:
    """Declare an option that is a whole number within ``bounds``, or ``null`` for no limit."""
    option = Option(name, section, None, meaning, bounds=bounds, optional=True, part=part)
    return field(default=None, metadata={DECLARED: option})


def spaces(name: str, section: str, default: Sequence[Json], meaning: str) -> tuple[Space, ...]:
    """Declare an option that is a layout."""
    layout = parse_layout(default)
    return field(default=layout, metadata={DECLARED: Option(name, section, layout, meaning)})


def _written(value: Json) -> str | Message:
    """Return a value as JSON text, so that ``"1"`` in the place of a number shows as a string."""
    if value is None or isinstance(value, bool | int | float | str):
        return json.dumps(value, ensure_ascii=False)[:40]
    return say("option.such-a-thing")
