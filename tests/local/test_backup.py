"""`boodle backup` and `restore`."""

import sqlite3
import stat
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness.league import LeagueOf
from harness.served import Remote, boodle, serving

from chalicelib.api.runtime import DATABASE, KEYS, folder_context
from chalicelib.local.cli import main
from chalicelib.local.folder import FolderLock
from chalicelib.local.server import Server


def served_again(folder: Path, league: LeagueOf[Remote]) -> Any:
    """Serve a folder in this process for one question: the standings with the old token."""
    server = Server(folder_context(folder), "127.0.0.1", 0)
    thread = server.start()
    with Remote(server.host, server.port) as remote:
        league.club = remote
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
    """Its link was shown: whoever restores could choose among deals that he knows."""
    folder, target = tmp_path / "club", tmp_path / "before.zip"
    with serving("--data", folder) as served, served.remote() as remote:
        table = remote.night().table
        c0 = table.page()["commitment"]
        assert boodle("backup", "--data", folder, target).returncode == 0
        table.deal(token=table.league.organiser)
        table.act(1, table.league.organiser, abandon=True)
        spent = table.view()["link"]
    assert main(["restore", "--data", str(folder), "--force", str(target)]) == 0
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
    assert (folder / KEYS).read_text() == (tmp_path / "old" / KEYS).read_text()
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
