"""What commands print can be read on any terminal, steers none, and ends with the right code."""

from __future__ import annotations

import json
import logging
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness.served import COMMAND, PATIENCE

from chalicelib.api.runtime import folder_context
from chalicelib.local import proof, terminal
from chalicelib.local.cli import command_line, main
from chalicelib.local.server import log_to_stderr
from chalicelib.local.terminal import Exit, harmless

DOCS = Path(__file__).parents[2] / "docs"
TABLE = DOCS / "vectors" / "table.json"
ENTERED = DOCS / "vectors" / "entered.boodle.json"
FILES = ("replay", "audit", "verify")

Keep = Callable[[Any], Path]


@pytest.fixture
def keep(tmp_path: Path) -> Keep:
    def write(value: Any) -> Path:
        path = tmp_path / "record.json"
        path.write_text(json.dumps(value), "utf-8")
        return path

    return write


def entered(*names: str, table: str = "T") -> dict[str, Any]:
    record: dict[str, Any] = json.loads(ENTERED.read_text("utf-8"))
    record["table"]["table"] = table
    for place, seat in enumerate(record["seats"] if names else []):
        seat["name"] = names[place % len(names)]
    return record


def run(
    *args: str | Path, encoding: str = "utf-8", stdout: Any = subprocess.PIPE
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *map(str, args)],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoë 李雷 😍", "Zoë 李雷 😍"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\r\nb\tc", "a\\x0d\\x0ab\\x09c"),
        ("\u202eevil", "\\u202eevil"),
        ("\u2028\x9b\x7f", "\\u2028\\x9b\\x7f"),
        ("\ud83d", "\\ud83d"),
        ("\U000e0041", "\\U000e0041"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("Ann\u00a0Lee", "Ann\u00a0Lee"),
    ],
)
def test_what_would_steer_a_terminal_is_written_as_an_escape(text: str, shown: str) -> None:
    assert harmless(text) == shown


@pytest.mark.parametrize("command", FILES)
def test_a_record_from_elsewhere_does_not_reach_the_terminal_raw(
    command: str, keep: Keep, capsys: pytest.CaptureFixture[str]
) -> None:
    record = entered("Ann\nBen \u202e\x1b]0;title\x07 \ud83d", table="\x1b[2J\u202eT")
    assert main([command, str(keep({**record, "\x1b[31mhat": 1}))]) == 0
    got = capsys.readouterr()
    for line in (got.out + got.err).split("\n"):
        assert line.isprintable(), ascii(line)
    assert "\\x1b[31mhat" in got.err
    if command != "verify":
        assert "Ann\\x0aBen \\u202e\\x1b]0;title\\x07 \\ud83d" in got.out
    else:
        assert "table \\x1b[2J\\u202eT: " in got.out


def test_an_error_about_a_record_does_not_either(
    keep: Keep, capsys: pytest.CaptureFixture[str]
) -> None:
    record = entered()
    record["rules"]["preset"] = "\x1b[2J"
    assert main(["replay", str(keep(record))]) == 1
    with pytest.raises(SystemExit, match="2"):
        main(["replay", "--hand", "1", "x", "--\x1b[2J"])
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_a_name_that_the_terminal_cannot_write_is_no_fault(encoding: str, keep: Keep) -> None:
    path = keep(entered("李雷\udcff"))
    for command in FILES:
        done = run(command, path, encoding=encoding)
        assert (done.returncode, done.stderr) == (0, b"")
        if command != "verify":
            name = "李雷\udcff".encode(encoding, "backslashreplace")
            assert name in done.stdout


def test_a_backup_ends_well_wherever_it_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "李雷"
    folder_context(folder).store.close()
    target = folder / "b.zip"
    done = run("backup", "--data", folder, target, encoding="cp1252")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u674e\\u96f7" in done.stdout
    assert zipfile.ZipFile(target).testzip() is None
    done = run("restore", "--data", tmp_path / "雷", target, encoding="cp1252")
    assert (done.returncode, done.stderr) == (0, b"")


