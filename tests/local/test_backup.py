"""`boodle backup` and `restore`."""

import json
import sqlite3
import stat
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness.club import Club
from harness.league import LeagueOf
from harness.served import Remote, boodle, serving

from chalicelib.api.runtime import DATABASE, KEYS, folder_context
from chalicelib.local.cli import main
from chalicelib.local.folder import FolderLock
from chalicelib.local.server import Server


def served_again(folder: Path, league: LeagueOf[Remote]) -> Any:
    """Serve a folder in this process for one question: the standings, with a recovered token."""
    context = folder_context(folder)
    server = Server(context, "127.0.0.1", 0)
    thread = server.start()
    with Remote(server.host, server.port) as remote:
        league.club = remote
        key = {"Boodle-Key": context.deployment_key}
        league.organiser = remote.post(f"{league.path}/recover", headers=key)["token"]
        found = league.standings(fresh="true")["standings"]
    server.stop()
    thread.join()
    return found


@pytest.fixture
def saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A backup of a folder with keys and an empty database."""
    folder_context(tmp_path / "old").store.close()
    assert main(["backup", "--data", str(tmp_path / "old"), str(tmp_path / "b.zip")]) == 0
    capsys.readouterr()
    return tmp_path / "b.zip"


def test_backup_while_serving_and_restore_elsewhere(tmp_path: Path) -> None:
    target, elsewhere = tmp_path / "night.zip", tmp_path / "elsewhere"
    with serving("--data", tmp_path / "club") as served, served.remote() as remote:
        league = remote.night(options={"ending.hands": 1})
        league.table.deal()
        league.table.play_out()
        standings = league.standings(fresh="true")["standings"]
        done = boodle("backup", "--data", tmp_path / "club", target)
        assert (done.returncode, done.stderr) == (0, "")
        remote.night()  # afterwards, so not in the backup
        refused = boodle("restore", "--data", tmp_path / "club", "--force", target)
        assert refused.returncode == 1
        assert "another Boodle serves" in refused.stderr
        assert league.standings(fresh="true")["standings"] == standings
    if sys.platform != "win32":
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with zipfile.ZipFile(target) as archive:
        assert sorted(archive.namelist()) == ["backup.json", DATABASE, KEYS]
    assert main(["restore", "--data", str(elsewhere), str(target)]) == 0
    assert any(line["net"] for line in standings)
    assert served_again(elsewhere, league) == standings
    assert sorted(path.name for path in elsewhere.iterdir()) == [DATABASE, KEYS, "serving.lock"]


def test_a_hand_dealt_after_the_backup_is_not_dealt_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its link was shown: a person who restores could choose among known deals."""
    folder, target = tmp_path / "club", tmp_path / "before.zip"
    with serving("--data", folder) as served, served.remote() as remote:
        table = remote.night().table
        c0 = table.page()["commitment"]
        assert boodle("backup", "--data", folder, target).returncode == 0
        table.deal(token=table.league.organiser)
        table.act(1, table.league.organiser, abandon=True)
        spent = table.view()["link"]
    again = ["restore", "--data", str(folder), "--force", "--keep-tokens", str(target)]
    assert main(again) == 0
    assert "Tables whose games go on: 1." in capsys.readouterr().out
    server = Server(folder_context(folder), "127.0.0.1", 0)
    thread = server.start()
    with Remote(server.host, server.port) as remote:
        table.league.club, table.hand = remote, 0
        page = table.page()
        assert page["commitment"] != c0
        assert [(note["hand"], note["commitment"]) for note in page["restored"]] == [(0, c0)]
        table.deal(token=table.league.organiser)
        table.act(1, table.league.organiser, abandon=True)
        assert table.view()["link"] != spent
    server.stop()
    thread.join()


