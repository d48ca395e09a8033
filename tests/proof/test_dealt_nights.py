"""Evenings over HTTP at which every hand is drawn by all phones, whatever the line does."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random

import pytest
from harness.dealt_nights import DealtNight, dealt_sitting
from harness.laptop import laptop
from harness.nights import Sitting, account_for, report
from harness.phones import HttpLine, Phone
from harness.seeds import SEED
from harness.served import serving
from harness.sizes import sized
from harness.weather import NETWORK, Fault, Weather, stormy

from chalicelib.local.cli import main

TABLES = sized(2, 3)
HANDS = sized(2, 20)
NIGHT = f"drawn in bad weather {SEED}"


def check(
    night: DealtNight,
    sittings: list[Sitting],
    line: HttpLine,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """No play is lost, and the records agree with the note of every phone."""
    for place, sitting in enumerate(sittings):
        account_for(sitting, HANDS, line)
        assert sitting.journal.counts["opened"] == HANDS * len(sitting.seats)
        assert sitting.journal.counts["proved"] == HANDS * len(sitting.seats)
        phone = Phone(line, sitting.table, sitting.scorer, sitting.journal, Random(0))
        page = phone.ask("GET", f"/v1/tables/{sitting.table}/records").body
        records = folder / f"{place}.json"
        records.write_text(json.dumps(page), "utf-8")
        given = ["--commitment", page["commitment"]]
        for seat in range(len(sitting.seats)):
            note = folder / f"{place}-{seat}.json"
            note.write_text(json.dumps(night.parts[place, seat].export()), "utf-8")
            given += ["--note", str(note)]
        assert main(["verify", str(records), *given]) == 0
        out = capsys.readouterr().out
        assert f"hands 1 to {HANDS}: seats 1, 2, 3 contributed" in out
        assert out.count(f" agrees: hands 1 to {HANDS}") == len(sitting.seats)


def test_a_drawn_night_whose_phones_are_behind_a_bad_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No alarm, no lost play, and the records agree with every phone's note."""
    weather = Weather(NIGHT, [*NETWORK, Fault.PORTAL], begins=0.06)
    with serving("--data", tmp_path / "club") as served, served.remote() as remote:
        sittings = [dealt_sitting(remote) for _ in range(TABLES)]
        with stormy(f"http://{served.host}:{served.port}", weather) as proxy:
            address = served.host, proxy.server.server_port
            night = DealtNight(sittings, HANDS, NIGHT, lambda: HttpLine(lambda: address))
            night.play()
        line = HttpLine(lambda: (served.host, served.port))
        check(night, sittings, line, tmp_path, capsys)
        report(sittings, faults=sum(weather.happened.values()))
        line.close()


def test_a_drawn_night_with_a_laptop_that_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was opened is kept: no phone has to open a secret for two draws."""
    kills = sized(2, 10)
    rng = Random(NIGHT)
    with laptop(tmp_path / "club") as machine:
        with machine.served.remote() as remote:
            sittings = [dealt_sitting(remote) for _ in range(TABLES)]
        line = HttpLine(machine.address)
        night = DealtNight(sittings, HANDS, NIGHT, lambda: HttpLine(machine.address))

        def kill_now_and_then() -> None:
            for _ in range(kills):
                time.sleep(rng.uniform(0, 0.5))
                if night.is_on():
                    machine.kill()

        night.play(kill_now_and_then)
        check(night, sittings, line, tmp_path, capsys)
        line.close()
