"""Items as rows of the SQLite store's table, and commits that wait to be written."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from chalicelib.store.port import Conflict, Delete, Item, Key, StoreError, Write

COLUMNS = "SELECT partition, sort, version, body, expires FROM items"


@dataclass(slots=True, eq=False)
class Pending:
    """A commit that a thread waits for: its writes, whether it is done, its error if it failed."""

    writes: Sequence[Write]
    done: bool = False
    error: StoreError | None = None


def find(connection: sqlite3.Connection, key: Key) -> Item | None:
    """Return the item at ``key``, if there is one."""
    row = connection.execute(f"{COLUMNS} WHERE partition = ? AND sort = ?", key).fetchone()
    return item_of(row) if row else None


def item_of(row: tuple[str, str, int, str, int | None]) -> Item:
    """Return the item of a row."""
    partition, sort, version, body, expires = row
    return Item(Key(partition, sort), version, body, expires)


def write_unless_conflict(
    connection: sqlite3.Connection, writes: Sequence[Write]
) -> Conflict | None:
    """Do all ``writes``, or none and return the conflict. The caller has begun a transaction."""
    # Compared here and not in SQL: an expected version may exceed SQLite's integers.
    current = {write.key: find(connection, write.key) for write in writes}
    failed = {
        write.key: item
        for write in writes
        if (item.version if (item := current[write.key]) else None) != write.expect
    }
    if failed:
        return Conflict(failed)
    for write in writes:
        if isinstance(write, Delete):
            connection.execute("DELETE FROM items WHERE partition = ? AND sort = ?", write.key)
        else:
            connection.execute(
                "INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?, ?)",
                (*write.key, (write.expect or 0) + 1, write.body, write.expires),
            )
    return None
