"""A store in memory: the simplest and fastest one.

The contract suite tests it like SQLite and DynamoDB.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from threading import Lock

from chalicelib.store.port import (
    Conflict,
    Delete,
    Item,
    Key,
    Put,
    StoreFailed,
    Write,
    check_commit,
    check_get,
    check_query,
)


class MemoryStore:
    """Keeps items in dictionaries; a lock makes each method atomic."""

    def __init__(self) -> None:
        self._partitions: dict[str, dict[str, Item]] = defaultdict(dict)
        self._lock = Lock()
        self._closed = False

    def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
        distinct = check_get(keys)
        with self._lock:
            self._check_open()
            found = {key: self._find(key) for key in distinct}
        return {key: item for key, item in found.items() if item}

    def query(
        self,
        partition: str,
        prefix: str = "",
        after: str | None = None,
        limit: int = 100,
        descending: bool = False,
    ) -> list[Item]:
        check_query(partition, prefix, after, limit)
        with self._lock:
            self._check_open()
            there = self._partitions.get(partition, {})
            found = [item for sort, item in there.items() if sort.startswith(prefix)]
        found.sort(key=_place, reverse=descending)
        if after is not None:
            start = after.encode()
            found = [
                item
                for item in found
                if (_place(item) < start if descending else _place(item) > start)
            ]
        return found[:limit]

    def commit(self, writes: Sequence[Write]) -> None:
        check_commit(writes)
        with self._lock:
            self._check_open()
            current = {write.key: self._find(write.key) for write in writes}
            failed = {
                write.key: item
                for write in writes
                if (item.version if (item := current[write.key]) else None) != write.expect
            }
            if failed:
                raise Conflict(failed)
            for write in writes:
                partition = self._partitions[write.key.partition]
                match write:
                    case Put(key, body, expect, expires):
                        partition[key.sort] = Item(key, (expect or 0) + 1, body, expires)
                    case Delete(key):
                        del partition[key.sort]

    def close(self) -> None:
        self._closed = True

    def all(self) -> list[Item]:
        """Return everything, for tests that compare what is stored."""
        with self._lock:
            return [item for there in self._partitions.values() for item in there.values()]

    def _find(self, key: Key) -> Item | None:
        return self._partitions.get(key.partition, {}).get(key.sort)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreFailed("the store is closed")


def _place(item: Item) -> bytes:
    return item.key.sort.encode()
