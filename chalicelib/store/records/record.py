"""The common parts of stored records: their places, reading and writing.

A record is a frozen dataclass in a module of its own. It states the number of its format; ``dumps``
writes it and ``loads`` reads it, older formats included. A class method ``at`` returns the place of
a record, and where there are many, another returns their :class:`Series`::

    stored = PlayerRecord.at(league, 7).read(store)
    if stored is not None:
        store.commit([stored.put(replace(stored.record, name="Anna"))])

A league's records share its partition, a table's share the table's. Numbers in sort keys are
padded, because sort keys are compared as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from chalicelib.store.port import Delete, Item, Key, Put, Store

from .members import UnreadableRecord

_STEP: Final = 1000
"""How many items a series reads at once."""


class Record(Protocol):
    """A stored record.

    A text without a format number has format 1; the number is written from format 2 on.
    """

    FORMAT: ClassVar[int]

    def dumps(self) -> str:
        """Return the record's text, in the newest format."""
        ...

    @classmethod
    def loads(cls, text: str) -> Self:
        """Return the record of a text in any known format.

        Raises
        ------
        UnreadableRecord
            The text is damaged, or has an unknown format.
        """
        ...


R = TypeVar("R", bound=Record)
T = TypeVar("T")


class Stored(NamedTuple, Generic[R]):
    """A record as read: with its key, its version and when it expires (epoch seconds)."""

    key: Key
    record: R
    version: int
    expires: int | None = None

    def put(self, record: R) -> Put:
        """Return the write that replaces the record, if nobody else has written since."""
        return Put(self.key, record.dumps(), self.version, self.expires)

    def touch(self) -> Put:
        """Return a write that changes only the version, so that one of two commits fails."""
        return self.put(self.record)

    def delete(self) -> Delete:
        """Return the write that removes the record, if nobody else has written since."""
        return Delete(self.key, self.version)


class At(NamedTuple, Generic[R]):
    """The place of a record of a certain kind."""

    key: Key
    kind: type[R]

    def read(self, store: Store) -> Stored[R] | None:
        """Return the record, if there is one."""
        item = store.get([self.key]).get(self.key)
        return None if item is None else self.stored(item)

    def create(self, record: R, expires: int | None = None) -> Put:
        """Return the write of a new record."""
        return Put(self.key, record.dumps(), None, expires)

    def put(self, record: R, over: Stored[R] | None, expires: int | None = None) -> Put:
        """Return the write that replaces ``over``, or creates the record if it is ``None``."""
        return Put(self.key, record.dumps(), None if over is None else over.version, expires)

    def stored(self, item: Item) -> Stored[R]:
        """Return the record of an item that was read from here.

        Raises
        ------
        UnreadableRecord
            The text is damaged, or has an unknown format.
        """
        return _stored(self.kind, item)


class Found:
    """The result of reading several records."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[Key, Item]) -> None:
        self._items = items

    def get(self, at: At[R]) -> Stored[R] | None:
        """Return the record at a place, if there is one."""
        item = self._items.get(at.key)
        return None if item is None else at.stored(item)

    def __getitem__(self, at: At[R]) -> Stored[R]:
        return at.stored(self._items[at.key])

    def __contains__(self, at: At[R]) -> bool:
        return at.key in self._items


class Kept(Protocol):
    """Anything with a key, so that records of different kinds can be read together."""

    @property
    def key(self) -> Key:
        """Its key."""
        ...


def read(store: Store, *places: Kept) -> Found:
    """Return the records of several places (at most 100), with one read."""
    return Found(store.get([at.key for at in places]))


class Page(NamedTuple, Generic[R]):
    """Some records of a series, in its order, and whether more follow."""

    records: tuple[Stored[R], ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Series(Generic[R]):
    """All records of a kind in a partition: those whose sort keys begin with ``prefix``."""

    partition: str
    prefix: str
    kind: type[R]

    def __contains__(self, key: Key) -> bool:
        return key.partition == self.partition and key.sort.startswith(self.prefix)

    def read(self, store: Store) -> Iterator[Stored[R]]:
        """Yield every record, in key order."""
        for item in self._items(store):
            yield _stored(self.kind, item)

    def each(self, store: Store, part: Callable[[str], T]) -> Iterator[tuple[Key, T]]:
        """Yield every key, in order, with what ``part`` reads of the record's text.

        Where there are thousands of records, a part of each takes much less time than the whole.
        """
        for item in self._items(store):
            yield item.key, _read(part, item)

    def _items(self, store: Store) -> Iterator[Item]:
        after = None
        while True:
            items = store.query(self.partition, self.prefix, after, _STEP)
            yield from items
            if len(items) < _STEP:
                return
            after = items[-1].key.sort

    def page(self, store: Store, after: At[R], limit: int) -> Page[R]:
        """Return at most ``limit`` records that come after the key ``after``."""
        items = store.query(self.partition, self.prefix, after.key.sort, limit + 1)
        records = tuple(_stored(self.kind, item) for item in items[:limit])
        return Page(records, len(items) > limit)


def _stored(kind: type[R], item: Item) -> Stored[R]:
    return Stored(item.key, _read(kind.loads, item), item.version, item.expires)


def _read(loads: Callable[[str], T], item: Item) -> T:
    """Return what ``loads`` makes of an item's text; an error names the item."""
    try:
        return loads(item.body)
    except UnreadableRecord as error:
        error.add_note(f"stored under {'/'.join(item.key)}")
        raise


def number_of(key: Key) -> int:
    """Return the number at the end of a sort key, such as a player's or a round's."""
    return int(key.sort.rpartition("#")[2])


def league_partition(league: str) -> str:
    """Return the partition of a league's records."""
    return f"L#{league}"


def table_partition(table: str) -> str:
    """Return the partition of a table's records."""
    return f"T#{table}"
