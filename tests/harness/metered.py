"""A store that counts what each call would cost on DynamoDB, by the service's own rule.

Emulators do not say. A strongly consistent read costs a unit for each 4 KB begun; a write, a
unit for each 1 KB begun of the larger of the item before and after, twice that in a transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from chalicelib.store.port import (
    Delete,
    Item,
    Key,
    Put,
    Store,
    Write,
    item_bytes,
    read_units,
    write_units,
)


def size_of(item: Item | None) -> int:
    if item is None:
        return 0
    return item_bytes(item.key, item.body, item.version, item.expires)


@dataclass
class Meter:
    """Wraps a store; ``read`` and ``written`` are units, ``largest`` the largest item in bytes."""

    store: Store
    read: int = 0
    written: int = 0
    largest: int = 0
    calls: list[str] = field(default_factory=list)

    def reset(self) -> None:
        self.read = self.written = self.largest = 0
        self.calls = []

    def _saw(self, size: int) -> int:
        self.largest = max(self.largest, size)
        return size

    def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
        found = self.store.get(keys)
        self.calls.append("get " + " ".join("/".join(key) for key in keys))
        self.read += sum(read_units(self._saw(size_of(found.get(key)))) for key in set(keys))
        return found

    def query(
        self,
        partition: str,
        prefix: str = "",
        after: str | None = None,
        limit: int = 100,
        descending: bool = False,
    ) -> list[Item]:
        found = self.store.query(partition, prefix, after, limit, descending)
        self.calls.append(f"query {partition} {prefix}")
        self.read += read_units(sum(map(size_of, found)))
        return found

    def commit(self, writes: Sequence[Write]) -> None:
        before = self.store.get([write.key for write in writes])
        self.store.commit(writes)
        self.calls.append("commit " + " ".join("/".join(write.key) for write in writes))
        factor = 1 if len(writes) == 1 else 2
        for write in writes:
            new = 0
            if isinstance(write, Put):
                version = (write.expect or 0) + 1
                new = self._saw(item_bytes(write.key, write.body, version, write.expires))
            else:
                assert isinstance(write, Delete)
            self.written += factor * write_units(size_of(before.get(write.key)), new)

    def close(self) -> None:
        self.store.close()
