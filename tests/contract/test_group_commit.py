"""What threads wait to write to SQLite is written together, and answered to each by itself."""

import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chalicelib.store.port import Busy, Conflict, Key, Put, StoreError, StoreFailed, Write
from chalicelib.store.sqlite.store import SqliteStore

A = Key("p", "a")
WRITERS = 8


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "boodle.db")
    yield opened
    opened.close()


def together(
    store: SqliteStore, commits: Sequence[Sequence[Write]]
) -> tuple[list[StoreError | None], list[str]]:
    """Let each commit wait in a thread of its own; return what came of each, and the SQL."""
    ready = threading.Barrier(len(commits) + 1)
    spoken: list[str] = []

    def run(writes: Sequence[Write]) -> StoreError | None:
        store.get([A])  # opens this thread's connection
        ready.wait()
        ready.wait()
        try:
            store.commit(writes)
        except StoreError as error:
            return error
        return None

    with ThreadPoolExecutor(len(commits)) as pool:
        found = pool.map(run, commits)
        ready.wait()
        for session in store._sessions.values():
            session.connection.set_trace_callback(spoken.append)
        with store._turn():
            ready.wait()
            while len(store._waiting) < len(commits):
                threading.Event().wait(0.001)
        return list(found), spoken


def test_what_waits_is_written_in_one_transaction(store: SqliteStore) -> None:
    puts = [Put(Key("p", f"{number}"), "", expect=None) for number in range(WRITERS)]
    found, spoken = together(store, [[put] for put in puts])
    assert found == [None] * WRITERS
    assert spoken.count("COMMIT") == 1
    assert [item.key for item in store.query("p")] == [put.key for put in puts]


def test_of_those_that_want_one_version_one_gets_it_and_the_others_see_it(
    store: SqliteStore,
) -> None:
    found, spoken = together(
        store,
        [
            [Put(A, f"{number}", expect=None), Put(Key("p", f"by {number}"), "", expect=None)]
            for number in range(WRITERS)
        ],
    )
    assert spoken.count("COMMIT") == 1
    there = store.get([A])[A]
    assert found.index(None) == int(there.body)
    lost = [error for error in found if isinstance(error, Conflict)]
    assert len(lost) == WRITERS - 1
    assert all(error.current == {A: there} for error in lost)
    assert [item.key.sort for item in store.query("p", "by")] == [f"by {there.body}"]


def test_later_ones_build_on_earlier_ones(store: SqliteStore) -> None:
    """Whichever order they come in, the versions add up to what was acknowledged."""
    found, _ = together(store, [[Put(A, "", expect=version)] for version in (None, 1, 2, 3)])
    assert store.get([A])[A].version == found.count(None)


def poison(path: Path) -> None:
    """Let the file refuse one body, as a full disk refuses a large one."""
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON items WHEN NEW.body = 'poison'"
            " BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    connection.close()


def test_one_that_cannot_be_written_harms_no_other(store: SqliteStore, tmp_path: Path) -> None:
    poison(tmp_path / "boodle.db")
    bodies = ["good"] * WRITERS
    bodies[3] = "poison"
    found, _ = together(
        store,
        [
            [
                Put(Key("first", f"{number}"), "", expect=None),
                Put(Key("p", f"{number}"), body, None),
            ]
            for number, body in enumerate(bodies)
        ],
    )
    assert [type(error) for error in found].count(StoreFailed) == 1
    assert isinstance(found[3], StoreFailed)
    written = [f"{number}" for number in range(WRITERS) if number != 3]
    assert [item.key.sort for item in store.query("p")] == written
    assert [item.key.sort for item in store.query("first")] == written


def test_a_fault_in_one_thread_leaves_none_waiting(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("chalicelib.store.sqlite.store.write_unless_conflict", broken)
    with pytest.raises(ZeroDivisionError):
        store.commit([Put(A, "", expect=None)])
    monkeypatch.undo()
    assert store.get([A]) == {}
    store.commit([Put(A, "", expect=None)])


def test_who_waited_too_long_is_withdrawn(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chalicelib.store.sqlite.store.PATIENCE", 0.01)
    with store._turn(), pytest.raises(Busy):
        store.commit([Put(A, "late", expect=None)])
    store.commit([Put(Key("p", "b"), "", expect=None)])
    assert store.get([A]) == {}


# Each thread writes pairs of items with one body, and says so after each commit.
WRITERS_OF_PAIRS = """
import sys, threading
from chalicelib.store.port import Key, Put
from chalicelib.store.sqlite.store import SqliteStore

store = SqliteStore(sys.argv[1])

def write(name):
    keys = Key(name, "a"), Key(name, "b")
    found = store.get([keys[0]])
    version = found[keys[0]].version if found else None
    while True:
        store.commit([Put(key, f"{version}", version) for key in keys])
        version = (version or 0) + 1
        sys.stdout.write(f"{name} {version}\\n")
        sys.stdout.flush()

for name in sys.argv[2:]:
    threading.Thread(target=write, args=(name,)).start()
"""


def test_kill_9_among_many_writers_loses_nothing_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "boodle.db"
    names = [f"w{number}" for number in range(WRITERS)]
    last = dict.fromkeys(names, 0)

    def take(line: str) -> None:
        name, version = line.split()
        last[name] = max(last[name], int(version))

    for _ in range(3):
        command = [sys.executable, "-c", WRITERS_OF_PAIRS, str(path), *names]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            for _ in range(200):
                take(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
            process.wait()
            for line in process.stdout:
                if line.endswith("\n"):
                    take(line)
        store = SqliteStore(path)
        for name in names:
            items = store.get([Key(name, "a"), Key(name, "b")])
            first, second = items[Key(name, "a")], items[Key(name, "b")]
            # One commit of each may have been done and not yet told.
            assert last[name] <= first.version <= last[name] + 1
            assert (first.version, first.body) == (second.version, second.body)
        store.close()