def test_json_stays_json_whatever_the_terminal_can_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    value = {"name": "Zoë 😍 \u202e\x1b\ud83d"}
    terminal.show_json(value)
    text = capsys.readouterr().out
    assert (json.loads(text), text.strip().isprintable()) == (value, True)
    terminal.show_json({"name": "Zoë 😍"})
    assert "Zoë 😍" in capsys.readouterr().out
    done = run("simulate", "--hands", "5", "--json", encoding="cp1252")
    assert json.loads(done.stdout)["preset"] == "michigan"


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    "args",
    [
        ["replay", str(TABLE)],
        ["audit", str(TABLE)],
        ["verify", str(TABLE)],
        ["simulate", "--hands", "5", "--json"],
        ["version"],
        ["--help"],
    ],
)
def test_output_that_cannot_be_written_is_said_in_a_line(args: list[str]) -> None:
    with FULL.open("wb") as full:
        done = run(*args, stdout=full)
    said = done.stderr.decode().splitlines()[-1]
    assert done.returncode == Exit.NO_OUTPUT
    assert said.endswith("the output cannot be written: No space left on device")
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
def test_a_backup_is_whole_though_nothing_can_be_said(tmp_path: Path) -> None:
    folder_context(tmp_path / "data").store.close()
    with FULL.open("wb") as full:
        done = run("backup", "--data", tmp_path / "data", tmp_path / "b.zip", stdout=full)
    assert done.returncode == Exit.NO_OUTPUT
    assert zipfile.ZipFile(tmp_path / "b.zip").testzip() is None


