"""`boodle serve` in a process of its own."""

import json
import os
import signal
import sqlite3
import stat
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPException
from pathlib import Path

import pytest
from harness.club import Club
from harness.seeds import fresh
from harness.served import Serving, boodle, serving

from chalicelib.api.runtime import DATABASE, KEYS
from chalicelib.local.backup import backup
from chalicelib.local.folder import LOCK, FolderLock, kept_clean, open_folder
from chalicelib.local.serve import PLAIN_HTTP
from chalicelib.local.trouble import Trouble


def test_it_starts_answers_and_stops_when_told(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    with serving("--data", folder) as served:
        assert served.host == "127.0.0.1"
        assert str(folder / KEYS) in served.welcome
        assert json.loads((folder / KEYS).read_text())["deployment_key"] in served.welcome
        assert "new leagues:    from this computer, or with the key" in served.welcome
        assert "for phones" not in served.welcome
        with served.remote() as remote:
            league = remote.night()
            assert league.standings()["standings"] == []
            # The connection is still open: it must not hold up the end.
            code, out, err = served.end(signal.SIGTERM)
    assert (code, err) == (0, "")
    assert "stopped" in out
    assert not (folder / f"{DATABASE}-wal").exists()  # closed in order: nothing left to recover
    if sys.platform != "win32":
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / DATABASE)]
        assert modes == [0o700, 0o600]


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such modes")
def test_nobody_else_can_take_the_lock_or_read_the_data(tmp_path: Path) -> None:
    """A lock that others may read is one that they may hold, so that nothing is served."""
    for name in (LOCK, DATABASE):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    lock = FolderLock(tmp_path)
    context = open_folder(tmp_path)
    context.store.query("L#x")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes.pop(LOCK) == modes.pop(DATABASE) == 0o600
    assert set(modes.values()) == {0o600}, modes
    context.store.close()
    lock.release()


