"""The SQLite store as a file: other processes, sudden death, backups, closing."""

import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from chalicelib.store.port import Busy, Conflict, Item, Key, Put, StoreError
from chalicelib.store.sqlite.store import SqliteStore

A, B = Key("p", "a"), Key("p", "b")

# Writes pairs of items with one body until it is killed, and says so after each commit.
WRITER = """
import sys
from chalicelib.store.port import Busy, Conflict, Key, Put
from chalicelib.store.sqlite.store import SqliteStore

store = SqliteStore(sys.argv[1])
keys = Key("p", "a"), Key("p", "b")
while True:
    found = store.get([keys[0]])
    version = found[keys[0]].version if found else None
    try:
        store.commit([Put(key, f"{version}", version) for key in keys])
    except (Busy, Conflict):
        continue
    print((version or 0) + 1, flush=True)
"""


@contextmanager
def writer(path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def opened(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path)
    try:
        yield store
    finally:
        store.close()


def acknowledged(process: subprocess.Popen[str], number: int) -> int:
    assert process.stdout
    return max(int(process.stdout.readline()) for _ in range(number))


def test_what_was_committed_is_there_after_closing_and_opening(tmp_path: Path) -> None:
    path = tmp_path / "boodle.db"
    with opened(path) as store:
        store.commit([Put(A, "one", expect=None)])
    with opened(path) as store:
        assert store.get([A]) == {A: Item(A, 1, "one")}
    assert [file.name for file in tmp_path.iterdir()] == ["boodle.db"]


def test_kill_9_loses_no_acknowledged_commit(tmp_path: Path) -> None:
    path = tmp_path / "boodle.db"
    for _ in range(3):
        with writer(path) as process:
            last = acknowledged(process, 50)
            process.send_signal(signal.SIGKILL)
            process.wait()
            assert process.stdout
            last = max([last, *(int(line) for line in process.stdout if line.endswith("\n"))])
        with opened(path) as store:
            items = store.get([A, B])
        assert last <= items[A].version <= last + 1  # the last may have died before saying so
        assert items[A].version == items[B].version
        assert items[A].body == items[B].body


def test_two_processes_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "boodle.db"
    own = 0
    with opened(path) as store, writer(path) as process:
        acknowledged(process, 1)
        while own < 50:
            version = store.get([A])[A].version
            try:
                store.commit([Put(A, "here", version), Put(B, "here", version)])
            except (Busy, Conflict):
                continue  # SQLite gives its lock to the first that asks, and disks can be slow
            own += 1
        acknowledged(process, 20)  # the other was not starved
        process.kill()
        process.wait()
        items = store.get([A, B])
        assert items[A].version == items[B].version >= own + 21


def test_two_processes_may_make_one_file(tmp_path: Path) -> None:
    path = tmp_path / "boodle.db"
    with writer(path) as one, writer(path) as two, writer(path) as three:
        for process in (one, two, three):
            acknowledged(process, 1)


def test_a_backup_taken_while_another_process_writes_is_consistent(tmp_path: Path) -> None:
    path = tmp_path / "boodle.db"
    with opened(path) as store, writer(path) as process:
        for number in range(5):
            last = acknowledged(process, 5)
            store.backup(tmp_path / f"backup{number}.db")
            with opened(tmp_path / f"backup{number}.db") as copy:
                items = copy.get([A, B])
            assert items[A].version == items[B].version >= last
            assert items[A].body == items[B].body


def test_a_backup_is_never_written_over_a_file(tmp_path: Path) -> None:
    with opened(tmp_path / "boodle.db") as store:
        store.commit([Put(A, "one", expect=None)])
        with pytest.raises(FileExistsError):
            store.backup(tmp_path / "boodle.db")
        assert A in store.get([A])


def test_a_file_locked_by_another_process_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chalicelib.store.sqlite.store.PATIENCE", 0.05)
    path = tmp_path / "boodle.db"
    with opened(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Busy):
                store.commit([Put(A, "one", expect=None)])
            assert store.get([A]) == {}  # readers are not held up
            other.execute("ROLLBACK")
        finally:
            other.close()
        store.commit([Put(A, "one", expect=None)])


def test_purge_deletes_what_has_expired_and_nothing_else(tmp_path: Path) -> None:
    with opened(tmp_path / "boodle.db") as store:
        store.commit(
            [Put(Key("p", f"{at}"), "", expect=None, expires=at) for at in (99, 100, 101)]
            + [Put(A, "", expect=None)]
        )
        assert store.purge(100) == 1
        assert [item.key.sort for item in store.query("p")] == ["100", "101", "a"]


def test_closing_waits_for_commits_and_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "boodle.db"
    store = SqliteStore(path)
    done: list[int] = []
    started = threading.Barrier(5)

    def write(number: int) -> None:
        started.wait()
        for step in range(10_000):
            try:
                store.commit([Put(Key(f"{number}", f"{step:05}"), "", expect=None)])
            except StoreError:
                return
            done.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    started.wait()
    while len(done) < 40:
        threading.Event().wait(0.001)
    store.close()
    for thread in threads:
        thread.join()
    with opened(path) as again:
        for number in range(4):
            assert len(again.query(f"{number}", limit=10_000)) == done.count(number)


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "boodle.db")
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.get([A])


def test_connections_of_ended_threads_do_not_pile_up(tmp_path: Path) -> None:
    with opened(tmp_path / "boodle.db") as store:
        for _ in range(20):
            thread = threading.Thread(target=store.get, args=([A],))
            thread.start()
            thread.join()
        assert len(store._sessions) <= 2


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "boodle.db"
    change(path, "PRAGMA user_version = 2")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer Boodle"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_file_that_is_not_a_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    change(path, "CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not one of Boodle's"):
        SqliteStore(path)
    assert path.read_bytes() == before
    text = tmp_path / "notes.txt"
    text.write_text("not a database " * 100)
    with pytest.raises(StoreError, match="not a database"):
        SqliteStore(text)
    with pytest.raises(StoreError, match="unable to open"):
        SqliteStore(tmp_path / "no such folder" / "boodle.db")


def test_a_connection_that_cannot_be_set_up_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def noted(*args: Any, **options: Any) -> sqlite3.Connection:
        made.append(connect(*args, **options))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", noted)
    text = tmp_path / "notes.txt"
    text.write_text("not a database " * 100)
    with pytest.raises(StoreError, match="not a database"):
        SqliteStore(text)
    (connection,) = made
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