def test_restore_over_data_takes_force_and_keeps_them(
    tmp_path: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "club"
    folder_context(folder).store.close()
    keys = (folder / KEYS).read_text()
    again = ["restore", "--data", str(folder), str(saved)]
    assert main(again) == 1
    assert "--force restores all the same" in capsys.readouterr().err
    assert (folder / KEYS).read_text() == keys
    assert main([*again, "--force"]) == 0
    keys_of_old, restored = (
        json.loads(path.read_text()) for path in (tmp_path / "old" / KEYS, folder / KEYS)
    )
    assert restored["deployment_key"] == keys_of_old["deployment_key"]
    assert restored["keys"] != keys_of_old["keys"]
    [aside] = folder.glob("before-restore-*")
    assert str(aside) in capsys.readouterr().out
    assert (aside / KEYS).read_text() == keys
    assert (aside / DATABASE).exists()


def test_what_is_put_aside_has_sqlites_log_with_it(tmp_path: Path, saved: Path) -> None:
    folder = tmp_path / "club"
    server = folder_context(folder)
    with sqlite3.connect(folder / DATABASE) as writer:  # left open: as after a kill
        writer.execute("INSERT INTO items VALUES ('A', 'B', 1, 'body', NULL)")
    assert main(["restore", "--data", str(folder), "--force", str(saved)]) == 0
    [aside] = folder.glob("before-restore-*")
    with sqlite3.connect(aside / DATABASE) as reader:
        assert reader.execute("SELECT body FROM items").fetchall() == [("body",)]
    with sqlite3.connect(folder / DATABASE) as restored:
        assert restored.execute("SELECT count(*) FROM items").fetchone() == (0,)
    for connection in (writer, reader, restored):
        connection.close()
    server.store.close()


def test_a_restore_revives_no_token_that_was_revoked(tmp_path: Path) -> None:
    """A token revoked after the backup was good again after the restore."""
    folder, target = tmp_path / "club", tmp_path / "night.zip"
    context = folder_context(folder)
    night = Club(context.store, keys=context.signer._keys).night()
    issued = night.club.post(
        f"{night.path}/codes", {"kind": "player", "player": 2}, night.organiser
    )["code"]
    stolen = night.player(1)
    assert main(["backup", "--data", str(folder), str(target)]) == 0
    night.revoke("player-1")
    context.store.close()

    def statuses(where: Path) -> list[int]:
        again = folder_context(where)
        club = Club(again.store, keys=again.signer._keys)
        found = [club.get("/v1/me", token).status for token in (stolen, night.organiser)]
        found.append(club.post("/v1/join", {"code": issued, "nonce": "n" * 22}).status)
        again.store.close()
        return found

    assert statuses(folder) == [401, 200, 200]
    assert main(["restore", "--data", str(tmp_path / "new"), str(target)]) == 0
    assert statuses(tmp_path / "new") == [401, 401, 404]
    kept = ["restore", "--data", str(tmp_path / "kept"), "--keep-tokens", str(target)]
    assert main(kept) == 0
    assert statuses(tmp_path / "kept") == [200, 200, 200]


def rewritten(source: Path, change: Callable[[dict[str, bytes]], object]) -> None:
    """Write a backup anew, its parts changed."""
    with zipfile.ZipFile(source) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    with zipfile.ZipFile(source, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def _foreign() -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE mine (a)")
    content = connection.serialize()
    connection.close()
    return content


BROKEN: dict[str, tuple[Callable[[dict[str, bytes]], object], str]] = {
    "no keys": (lambda parts: parts.pop(KEYS), "no Boodle backup"),
    "no note": (lambda parts: parts.pop("backup.json"), "no Boodle backup"),
    "a list": (lambda parts: parts.update({"backup.json": b"[1]"}), "no Boodle backup"),
    "null": (lambda parts: parts.update({"backup.json": b"null"}), "no Boodle backup"),
    "a text": (lambda parts: parts.update({"backup.json": b'"format"'}), "no Boodle backup"),
    "bytes": (lambda parts: parts.update({"backup.json": b"\xff\xfe"}), "no Boodle backup"),
    "deep": (lambda parts: parts.update({"backup.json": b"[" * 60_000}), "no Boodle backup"),
    "deep keys": (lambda parts: parts.update({KEYS: b"[" * 60_000}), "cannot be used"),
    "a long note": (
        lambda parts: parts.update({"backup.json": b" " * 100_000 + b"{}"}),
        "no Boodle backup",
    ),
    "newer": (lambda parts: parts.update({"backup.json": b'{"format": "9"}'}), "update Boodle"),
    "other keys": (lambda parts: parts.update({KEYS: b"{}"}), "cannot be used"),
    "no database": (lambda parts: parts.update({DATABASE: b"x" * 9999}), "cannot be used"),
    "cut short": (
        lambda parts: parts.update({DATABASE: parts[DATABASE][:-4096]}),
        r"damaged|cannot be used",
    ),
    "foreign": (lambda parts: parts.update({DATABASE: _foreign()}), "not one of Boodle's"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_backup_changes_nothing(
    tmp_path: Path, saved: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change, told = BROKEN[name]
    rewritten(saved, change)
    folder = tmp_path / "club"
    folder_context(folder).store.close()
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert main(["restore", "--data", str(folder), "--force", str(saved)]) == 1
    error = capsys.readouterr().err
    assert any(part in error for part in told.split("|")), error
    assert error.count("\n") == 1
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {**after, "serving.lock": b""} == {**before, "serving.lock": b""}


def test_a_damaged_file_is_found_out(
    tmp_path: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = bytearray(saved.read_bytes())
    content[len(content) // 2] ^= 0xFF
    saved.write_bytes(content)
    assert main(["restore", "--data", str(tmp_path / "new"), str(saved)]) == 1
    saved.write_bytes(b"not a zip")
    assert main(["restore", "--data", str(tmp_path / "new"), str(saved)]) == 1
    assert capsys.readouterr().err.count("is no Boodle backup, or is damaged") == 2


@pytest.mark.parametrize("part", ["backup.json", KEYS, DATABASE])
def test_a_zip_bomb_is_not_unpacked(
    tmp_path: Path, saved: Path, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """5 MB of zip can be 5 GB of zeros."""
    with zipfile.ZipFile(saved) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(saved, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            with archive.open(name, "w", force_zip64=True) as file:
                file.write(content)
                for _ in range(64 if name == part else 0):
                    file.write(bytes(1024 * 1024))
    tracemalloc.start()
    assert main(["restore", "--data", str(tmp_path / "new"), str(saved)]) == 1
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * 1024 * 1024
    error = capsys.readouterr().err
    assert "no Boodle backup" in error
    assert error.count("\n") == 1
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["serving.lock"]


def test_a_backup_that_is_encrypted_or_oddly_compressed_is_refused(
    tmp_path: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = saved.read_bytes()
    for at, value in ((10, 99), (8, 1)):  # how it is compressed; that it is encrypted
        changed = bytearray(content)
        start = 0
        while (start := changed.find(b"PK\x01\x02", start)) >= 0:  # in the directory at its end
            changed[start + at] = value
            start += 4
        saved.write_bytes(changed)
        assert main(["restore", "--data", str(tmp_path / "new"), str(saved)]) == 1
        error = capsys.readouterr().err
        assert error.count("\n") == 1, error


def test_refusals_in_a_line(
    tmp_path: Path, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, none = str(tmp_path / "old"), str(tmp_path / "none")
    for args, told in [
        (["backup", "--data", old, str(saved)], "never written over"),
        (["backup", "--data", none, str(tmp_path / "c.zip")], "there are no Boodle data in"),
        (["backup", "--data", old, str(tmp_path / "no" / "c.zip")], "the backup failed"),
        (["restore", "--data", none, str(tmp_path / "c.zip")], "there is no file"),
    ]:
        assert main(args) == 1
        error = capsys.readouterr().err
        assert told in error
        assert error.count("\n") == 1
    assert not (tmp_path / "none").exists()


def test_a_lock_is_let_go(tmp_path: Path) -> None:
    FolderLock(tmp_path).release()
    FolderLock(tmp_path).release()
