"""The SQLite store's table, and its creation in a new file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chalicelib.store.port import StoreFailed

SCHEMA_VERSION = 1

# Keys are compared by memcmp of their UTF-8 (collation BINARY), which is DynamoDB's order. Without
# a rowid the table is its own index, so a query reads neighbours.
_SCHEMA = (
    """CREATE TABLE items (
        partition TEXT NOT NULL COLLATE BINARY,
        sort TEXT NOT NULL COLLATE BINARY,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        expires INTEGER,
        PRIMARY KEY (partition, sort)
    ) WITHOUT ROWID""",
    "CREATE INDEX expiring ON items (expires) WHERE expires IS NOT NULL",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)


@contextmanager
def all_or_nothing(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block as one write transaction, which is rolled back if it raises."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:  # not committed: the block raised
            connection.execute("ROLLBACK")


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Check the file, making the table if it is a new one."""
    fresh = _is_fresh(connection, path)  # before anything is changed in a file that is not ours
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreFailed(f"{path} lies on a file system where SQLite's WAL does not work")
    if fresh:
        with all_or_nothing(connection):
            if _is_fresh(connection, path):  # another process may have been faster
                for statement in _SCHEMA:
                    connection.execute(statement)


def _is_fresh(connection: sqlite3.Connection, path: Path) -> bool:
    # In this order: a process that makes the table commits table and number together, so if the
    # table is visible, so is the number.
    occupied = connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    if schema > SCHEMA_VERSION:
        raise StoreFailed(
            f"{path} was written by a newer Boodle (schema {schema}; this one knows"
            f" {SCHEMA_VERSION}): update Boodle, or use the backup made before"
        )
    if schema == 0 and occupied:
        raise StoreFailed(f"{path} is an SQLite file, but not one of Boodle's")
    return bool(schema == 0)
