"""The Store on one SQLite file: the laptop's, and the fake in tests.

An acknowledged commit survives ``kill -9`` and a power cut (WAL with ``synchronous=FULL``).
Several threads, and several processes, may use one file at once.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from chalicelib.store.port import (
    Busy,
    Conflict,
    Delete,
    Item,
    Key,
    StoreFailed,
    Write,
    check_commit,
    check_get,
    check_query,
)
from chalicelib.store.sqlite_schema import all_or_nothing, prepare

PATIENCE = 5.0  # seconds to wait for other writers

_COLUMNS = "SELECT partition, sort, version, body, expires FROM items"


class SqliteStore:
    """A store in one file, which is made when it is not there.

    Parameters
    ----------
    path
        The file. SQLite keeps two more beside it (``-wal``, ``-shm``) while it is open.

    Raises
    ------
    StoreFailed
        The file is no Boodle store, is of a newer Boodle, or lies where WAL cannot work.
    """

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)
        self._sessions: dict[threading.Thread, _Session] = {}
        self._opening = threading.Lock()
        # Threads of this process queue here: waiting for a lock wakes at once, whereas SQLite's
        # busy_timeout, left for other processes, polls.
        self._writing = threading.Lock()
        self._closed = False
        try:
            with self._connection() as connection:
                prepare(connection, self._path)
        except BaseException:
            self.close()
            raise

    def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
        """Return those of ``keys`` that exist; see :class:`~chalicelib.store.port.Store`."""
        distinct = check_get(keys)
        with self._connection() as connection:
            found = (_find(connection, key) for key in distinct)
            return {item.key: item for item in found if item}

    def query(
        self,
        partition: str,
        prefix: str = "",
        after: str | None = None,
        limit: int = 100,
        descending: bool = False,
    ) -> list[Item]:
        """Return items of a partition; see :class:`~chalicelib.store.port.Store`."""
        check_query(partition, prefix, after, limit)
        where: list[str] = ["partition = ?"]
        values: list[str | bytes | int] = [partition]
        if prefix:
            first = prefix.encode()
            # No byte of UTF-8 is 0xFF, so the last can always be raised by one to give the end.
            # The result need not be UTF-8 itself, which is why it is bound as bytes and cast.
            where += ["sort >= ?", "sort < CAST(? AS TEXT)"]
            values += [prefix, first[:-1] + bytes([first[-1] + 1])]
        if after is not None:
            where.append(f"sort {'<' if descending else '>'} ?")
            values.append(after)
        order = "DESC" if descending else "ASC"
        statement = f"{_COLUMNS} WHERE {' AND '.join(where)} ORDER BY sort {order} LIMIT ?"
        with self._connection() as connection:
            return [_item(row) for row in connection.execute(statement, (*values, limit))]

    def commit(self, writes: Sequence[Write]) -> None:
        """Do all ``writes`` or none; see :class:`~chalicelib.store.port.Store`."""
        check_commit(writes)
        with self._transaction() as connection:
            # Compared here and not in SQL: an expected version may exceed SQLite's integers.
            current = {write.key: _find(connection, write.key) for write in writes}
            failed = {
                write.key: item
                for write in writes
                if (item.version if (item := current[write.key]) else None) != write.expect
            }
            if failed:
                raise Conflict(failed)
            for write in writes:
                if isinstance(write, Delete):
                    connection.execute(
                        "DELETE FROM items WHERE partition = ? AND sort = ?", write.key
                    )
                else:
                    connection.execute(
                        "INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?, ?)",
                        (*write.key, (write.expect or 0) + 1, write.body, write.expires),
                    )

    def purge(self, now: int) -> int:
        """Delete the items whose ``expires`` lies before ``now`` (epoch seconds); count them."""
        with self._transaction() as connection:
            return connection.execute("DELETE FROM items WHERE expires < ?", (now,)).rowcount

    def backup(self, target: Path) -> None:
        """Copy the store as it is now to the new file ``target``, while others read and write.

        Raises
        ------
        FileExistsError
            ``target`` is there already. It is never written over: were it a store in use, or had
            it left a ``-wal`` behind, the copy would be ruined.
        StoreFailed
            Reading or writing failed. ``target`` is there whole or not at all.
        """
        if target.exists():
            raise FileExistsError(f"{target} exists already")
        part = target.with_name(target.name + ".part")
        part.unlink(missing_ok=True)
        with self._connection() as source:
            copy = sqlite3.connect(part)
            try:
                # In one step, hence one snapshot: in WAL mode a reader holds up no writer.
                source.backup(copy)
            finally:
                copy.close()
        os.replace(part, target)

    def close(self) -> None:
        """Close the connections of all threads, once they have finished what they are doing."""
        self._closed = True
        with self._opening:
            while self._sessions:
                self._sessions.popitem()[1].close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        if not self._writing.acquire(timeout=PATIENCE):
            raise Busy("other threads kept the store busy")
        try:
            with self._connection() as connection, all_or_nothing(connection):
                yield connection
        finally:
            self._writing.release()

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Lend this thread's connection, and speak of SQLite's troubles in the port's words."""
        session = self._sessions.get(threading.current_thread()) or self._open()
        with session.lock:
            if self._closed:
                raise StoreFailed(f"{self._path} has been closed")
            try:
                yield session.connection
            except sqlite3.Error as error:
                code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without its extension
                if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise Busy(f"{self._path}: {error}") from error
                raise StoreFailed(f"{self._path}: {error}") from error

    def _open(self) -> _Session:
        with self._opening:
            if self._closed:
                raise StoreFailed(f"{self._path} has been closed")
            for thread in [thread for thread in self._sessions if not thread.is_alive()]:
                self._sessions.pop(thread).close()
            try:
                session = _Session(self._path)
            except sqlite3.Error as error:
                raise StoreFailed(f"{self._path}: {error}") from error
            self._sessions[threading.current_thread()] = session
            return session


class _Session:
    """One thread's connection, with a lock so that another thread may close it."""

    def __init__(self, path: Path) -> None:
        self.lock = threading.Lock()
        self.connection = sqlite3.connect(
            path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        self.connection.execute("PRAGMA synchronous = FULL")
        # On macOS fsync alone does not reach the disk; elsewhere this changes nothing.
        self.connection.execute("PRAGMA fullfsync = ON")

    def close(self) -> None:
        with self.lock:
            self.connection.close()


def _find(connection: sqlite3.Connection, key: Key) -> Item | None:
    row = connection.execute(f"{_COLUMNS} WHERE partition = ? AND sort = ?", key).fetchone()
    return _item(row) if row else None


def _item(row: tuple[str, str, int, str, int | None]) -> Item:
    partition, sort, version, body, expires = row
    return Item(Key(partition, sort), version, body, expires)
