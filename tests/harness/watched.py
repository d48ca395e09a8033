"""One wrapper for stores, and the watchers that it takes: to count, to bill, to fail, to race."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from chalicelib.store.port import (
    Item,
    Key,
    Put,
    Store,
    Write,
    item_bytes,
    read_units,
    write_units,
)


class Watcher:
    """Is notified of each call: before a commit, and after any call that went well."""

    def committing(self, writes: Sequence[Write]) -> None:
        """See a commit that has not been made yet. What this raises, the commit raises."""

    def got(self, keys: Sequence[Key], found: dict[Key, Item]) -> None:
        """See what was got."""

    def queried(self, partition: str, prefix: str, found: list[Item]) -> None:
        """See what was found."""

    def committed(self, writes: Sequence[Write], before: dict[Key, Item]) -> None:
        """See a commit that was made, and the items that stood there before it."""


class Watched:
    """A store with watchers, notified in the order in which they are given."""

    def __init__(self, store: Store, *watchers: Watcher) -> None:
        self.store = store
        self._watchers = watchers

    def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
        found = self.store.get(keys)
        for watcher in self._watchers:
            watcher.got(keys, found)
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
        for watcher in self._watchers:
            watcher.queried(partition, prefix, found)
        return found

    def commit(self, writes: Sequence[Write]) -> None:
        for watcher in self._watchers:
            watcher.committing(writes)
        before = self.store.get([write.key for write in writes])
        self.store.commit(writes)
        for watcher in self._watchers:
            watcher.committed(writes, before)

    def close(self) -> None:
        self.store.close()


class Calls(Watcher):
    """Keeps account of what a store is asked; a commit counts whatever comes of it."""

    def __init__(self) -> None:
        self.made: list[tuple[str, list[Key]]] = []

    @property
    def verbs(self) -> list[str]:
        return [verb for verb, _ in self.made]

    def committing(self, writes: Sequence[Write]) -> None:
        self.made.append(("commit", [write.key for write in writes]))

    def got(self, keys: Sequence[Key], found: dict[Key, Item]) -> None:
        self.made.append(("get", list(keys)))

    def queried(self, partition: str, prefix: str, found: list[Item]) -> None:
        self.made.append(("query", [Key(partition, prefix)]))


@dataclass
class Bill(Watcher):
    """Counts what each call would cost on DynamoDB, by the service's own rule.

    Emulators do not say. A strongly consistent read costs a unit for each 4 KB begun; a write, a
    unit for each 1 KB begun of the larger of the item before and after, twice that in a
    transaction. ``read`` and ``written`` are units, ``largest`` the largest item in bytes.
    """

    read: int = 0
    written: int = 0
    largest: int = 0
    calls: list[str] = field(default_factory=list)

    def reset(self) -> None:
        self.read = self.written = self.largest = 0
        self.calls = []

    def got(self, keys: Sequence[Key], found: dict[Key, Item]) -> None:
        self.calls.append("get " + " ".join("/".join(key) for key in keys))
        self.read += sum(read_units(self._saw(size_of(found.get(key)))) for key in set(keys))

    def queried(self, partition: str, prefix: str, found: list[Item]) -> None:
        self.calls.append(f"query {partition} {prefix}")
        self.read += read_units(sum(map(size_of, found)))

    def committed(self, writes: Sequence[Write], before: dict[Key, Item]) -> None:
        self.calls.append("commit " + " ".join("/".join(write.key) for write in writes))
        factor = 1 if len(writes) == 1 else 2
        for write in writes:
            new = 0
            if isinstance(write, Put):
                version = (write.expect or 0) + 1
                new = self._saw(item_bytes(write.key, write.body, version, write.expires))
            self.written += factor * write_units(size_of(before.get(write.key)), new)

    def _saw(self, size: int) -> int:
        self.largest = max(self.largest, size)
        return size


def size_of(item: Item | None) -> int:
    """Return an item's size in bytes, 0 where there is none."""
    if item is None:
        return 0
    return item_bytes(item.key, item.body, item.version, item.expires)


class PowerCut(Exception):
    """The process died; nobody was there to catch it."""


class Fails(Watcher):
    """Lets a store make some more commits, and then no more."""

    def __init__(self, after: int, error: Exception) -> None:
        self._left = after
        self._error = error

    def committing(self, writes: Sequence[Write]) -> None:
        if self._left == 0:
            raise self._error
        self._left -= 1


class Meanwhile(Watcher):
    """Lets something happen just before a store's first commit."""

    def __init__(self, happens: Callable[[], None]) -> None:
        self._happens = [happens]

    def committing(self, writes: Sequence[Write]) -> None:
        while self._happens:
            self._happens.pop()()
