"""The command line: what it takes, what it says, its exit codes."""

import os
import subprocess
from pathlib import Path

import pytest
from harness.served import COMMAND, PATIENCE

from chalicelib.api.version import VERSION
from chalicelib.local.cli import main
from chalicelib.local.folder import default_folder
from chalicelib.local.terminal import Exit


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "COMMAND"),
        (["play"], "invalid choice"),
        (["serve", "--port", "70000"], "no whole number from 0 to 65535"),
        (["serve", "--port", "-1"], "no whole number from 0 to 65535"),
        (["serve", "--seed", "1"], "unrecognized arguments"),
        (["serve", "--lan", "--host", "x"], "not allowed with"),
        (["demo", "--tables", "0"], "no whole number from 1 to 200"),
        (["demo", "--hands", "x"], "no whole number from 1 to 1000"),
        (["demo", "--hands", "²"], "no whole number from 1 to 1000"),
        (["demo", "--preset", "poker"], "invalid choice"),
        (["backup"], "FILE"),
        (["restore"], "FILE"),
    ],
)
def test_wrong_calls(args: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(args)
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert told in error
    assert "usage: boodle" in error


@pytest.mark.parametrize(
    "args",
    [
        ["demo", "--tables", "4", "--players", "9"],
        ["demo", "--tables", "2", "--players", "17"],
        ["serve", "--data", "/dev/null/x"],
        ["serve", "--data", "{file}"],
        ["serve", "--data", "{keys}"],
        ["serve", "--data", "{db}"],
        ["demo", "--data", "{file}"],
    ],
)
def test_troubles_in_one_line(
    args: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {name: tmp_path / name for name in ("file", "keys", "db")}
    names["file"].write_text("not a folder")
    names["keys"].mkdir()
    (names["keys"] / "keys.json").write_text("{}")
    names["db"].mkdir()
    (names["db"] / "boodle.db").write_text("not a database " * 100)
    filled = [arg.format(**names) for arg in args]
    assert main([*filled, "--port", "0"]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"boodle {args[0]}: ")
    assert error.count("\n") == 1


def test_what_is_not_foreseen_is_not_swallowed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(folder: Path) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("chalicelib.local.inspection.database_of", broken)
    with pytest.raises(ZeroDivisionError):
        main(["inspect", "--data", str(tmp_path)])


def test_being_interrupted_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(folder: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("chalicelib.local.inspection.database_of", interrupted)
    assert main(["inspect", "--data", str(tmp_path)]) == 130
    assert capsys.readouterr().err == "boodle inspect: interrupted\n"


def test_a_reader_that_has_read_enough_is_no_fault() -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = subprocess.run(
            [*COMMAND, "version"],
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (Exit.READER_GONE, "")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["version"]) == 0
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"boodle {VERSION}\n" * 2


def test_the_folder_does_not_depend_on_where_a_command_is_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("BOODLE_DATA", raising=False)
    assert default_folder() == Path.home() / ".boodle"
    monkeypatch.setenv("BOODLE_DATA", str(tmp_path))
    assert default_folder() == tmp_path


def test_without_a_home_the_folder_has_to_be_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("BOODLE_DATA", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(SystemExit, match="2"):
        main(["inspect"])
    assert "argument --data: there is no home folder: name one" in capsys.readouterr().err
    assert main(["inspect", "--data", str(tmp_path)]) == 1  # named, and empty
