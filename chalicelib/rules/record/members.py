"""Reading JSON objects member by member; every fault names its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final, NoReturn

from chalicelib.json_value import Json
from chalicelib.message import Message, say
from chalicelib.rules.actions import LARGEST, whole
from chalicelib.rules.errors import Malformed, RulesError
from chalicelib.rules.options.rules import Rules

_LONGEST: Final = 4000
"""The most characters of a text, such as the message of a deal with eight seeds."""


def read_json(text: str | bytes) -> Json:
    """Return the JSON value of ``text``, which is UTF-8 and has each name once in an object.

    Raises
    ------
    Malformed
        It is not such a text.
    """
    try:
        decoded = text.decode(json.detect_encoding(text)) if isinstance(text, bytes) else text
        found: Json = json.loads(decoded, object_pairs_hook=_once, parse_constant=_no_number)
    except Malformed:
        raise
    except UnicodeDecodeError:
        raise Malformed(say("record.not-text")) from None
    except (ValueError, RecursionError) as error:
        raise Malformed(say("record.not-json", reason=str(error))) from None
    return found


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed(say("record.member-twice", name=twice[:40]))
    return found


def _no_number(text: str) -> NoReturn:
    raise Malformed(say("record.no-number", number=text))


def wrong(at: str, error: RulesError) -> Malformed:
    """Return the error of a fault and its place."""
    return Malformed(say("fault.at", at=at, problem=error.detail))


class Members:
    """The members of an object, taken one by one; those left over get a warning.

    ``null`` is the same as leaving a member out.

    Parameters
    ----------
    value
        The object.
    at
        Its place in the record.
    warnings
        The list to which warnings are added.

    Raises
    ------
    Malformed
        ``value`` is not an object. Each method raises it too, where a member is wrong.
    """

    def __init__(self, value: Json, at: str, warnings: list[Message]) -> None:
        if not isinstance(value, dict):
            raise wrong(at or "record", Malformed(say("record.object")))
        self.members: dict[str, Json] = value
        self.at = at
        self.warnings = warnings
        self._left = set(value)

    def __iter__(self) -> Iterator[str]:
        return iter(self.members)

    def path(self, name: str) -> str:
        """Return the place of a member."""
        return f"{self.at}.{name}" if self.at else name

    def maybe(self, name: str) -> Json:
        """Return a member of any type; ``None`` if it is left out."""
        self._left.discard(name)
        return self.members.get(name)

    def take(self, name: str) -> Json:
        """Return a required member of any type."""
        if name not in self.members:
            raise wrong(self.path(name), Malformed(say("record.missing")))
        return self.maybe(name)

    def inner(self, name: str) -> Members:
        """Return a member that is an object."""
        return Members(self.take(name), self.path(name), self.warnings)

    def maybe_inner(self, name: str) -> Members | None:
        """Return a member that is an object; ``None`` if it is left out."""
        return None if self.maybe(name) is None else self.inner(name)

    def rows(self, name: str) -> list[Json]:
        """Return a member that is a list."""
        found = self.take(name)
        if not isinstance(found, list):
            raise wrong(self.path(name), Malformed(say("record.list")))
        return found

    def maybe_rows(self, name: str) -> list[Json] | None:
        """Return a member that is a list; ``None`` if it is left out."""
        return None if self.maybe(name) is None else self.rows(name)

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """Return a member that is a whole number within these bounds."""
        if default is not None and name not in self.members:
            return default
        try:
            return whole(self.take(name), low, high)
        except Malformed as error:
            if name not in self.members:
                raise
            raise wrong(self.path(name), error) from None

    def text(self, name: str, most: int = _LONGEST) -> str:
        """Return a member that is a text of at most so many characters."""
        found = self.take(name)
        if not isinstance(found, str) or len(found) > most:
            raise wrong(self.path(name), Malformed(say("record.text", most=most)))
        return found

    def maybe_text(self, name: str) -> str | None:
        """Return a member that is a text; ``None`` if it is left out."""
        return None if self.maybe(name) is None else self.text(name)

    def flag(self, name: str, default: bool) -> bool:
        """Return a member that is true or false."""
        found = self.take(name) if name in self.members else default
        if not isinstance(found, bool):
            raise wrong(self.path(name), Malformed(say("record.boolean")))
        return found

    def chips(self, name: str, rules: Rules, *, needed: bool = True) -> tuple[int, ...]:
        """Return the chips on the spaces, by the names of the spaces; a space left out has none."""
        if not needed and name not in self.members:
            return (0,) * len(rules.table.space_names)
        members = self.inner(name)
        given = {space: members.number(space, 0, LARGEST) for space in members}
        try:
            placed = rules.table.placement(given)
        except Malformed as error:
            raise wrong(members.at, error) from None
        return tuple(placed.get(space, 0) for space in range(len(rules.table.space_names)))

    def end(self) -> None:
        """Warn of the members that were not taken."""
        for name in self.members:
            if name in self._left:
                self.warnings.append(say("record.member-unknown", at=self.path(name[:40])))
