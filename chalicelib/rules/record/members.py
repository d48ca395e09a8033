"""Reading JSON objects member by member, each fault with the place where it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from chalicelib.rules.errors import Malformed, RulesError, say
from chalicelib.rules.options.rules import Rules

from .parts import LARGEST, whole

_LONGEST: Final = 4000
"""Characters of a text, such as the message of a deal with eight seeds."""

NEEDED: Final = object()


def read_json(text: str | bytes) -> Any:
    """Return the JSON value that ``text`` is, in UTF-8, every name once.

    Raises
    ------
    Malformed
        It is none.
    """
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        return json.loads(decoded, object_pairs_hook=_once, parse_constant=_no_number)
    except Malformed:
        raise
    except (ValueError, RecursionError) as error:
        raise Malformed(say("it cannot be read as JSON: {reason}", reason=str(error))) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed(say("{name!r} stands twice in one object", name=twice[:40]))
    return found


def _no_number(text: str) -> None:
    raise Malformed(say("{number} is no JSON number", number=text))


def wrong(at: str, error: RulesError) -> Malformed:
    """Return a fault with the place where it stands."""
    return Malformed(say("{at}: {problem}", at=at, problem=error.detail))


class Members:
    """The members of an object, taken one by one; what is left over is warned of."""

    def __init__(self, value: object, at: str, warnings: list[str]) -> None:
        if not isinstance(value, dict):
            raise wrong(at or "record", Malformed("an object is wanted"))
        self._value = value
        self.at = at
        self.warnings = warnings
        self._left = set(value)

    def __iter__(self) -> Iterator[str]:
        return iter(self._value)

    def path(self, name: str) -> str:
        """Return where a member stands."""
        return f"{self.at}.{name}" if self.at else name

    def take(self, name: str, default: object = NEEDED) -> Any:
        """Return a member as it is; without a default it has to be there."""
        self._left.discard(name)
        found = self._value.get(name, default)
        if found is NEEDED:
            raise wrong(self.path(name), Malformed("it is missing"))
        return found

    def has(self, name: str) -> bool:
        """Whether a member says something; ``null`` says the same as nothing."""
        return self._value.get(name) is not None

    def inner(self, name: str) -> Members:
        """Return a member that is an object."""
        return Members(self.take(name), self.path(name), self.warnings)

    def rows(self, name: str) -> list[Any]:
        """Return a member that is a list."""
        found = self.take(name)
        if not isinstance(found, list):
            raise wrong(self.path(name), Malformed("a list is wanted"))
        return found

    def number(self, name: str, low: int, high: int, default: object = NEEDED) -> int:
        """Return a member that is a whole number within these bounds."""
        found = self.take(name, default)
        try:
            return whole(found, low, high)
        except Malformed as error:
            raise wrong(self.path(name), error) from None

    def text(self, name: str) -> str:
        """Return a member that is a text."""
        found = self.take(name)
        if not isinstance(found, str) or len(found) > _LONGEST:
            raise wrong(
                self.path(name), Malformed(say("a text of up to {most} is wanted", most=_LONGEST))
            )
        return found

    def flag(self, name: str, default: object = NEEDED) -> bool:
        """Return a member that is true or false."""
        found = self.take(name, default)
        if not isinstance(found, bool):
            raise wrong(self.path(name), Malformed("true or false is wanted"))
        return found

    def chips(self, name: str, rules: Rules, default: object = NEEDED) -> tuple[int, ...]:
        """Return the chips on the spaces, by the names of these; a space left out has none."""
        members = Members(self.take(name, default), self.path(name), self.warnings)
        for space in members._left - set(rules.table.space_names):
            raise wrong(
                members.at,
                Malformed(
                    say(
                        "there is no space {space!r}; there are {spaces}",
                        space=space[:30],
                        spaces=rules.table.space_names,
                    )
                ),
            )
        return tuple(members.number(space, 0, LARGEST, 0) for space in rules.table.space_names)

    def end(self) -> None:
        """Warn of what nobody has taken."""
        for name in self._value:
            if name in self._left:
                self.warnings.append(
                    say("{at} is unknown to this version and left out", at=self.path(name[:40]))
                )
