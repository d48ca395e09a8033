"""`boodle inspect`: lists the records of a data folder, and shows them in readable form."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from chalicelib.store.port import Item, Key, item_bytes, read_units, write_units
from chalicelib.store.records.times import rfc3339

from .folder import database_of
from .readable import Reader
from .terminal import show, show_json
from .trouble import Trouble

_SELECT: Final = "SELECT partition, sort, version, body, expires FROM items"


class Records:
    """The records of a database, read-only.

    The Store port cannot read across partitions, because on DynamoDB that is too expensive. So this
    reads the file itself, through a read-only connection.
    """

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def get(self, key: Key) -> Item | None:
        """Return the record of that key."""
        found = self._items("WHERE partition = ? AND sort = ?", *key)
        return found[0] if found else None

    def within(self, partition: str, sort: str) -> list[Item]:
        """Return the records of a partition whose sort key begins so."""
        found = self._items("WHERE partition = ? ORDER BY sort", partition)
        return [item for item in found if item.key.sort.startswith(sort)]

    def across(self, beginning: str) -> list[Item]:
        """Return the records of all partitions that begin so."""
        return self._items(
            "WHERE substr(partition, 1, ?) = ? ORDER BY partition, sort", len(beginning), beginning
        )

    def _items(self, where: str, *values: str | int) -> list[Item]:
        rows = self._connection.execute(f"{_SELECT} {where}", values)
        return [Item(Key(partition, sort), *rest) for partition, sort, *rest in rows]


def inspect(folder: Path, keys: Sequence[str], secrets: bool) -> int:
    """Print the records under each of ``keys``; without keys, the partitions.

    Raises
    ------
    Trouble
        The folder has no data, or nothing is stored under a key.
    """
    path = database_of(folder)
    try:
        with closing(Records(path)) as records:
            if not keys:
                show(*_partitions(records.across("")))
            for key in keys:
                _show(records, key, secrets)
    except sqlite3.Error as error:
        raise Trouble(f"{path}: {error}") from None
    return 0


def _partitions(items: Iterable[Item]) -> list[str]:
    sizes: dict[str, list[int]] = {}
    for item in items:
        sizes.setdefault(item.key.partition, []).append(_size(item))
    return [
        f"{partition}  {len(each)} record{'s' if len(each) > 1 else ''}, {sum(each):,} bytes"
        for partition, each in sizes.items()
    ]


def _show(records: Records, key: str, secrets: bool) -> None:
    """Print the one record of a key, or the list of those whose keys begin so."""
    try:
        key.encode()
    except UnicodeEncodeError:  # bytes of the command line that are no text
        raise Trouble(f"nothing is stored under {key}") from None
    partition, slash, sort = key.partition("/")
    exact = records.get(Key(partition, sort)) if slash else None
    found = [exact] if exact else []
    if not found:
        # In addresses the ids of leagues and tables lack the prefix that they have here.
        names = [partition, *(mark + partition for mark in ("L#", "T#") if "#" not in partition)]
        for name in names:
            found = found or (records.within(name, sort) if slash else records.across(name))
    if not found:
        raise Trouble(f"nothing is stored under {key}")
    if len(found) > 1:
        show(*map(_line, found))
        return
    show(*_heading(found[0]))
    show_json(Reader(records.get, secrets).read(found[0]), indent=2)


def _size(item: Item) -> int:
    return item_bytes(item.key, item.body, item.version, item.expires)


def _line(item: Item) -> str:
    return f"{'/'.join(item.key)}  version {item.version}, {_size(item):,} bytes"


def _heading(item: Item) -> list[str]:
    size = _size(item)
    lines = [
        _line(item),
        f"  a read costs {_units(read_units(size))}, a write {_units(write_units(size, size))}",
    ]
    if item.expires is not None:
        lines.append(f"  expires {rfc3339(item.expires * 1000)}")
    return lines


def _units(count: int) -> str:
    return f"{count} unit" if count == 1 else f"{count} units"