def test_a_reader_that_goes_away_ends_the_command_quietly(tmp_path: Path) -> None:
    """More than a pipe holds, so that the command meets it while it prints."""
    many = tmp_path / "many.json"
    many.write_text(json.dumps([json.loads(ENTERED.read_text("utf-8"))] * 60), "utf-8")
    with subprocess.Popen(
        [*COMMAND, "replay", str(many)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as command:
        assert command.stdout
        assert command.stderr
        command.stdout.readline()
        command.stdout.close()
        assert command.stderr.read() == b""
    assert command.returncode == Exit.READER_GONE


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "utf-32"])
@pytest.mark.parametrize("command", FILES)
def test_what_windows_writes_is_read(
    command: str, encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(entered("李雷"), ensure_ascii=False), encoding)
    assert main([command, str(path)]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", FILES)
@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b'{"a": "\xff"}', b"\x80abc"])
def test_what_is_no_text_is_a_wrong_call(
    command: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(content)
    assert main([command, str(path)]) == Exit.WRONG_CALL
    assert capsys.readouterr().err == (
        f"boodle {command}: {path}: this is no text in UTF-8 or UTF-16\n"
    )


def test_the_proof_that_stands_alone_is_as_careful(tmp_path: Path, keep: Keep) -> None:
    program = tmp_path / "proof.py"
    shutil.copy(str(proof.__file__), program)
    path = keep(entered(table="\x1b[2J李"))

    def prove(path: Path) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, str(program), str(path)],
            env={**os.environ, "PYTHONIOENCODING": "cp1252"},
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )

    done = prove(path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"table \\x1b[2J\\u674e: " in done.stdout
    path.write_text(json.dumps(entered()), "utf-16")
    assert prove(path).returncode == 0
    path.write_bytes(b"\x80abc")
    done = prove(path)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


def _call(command: str, folder: Path, code: Exit) -> list[str]:
    """Return a call of a command that ends with this code."""
    good, bad, none = str(TABLE), str(folder / "bad.json"), str(folder / "none")
    data = ["--data", str(folder / "data")]
    calls: dict[tuple[str, Exit], list[str]] = {
        ("backup", Exit.DONE): [*data, str(folder / "new.zip")],
        ("backup", Exit.FAILED): ["--data", none, str(folder / "new.zip")],
        ("restore", Exit.DONE): ["--data", none, str(folder / "old.zip")],
        ("restore", Exit.FAILED): ["--data", none, bad],
        ("inspect", Exit.DONE): data,
        ("inspect", Exit.FAILED): [*data, "L#nobody"],
        ("simulate", Exit.DONE): ["--hands", "2"],
        ("simulate", Exit.FAILED): ["--option", "lead.change=never"],
        ("serve", Exit.FAILED): ["--data", bad],
        ("demo", Exit.DONE): ["--once", "--tables", "1", "--players", "3", "--hands", "1"],
        ("demo", Exit.FAILED): ["--data", bad],
        ("version", Exit.DONE): [],
    }
    for name in FILES:
        calls[name, Exit.DONE] = [good]
        calls[name, Exit.FAILED] = [bad]
        calls[name, Exit.WRONG_CALL] = [none]
    return [command, *calls.get((command, code), ["--no-such-option"])]


@pytest.mark.parametrize("code", [Exit.DONE, Exit.FAILED, Exit.WRONG_CALL])
@pytest.mark.parametrize(
    "command", ["backup", "restore", "inspect", "simulate", "serve", "demo", "version", *FILES]
)
def test_each_command_ends_with_the_code_that_is_documented(
    command: str, code: Exit, tmp_path: Path
) -> None:
    folder_context(tmp_path / "data").store.close()
    assert main(["backup", "--data", str(tmp_path / "data"), str(tmp_path / "old.zip")]) == 0
    wrong = json.loads(ENTERED.read_text("utf-8"))
    wrong["result"]["stacks"][0] += 1
    (tmp_path / "bad.json").write_text(json.dumps(wrong), "utf-8")
    args = _call(command, tmp_path, code)
    if (command, code) in {("version", Exit.FAILED), ("serve", Exit.DONE)}:
        return  # the one cannot fail, the other is stopped by a person
    if code is not Exit.WRONG_CALL or command in FILES:
        assert main(args) == code
        return
    with pytest.raises(SystemExit) as left:
        main(args)
    assert left.value.code == code


@pytest.mark.skipif(os.name == "nt", reason="there arguments are always text")
@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["inspect", "--data", "data", "\udcff"], Exit.FAILED),
        (["serve", "--data", "data", "--port", "0", "--host", "\udcff"], Exit.FAILED),
        (["serve", "--data", "data", "--port", "0", "--host", "x" * 70], Exit.FAILED),
        (["simulate", "--hands", "2", "--option", "\udcff=1"], Exit.FAILED),
        (["replay", "\udcff"], Exit.WRONG_CALL),
        (["verify", str(TABLE), "--commitment", "\udcff\x1b"], Exit.FAILED),
        (["backup", "--data", "data", "\udcff.zip"], Exit.DONE),
    ],
)
def test_an_argument_that_is_no_text_is_no_fault(
    args: list[str],
    code: Exit,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    folder_context(Path("data")).store.close()
    assert main(args) == code
    got = capsys.readouterr()
    assert (got.err + got.out).replace("\n", "").isprintable()
    assert got.err.count("\n") <= 1


@pytest.mark.skipif(os.name == "nt", reason="a shell closes them so")
@pytest.mark.parametrize(
    ("closed", "args", "code"),
    [
        ("<&-", "replay -", Exit.WRONG_CALL),
        (">&-", "version", Exit.DONE),
        (">&-", "simulate --hands 2 --json", Exit.DONE),
        ("2>&-", "replay nothing", Exit.WRONG_CALL),
        pytest.param(
            "2>/dev/full",
            "replay nothing",
            Exit.WRONG_CALL,
            marks=pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here"),
        ),
    ],
)
def test_a_stream_that_is_closed_is_no_fault(closed: str, args: str, code: Exit) -> None:
    line = f"{shlex.join(COMMAND)} {args} {closed}"
    done = subprocess.run(line, shell=True, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    if closed.startswith("2"):
        assert done.stdout == b""


def test_a_fault_has_a_code_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> int:
        raise ZeroDivisionError("\x1b[2J")

    monkeypatch.setattr("chalicelib.local.cli.main", broken)
    assert command_line() == Exit.FAULT
    error = capsys.readouterr().err
    assert error.startswith("Traceback")
    assert "ZeroDivisionError: \\x1b[2J" in error


def test_what_is_logged_steers_no_terminal_either(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_stderr()
    logging.getLogger("boodle").error("a name: %s", "\x1b[2J\u202eAnn")
    try:
        raise ValueError("\x07")
    except ValueError:
        logging.getLogger("boodle").exception("two\nlines")
    error = capsys.readouterr().err
    assert "a name: \\x1b[2J\\u202eAnn\n" in error
    assert "ValueError: \\x07\n" in error
    assert all(line.isprintable() for line in error.split("\n"))


def test_the_codes_are_in_the_help_and_in_the_docs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "laptop.md").read_text("utf-8")
    for args in (["--help"], ["verify", "--help"], ["serve", "--help"]):
        with pytest.raises(SystemExit, match="0"):
            main(args)
        told = capsys.readouterr().out
        for code in Exit:
            assert f"\n  {code.value:<4} " in told
            assert f"\n| {code.value} |" in page


def test_nothing_else_prints() -> None:
    folder = Path(terminal.__file__).parent
    for path in folder.glob("*.py"):
        if path.name not in ("terminal.py", "proof.py"):
            assert "print(" not in path.read_text("utf-8").replace("_print(", ""), path.name
