"""The JSON text of records: compact, and read member by member with type checks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import Enum, IntEnum
from itertools import chain
from typing import Final, TypeGuard, TypeVar

from chalicelib.json_value import Json

E = TypeVar("E", bound=Enum)
N = TypeVar("N", bound=IntEnum)

_DECODER: Final = json.JSONDecoder()
_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


class UnreadableRecord(ValueError):
    """The text of a record is damaged, or of a format that this version does not know."""


def compact(value: object) -> str:
    """Return JSON values as compact text, the form of stored records."""
    return _ENCODER.encode(value)


def read_json(text: str) -> Json:
    """Return the JSON value of a record's text.

    Raises
    ------
    UnreadableRecord
        The text is not JSON.
    """
    value: Json
    try:
        value, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableRecord(f"not JSON ({error}): {text[:20]!r}") from None
    if end < len(text):
        raise UnreadableRecord(f"more than JSON: {text[end : end + 20]!r}")
    return value


class Members:
    """The members of a JSON object, read by their types.

    A method whose name begins with ``optional`` returns ``None`` if the member is null or missing.

    Raises
    ------
    UnreadableRecord
        From every method: the member is missing, or of another type.
    """

    __slots__ = ("_members",)

    def __init__(self, value: Json) -> None:
        if not isinstance(value, dict):
            raise UnreadableRecord(f"no JSON object: {str(value)[:20]}")
        self._members: Mapping[str, Json] = value

    @classmethod
    def loads(cls, text: str, newest: int = 1) -> Members:
        """Return the members of a record's text.

        Parameters
        ----------
        newest
            The newest format the caller knows. A record that states no format has format 1.

        Raises
        ------
        UnreadableRecord
            The text is not a JSON object, or has an unknown format.
        """
        members = cls(read_json(text))
        if "format" in members._members and not 1 <= members.format <= newest:
            raise UnreadableRecord(f"format {members.format}, where {newest} is the newest known")
        return members

    @property
    def format(self) -> int:
        """The number of the record's format."""
        return self.whole("format") if "format" in self else 1

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def text(self, name: str) -> str:
        """Return a text."""
        value = self._members.get(name)
        if isinstance(value, str):
            return value
        raise self._wrong(name, "text")

    def optional_text(self, name: str) -> str | None:
        """Return a text, if there is one."""
        return None if self._members.get(name) is None else self.text(name)

    def whole(self, name: str) -> int:
        """Return a whole number."""
        value = self._members.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise self._wrong(name, "whole number")

    def optional_whole(self, name: str) -> int | None:
        """Return a whole number, if there is one."""
        return None if self._members.get(name) is None else self.whole(name)

    def flag(self, name: str) -> bool:
        """Return true or false."""
        value = self._members.get(name)
        if isinstance(value, bool):
            return value
        raise self._wrong(name, "true or false")

    def optional_flag(self, name: str) -> bool | None:
        """Return true or false, if either is there."""
        return None if self._members.get(name) is None else self.flag(name)

    def choice(self, name: str, choices: type[E]) -> E:
        """Return a member of an enumeration, by its value."""
        value = self.text(name)
        try:
            return choices(value)
        except ValueError:
            raise self._wrong(name, f"{choices.__name__} but {value[:20]!r}") from None

    def number_choice(self, name: str, choices: type[N]) -> N:
        """Return a member of an enumeration of numbers, by its number."""
        value = self.whole(name)
        try:
            return choices(value)
        except ValueError:
            raise self._wrong(name, f"{choices.__name__} but {value}") from None

    def values(self, name: str) -> Sequence[Json]:
        """Return a list of anything."""
        value = self._members.get(name)
        if isinstance(value, list):
            return value
        raise self._wrong(name, "list")

    def wholes(self, name: str) -> tuple[int, ...]:
        """Return a list of whole numbers."""
        return whole_numbers(self.values(name))

    def optional_wholes(self, name: str) -> tuple[int, ...] | None:
        """Return a list of whole numbers, if there is one."""
        return None if self._members.get(name) is None else self.wholes(name)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        values = self.values(name)
        texts = tuple(value for value in values if isinstance(value, str))
        if len(texts) < len(values):
            raise self._wrong(name, "list of texts")
        return texts

    def optional_texts(self, name: str) -> tuple[str, ...] | None:
        """Return a list of texts, if there is one."""
        return None if self._members.get(name) is None else self.texts(name)

    def rows(self, name: str, width: int | None = None) -> Sequence[Sequence[Json]]:
        """Return a list of lists that are not empty, each of this length if one is given."""
        values = self.values(name)
        rows = [
            row
            for row in values
            if isinstance(row, list) and row and (width is None or len(row) == width)
        ]
        if len(rows) < len(values):
            raise self._wrong(name, "list of lists")
        return rows

    def rows_of_wholes(self, name: str, width: int | None = None) -> Sequence[Sequence[int]]:
        """Return lists of whole numbers; see :meth:`rows`."""
        rows = self.rows(name, width)
        if not _are_rows_of_wholes(rows):
            raise self._wrong(name, "list of lists of whole numbers")
        return rows

    def each(self, name: str) -> Sequence[Members]:
        """Return the objects of a list."""
        return [Members(value) for value in self.values(name)]

    def mapping(self, name: str) -> Mapping[str, Json]:
        """Return an object with members of any type."""
        value = self._members.get(name)
        if isinstance(value, dict):
            return value
        raise self._wrong(name, "object")

    def within(self, name: str) -> Members:
        """Return the members of an object."""
        return Members(self.mapping(name))

    def optional_within(self, name: str) -> Members | None:
        """Return the members of an object, if there is one."""
        return None if self._members.get(name) is None else self.within(name)

    def all_wholes(self) -> Mapping[str, int]:
        """Return every member of this object: all are whole numbers."""
        return {name: self.whole(name) for name in self._members}

    def numbered(self) -> Mapping[int, str]:
        """Return the number of each member's name -> the name; every name is a number."""
        return {self._number(name): name for name in self._members}

    def by_number(self, name: str) -> Mapping[int, Members]:
        """Return the objects of an object whose members are named by numbers."""
        return {self._number(key): Members(value) for key, value in self.mapping(name).items()}

    def json(self, name: str) -> Json:
        """Return a member of any type."""
        if name in self._members:
            return self._members[name]
        raise self._wrong(name, "value")

    def _number(self, key: str) -> int:
        if key.isascii() and key.isdecimal():
            return int(key)
        raise UnreadableRecord(f"no number: {key[:20]!r}")

    def _wrong(self, name: str, due: str) -> UnreadableRecord:
        return UnreadableRecord(f"no {due} under {name!r}")


def whole_numbers(values: Sequence[Json]) -> tuple[int, ...]:
    """Return the whole numbers of a list.

    Raises
    ------
    UnreadableRecord
        The list holds anything else.
    """
    if not _are_whole(values):
        raise UnreadableRecord("not every value of a list is a whole number")
    return tuple(values)


def _are_whole(values: Sequence[Json]) -> TypeGuard[Sequence[int]]:
    return set(map(type, values)) <= {int}  # bool is excluded


def _are_rows_of_wholes(rows: Sequence[Sequence[Json]]) -> TypeGuard[Sequence[Sequence[int]]]:
    return set(map(type, chain.from_iterable(rows))) <= {int}  # once for all rows: there are many
