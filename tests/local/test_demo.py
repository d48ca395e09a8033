"""`boodle demo`: every preset, the same league for the same seed, faults told."""

import os
import re
import signal
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from harness.served import COMMAND, PATIENCE, boodle

from chalicelib.api.runtime import DATABASE
from chalicelib.local.cli import main
from chalicelib.local.client import Client, Reply
from chalicelib.local.names import draw_names
from chalicelib.local.plan import Plan
from chalicelib.local.trouble import Trouble
from chalicelib.rules import PRESETS

ROW = re.compile(r"(\d+)(=?) +(\S.*?) +(\d+) +([+-]\d+)")


def demo(*args: object) -> int:
    return main(["demo", "--once", *map(str, args)])


def repeatable(out: str) -> list[str]:
    """Return the lines that depend on the seed alone."""
    return [line for line in out.splitlines() if not re.search(r"http:|plays a second", line)]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_played_to_the_end(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    small = ("--tables", 2, "--players", 7, "--hands", 2, "--preset", preset, "--seed", 4)
    assert demo(*small) == 0
    out, err = capsys.readouterr()
    assert "chips bought in 350, chips accounted for 350\n" in out
    assert re.search(r"repeats sent (\d+), recognised \1\n", out)
    assert re.search(r"posts sent out of order (\d+), refused \1\n", out)
    assert re.search(r"plays [1-9]\d* in 4 hands, ", out)
    assert "2 of 2 tables finished, 4 of 4 hands" in err
    rows = [match for line in out.splitlines() if (match := ROW.fullmatch(line))]
    assert sum(int(row[4]) for row in rows) <= 350
    chips = [int(row[4]) for row in rows]
    assert len(rows) == 7
    assert [int(row[1]) for row in rows] == [1 + sum(b > a for b in chips) for a in chips]
    assert [bool(row[2]) for row in rows] == [chips.count(a) > 1 for a in chips]


def test_the_same_seed_plays_the_same_league(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for seed in (7, 7, 8):
        assert demo("--tables", 4, "--players", 18, "--hands", 2, "--seed", seed) == 0
        outputs.append(repeatable(capsys.readouterr().out))
    assert outputs[0] == outputs[1]
    assert outputs[0] != outputs[2]
    repeats, early = (int(re.findall(r"\d+", line)[0]) for line in outputs[0][-3:-1])
    assert repeats
    assert early


def test_as_a_command_with_a_folder_to_keep(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    small = ("--once", "--tables", 2, "--players", 6, "--hands", 1, "--seed", 1)
    done = boodle("demo", *small, "--data", folder)
    assert done.returncode == 0, done.stderr
    assert "playing: 2 of 2 tables finished" in done.stderr
    assert "Traceback" not in done.stderr
    assert (folder / DATABASE).exists()
    again = boodle("demo", *small, "--data", folder)
    assert again.returncode == 1
    assert again.stderr == f"boodle demo: {folder} is not an empty folder\n"


def test_without_once_it_goes_on_serving() -> None:
    line = [*COMMAND, "demo", "--tables", "1", "--players", "3", "--hands", "1"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        try:
            assert run.stdout
            out = ""
            for text in run.stdout:
                out += text
                if text.startswith("Serving on"):
                    break
            found = re.search(r"standings: http://(\S+):(\d+)(/\S+)", out)
            assert found, out
            with Client(found[1], int(found[2])) as client:
                assert len(client.call("GET", found[3]).expect(200)["standings"]) == 3
            run.send_signal(signal.SIGINT)
            _, err = run.communicate(timeout=PATIENCE)
        finally:
            run.kill()
    assert run.returncode == 0
    assert "Traceback" not in err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_while_it_plays(number: signal.Signals, tmp_path: Path) -> None:
    line = [*COMMAND, "demo", "--once", "--tables", "20", "--hands", "500"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as run:
        try:
            assert run.stderr
            assert run.stderr.readline().startswith("playing: ")
            assert len(list(tmp_path.iterdir())) == 1
            run.send_signal(number)
            _, err = run.communicate(timeout=PATIENCE)
        finally:
            run.kill()
    assert run.returncode == 130
    assert err.endswith("boodle demo: interrupted\n")
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_the_seed_is_printed_when_none_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo("--tables", 1, "--players", 3, "--hands", 1) == 0
    first = capsys.readouterr().out
    seed = re.search(r"seed (\d+)", first)
    assert seed
    assert demo("--tables", 1, "--players", 3, "--hands", 1, "--seed", seed[1]) == 0
    assert repeatable(capsys.readouterr().out) == repeatable(first)


@pytest.mark.parametrize(
    ("asked", "planned"),
    [
        ((None, None), (4, 18)),
        ((2, None), (2, 9)),
        ((None, 30), (5, 30)),
        ((1, 8), (1, 8)),
    ],
)
def test_plans(asked: tuple[int | None, int | None], planned: tuple[int, int]) -> None:
    plan = Plan.of(*asked, 5, "michigan", 1)
    assert (plan.tables, plan.players) == planned


@pytest.mark.parametrize("asked", [(4, 9), (2, 17), (1, 2)])
def test_players_that_do_not_fit_the_tables(asked: tuple[int, int]) -> None:
    with pytest.raises(Trouble, match="players"):
        Plan.of(*asked, 5, "michigan", 1)


@pytest.mark.parametrize(
    ("method", "path", "wrong", "told"),
    [
        ("PUT", "/actions/", {"status": 200}, "should be answered 201, not 200"),
        ("PUT", "/actions/", {"replayed": False}, "the answer does not say so"),
        ("GET", "/v1/tables/", {"status": 503}, "should be answered 200, not 503"),
    ],
)
def test_an_answer_that_should_not_be_ends_it(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    method: str,
    path: str,
    wrong: dict[str, Any],
    told: str,
) -> None:
    call = Client.call

    def falsified(self: Client, asked: str, where: str, **more: Any) -> Reply:
        reply = call(self, asked, where, **more)
        if asked == method and path in where:
            values = {name: getattr(reply, name) for name in Reply.__slots__}
            return Reply(**{**values, **wrong})
        return reply

    monkeypatch.setattr(Client, "call", falsified)
    assert demo("--tables", 3, "--players", 9, "--hands", 3, "--seed", 1) == 1
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("boodle demo: the demonstration failed: ")
    assert told in error


def test_chips_that_do_not_add_up_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call = Client.call

    def one_too_many(self: Client, method: str, path: str, **more: Any) -> Reply:
        reply = call(self, method, path, **more)
        if method == "GET" and "kitty" in reply.body and "bank" in reply.body:
            reply.body["bank"] += 1
        return reply

    monkeypatch.setattr(Client, "call", one_too_many)
    assert demo("--tables", 1, "--players", 3, "--hands", 1, "--seed", 1) == 1
    out, err = capsys.readouterr()
    assert "chips bought in 150, chips accounted for 151\n" in out
    assert err.endswith("the chips accounted for are not those bought in\n")


def test_names_are_different() -> None:
    for count in (3, 150, 1600):
        names = draw_names(Random(1), count)
        assert len(set(names)) == len(names) == count
