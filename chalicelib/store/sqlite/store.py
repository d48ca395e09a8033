"""The Store on one SQLite file: the laptop's, and the fake in tests.

An acknowledged commit survives ``kill -9`` and a power cut (WAL with ``synchronous=FULL``).
Several threads, and several processes, may use one file at once. The waiting writes of a process's
threads are committed together, because the disk is what a commit waits for.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from chalicelib.store.port import (
    Busy,
    Item,
    Key,
    StoreError,
    StoreFailed,
    Write,
    check_commit,
    check_get,
    check_query,
)

from .items import COLUMNS, Pending, find, item_of, write_unless_conflict
from .schema import all_or_nothing, prepare

PATIENCE = 5.0  # seconds to wait for other writers


class SqliteStore:
    """A store in one file, which is created if it is missing.

    Parameters
    ----------
    path
        The file. SQLite keeps two more beside it (``-wal``, ``-shm``) while it is open.

    Raises
    ------
    StoreFailed
        The file is not a Boodle store, is from a newer Boodle, or is on a file system without WAL.
    """

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)
        self._sessions: dict[threading.Thread, _Session] = {}
        self._opening = threading.Lock()
        # Threads of this process queue here: a lock wakes its waiter at once, while SQLite's
        # busy_timeout, used for other processes, polls.
        self._writing = threading.Lock()
        self._waiting: deque[Pending] = deque()
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
            found = (find(connection, key) for key in distinct)
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
            # No byte of UTF-8 is 0xFF, so the end of the range is the prefix with its last byte
            # raised by one. The result need not be UTF-8, so it is bound as bytes and cast.
            where += ["sort >= ?", "sort < CAST(? AS TEXT)"]
            values += [prefix, first[:-1] + bytes([first[-1] + 1])]
        if after is not None:
            where.append(f"sort {'<' if descending else '>'} ?")
            values.append(after)
        order = "DESC" if descending else "ASC"
        statement = f"{COLUMNS} WHERE {' AND '.join(where)} ORDER BY sort {order} LIMIT ?"
        with self._connection() as connection:
            return [item_of(row) for row in connection.execute(statement, (*values, limit))]

    def commit(self, writes: Sequence[Write]) -> None:
        """Do all ``writes`` or none; see :class:`~chalicelib.store.port.Store`."""
        check_commit(writes)
        pending = Pending(writes)
        self._waiting.append(pending)
        try:
            with self._turn():
                if not pending.done:  # else another thread has written it with its own
                    self._write_waiting()
        except Busy:
            # This thread's turn did not come in time; the thread that took the commit may still
            # write it.
            with suppress(ValueError):
                self._waiting.remove(pending)
            raise
        if pending.error:
            raise pending.error

    def purge(self, now: int) -> int:
        """Delete the items whose ``expires`` lies before ``now`` (epoch seconds); count them."""
        with self._turn(), self._connection() as connection, all_or_nothing(connection):
            return connection.execute("DELETE FROM items WHERE expires < ?", (now,)).rowcount

    def backup(self, target: Path) -> None:
        """Copy the store as it is now to the new file ``target``, while others read and write.

        Raises
        ------
        FileExistsError
            ``target`` exists. It is never overwritten: if it is a store in use, or has left a
            ``-wal`` file, the copy would be ruined.
        StoreFailed
            Reading or writing failed. ``target`` is complete or does not exist.
        """
        if target.exists():
            raise FileExistsError(f"{target} exists already")
        part = target.with_name(target.name + ".part")
        part.unlink(missing_ok=True)
        with self._connection() as source:
            copy = sqlite3.connect(part)
            try:
                # In one step, so it is one snapshot: in WAL mode a reader does not block writers.
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
    def _turn(self) -> Iterator[None]:
        """Wait until no other thread writes."""
        if not self._writing.acquire(timeout=PATIENCE):
            raise Busy("other threads kept the store busy")
        try:
            yield
        finally:
            self._writing.release()

    def _write_waiting(self) -> None:
        """Write the waiting commits of all threads."""
        commits: list[Pending] = []
        while self._waiting:
            commits.append(self._waiting.popleft())
        try:
            self._write(commits)
        except Busy as error:
            _fail(commits, error)
        except StoreError as error:
            _fail(commits, error)
            if len(commits) > 1:  # one that fails must not fail the others
                for pending in commits:
                    self._write_alone(pending)
        except BaseException:
            _fail(commits, StoreFailed("another thread broke off"))
            raise

    def _write_alone(self, pending: Pending) -> None:
        try:
            self._write([pending])
        except StoreError as error:
            _fail([pending], error)

    def _write(self, commits: Sequence[Pending]) -> None:
        """Do commits in one transaction, each on the result of those before it."""
        with self._connection() as connection:
            with all_or_nothing(connection):
                found = [write_unless_conflict(connection, pending.writes) for pending in commits]
            # Only now: a conflict may show an item of a commit before it.
            for pending, conflict in zip(commits, found, strict=True):
                pending.done, pending.error = True, conflict

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Lend this thread's connection, and turn SQLite's exceptions into the port's errors."""
        session = self._sessions.get(threading.current_thread()) or self._open()
        with session.lock:
            if self._closed:
                raise StoreFailed(f"{self._path} has been closed")
            try:
                yield session.connection
            except sqlite3.Error as error:
                code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without the `-wal`
                if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise Busy(f"{self._path}: {error}") from error
                raise StoreFailed(f"{self._path}: {error}") from error
            except UnicodeDecodeError as error:  # of SQLite's own message about a damaged schema
                raise StoreFailed(f"{self._path}: the database is damaged") from error

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
            except UnicodeDecodeError as error:
                raise StoreFailed(f"{self._path}: the database is damaged") from error
            self._sessions[threading.current_thread()] = session
            return session


class _Session:
    """One thread's connection, with a lock so that another thread may close it."""

    def __init__(self, path: Path) -> None:
        self.lock = threading.Lock()
        self.connection = sqlite3.connect(
            path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        try:
            self.connection.execute("PRAGMA synchronous = FULL")
            # On macOS fsync alone does not reach the disk; elsewhere this changes nothing.
            self.connection.execute("PRAGMA fullfsync = ON")
        except BaseException:
            self.connection.close()
            raise

    def close(self) -> None:
        with self.lock:
            self.connection.close()


def _fail(commits: Sequence[Pending], error: StoreError) -> None:
    for pending in commits:  # each with an error of its own, which its thread raises
        pending.done, pending.error = True, type(error)(*error.args)