def test_what_has_expired_is_removed_while_it_serves(tmp_path: Path) -> None:
    """Wrong codes from ever new addresses leave a count each."""
    context = open_folder(tmp_path)
    club = Club(context.store)
    club.clock.now = 1_000_000_000_000  # long ago, so that it has expired
    assert club.post("/v1/join", {"code": "0000-0000", "nonce": "n" * 22}).status == 404
    assert context.store.query("N#wrong-all")
    with kept_clean(context, seconds=0.01):
        for _ in range(500):
            if not context.store.query("N#wrong-all"):
                break
            threading.Event().wait(0.01)
    assert not context.store.query("N#wrong-all")
    context.store.close()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "no database": lambda content: b"this is text" * 1000,
    "empty pages": lambda content: content[:100] + bytes(len(content) - 100),
    "cut short": lambda content: content[: len(content) // 2],
    "header alone": lambda content: content[:100],
    "swapped": lambda content: content[:100] + content[:99:-1],
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_database_is_named_in_a_line(tmp_path: Path, name: str) -> None:
    context = open_folder(tmp_path)
    Club(context.store).night()
    context.store.close()
    path = tmp_path / DATABASE
    path.write_bytes(DAMAGE[name](path.read_bytes()))
    done = boodle("serve", "--data", tmp_path, "--port", 0)
    assert done.returncode == 1, done
    assert done.stdout == ""
    assert done.stderr.startswith(f"boodle serve: cannot use the folder {tmp_path}: ")
    assert done.stderr.count("\n") == 1, done.stderr


def test_any_damage_is_named_in_a_line_or_does_no_harm_to_starting(tmp_path: Path) -> None:
    context = open_folder(tmp_path)
    Club(context.store).night()
    context.store.close()
    path, rng = tmp_path / DATABASE, fresh("damage")
    content = path.read_bytes()
    for _ in range(60):
        damaged = bytearray(content)
        for _ in range(rng.choice((1, 20, 400))):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged)
        for ending in ("-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
        found = ""
        try:
            open_folder(tmp_path).store.close()
        except Trouble as trouble:
            found = str(trouble)
        assert KEYS not in found


@pytest.mark.skipif(sys.platform != "linux", reason="only there can it be said")
def test_it_keeps_to_one_processor(tmp_path: Path) -> None:
    with serving("--data", tmp_path) as served:
        assert len(os.sched_getaffinity(served.process.pid)) == 1


def test_ctrl_c_is_no_fault(tmp_path: Path) -> None:
    with serving("--data", tmp_path) as served:
        code, _, err = served.end(signal.SIGINT)
    assert (code, err) == (0, "")


def test_a_folder_is_served_once_and_a_port_too(tmp_path: Path) -> None:
    with serving("--data", tmp_path / "one") as served:
        second = boodle("serve", "--data", tmp_path / "one", "--port", 0)
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr == (
            f"boodle serve: another Boodle serves the folder {tmp_path / 'one'}\n"
        )
        second = boodle("serve", "--data", tmp_path / "two", "--port", served.port)
        assert second.returncode == 1
        assert "address already in use; try another --port" in second.stderr
        assert second.stderr.count("\n") == 1
        with served.client() as client:
            client.call("GET", "/v1/health").expect(200)


def test_lan_prints_the_address_and_the_warning(tmp_path: Path) -> None:
    with serving("--data", tmp_path, "--lan") as served:
        assert "for phones:" in served.welcome
        assert "\n".join(PLAIN_HTTP) in served.welcome
        with served.client() as client:
            client.call("GET", "/v1/health").expect(200)


def test_who_serves_says_who_may_create_leagues_and_by_which_names(tmp_path: Path) -> None:
    def created(served: Serving, **headers: str) -> int:
        with served.remote() as remote:
            return remote.post("/v1/leagues", {"name": "L"}, headers=headers).status

    with serving("--data", tmp_path, "--name", "club.example") as served:
        assert created(served) == 201
        assert created(served, Host="club.example") == 403
        key = json.loads((tmp_path / KEYS).read_text())["deployment_key"]
        assert created(served, Host="club.example", **{"Boodle-Key": key}) == 201
    with serving("--data", tmp_path, "--name", "club.example", "--open") as served:
        assert "new leagues:    from anyone" in served.welcome
        assert created(served, Host="club.example") == 201


def test_acknowledged_plays_survive_a_kill(tmp_path: Path) -> None:
    """Every play answered before ``kill -9`` is there when the folder is served again."""
    with serving("--data", tmp_path) as served, served.remote() as remote:
        table = remote.night().table
        table.deal()
        receipts = []
        enough = threading.Event()

        def play_on() -> None:
            while True:
                if receipt := table.step():
                    receipts.append(receipt)
                if len(receipts) >= 8:
                    enough.set()

        with ThreadPoolExecutor(1) as pool:
            playing = pool.submit(play_on)
            assert enough.wait(10)
            served.process.kill()
            with pytest.raises((OSError, HTTPException)):
                playing.result(10)
    with serving("--data", tmp_path) as served, served.remote() as remote:
        table.league.club = remote
        page = table.log(table.seat(1))
        log = page["actions"]
        # The last one may have been recorded although its answer was lost.
        assert len(receipts) <= len(log) <= len(receipts) + 1
        for receipt, logged in zip(receipts, log, strict=False):
            assert receipt["digest"] == logged["digest"]
        assert page["over"] or table.step()


def test_a_database_without_its_keys_is_not_given_new_ones(tmp_path: Path) -> None:
    """New keys would void every token and join code, and say nothing."""
    open_folder(tmp_path).store.close()
    (tmp_path / KEYS).unlink()
    with pytest.raises(Trouble, match="missing"):
        open_folder(tmp_path)


def test_a_folder_that_another_process_is_writing_to_is_named_and_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chalicelib.store.sqlite.store.PATIENCE", 0.05)
    open_folder(tmp_path).store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Trouble, match=r"cannot use the folder .*locked"):
            open_folder(tmp_path)
    open_folder(tmp_path).store.close()


@pytest.mark.parametrize(
    "document",
    [
        "garbage",
        "[]",
        '{"keys": []}',
        '{"keys": {"k1": "00"}, "deployment_key": "d234567890123456"}',
        '{"keys": {"k1": "%s"}, "deployment_key": ""}' % ("0" * 64),
        '{"keys": {"k1": "%s"}, "deployment_key": null}' % ("0" * 64),
    ],
)
def test_keys_that_are_none_are_refused_and_not_backed_up(tmp_path: Path, document: str) -> None:
    folder = tmp_path / "club"
    open_folder(folder).store.close()
    (folder / KEYS).write_text(document, "utf-8")
    with pytest.raises(Trouble, match="cannot be used"):
        open_folder(folder)
    with pytest.raises(Trouble, match="backup failed"):
        backup(folder, tmp_path / "night.zip")
    assert not (tmp_path / "night.zip").exists()
