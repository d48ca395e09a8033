"""Evenings over HTTP at which every hand is drawn by all phones, whatever the line does."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from harness.dealt_nights import DealtNight, dealt_sitting
from harness.nights import account_for, report
from harness.phones import HttpLine, Phone
from harness.seeds import SEED
from harness.served import serving
from harness.sizes import sized
from harness.weather import NETWORK, Fault, Weather, stormy

from chalicelib.local.cli import main

TABLES = sized(2, 3)
HANDS = sized(2, 20)
NIGHT = f"drawn in bad weather {SEED}"


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
        for place, sitting in enumerate(sittings):
            account_for(sitting, HANDS, line)
            assert sitting.journal.counts["opened"] == HANDS * len(sitting.seats)
            assert sitting.journal.counts["proved"] == HANDS * len(sitting.seats)
            phone = Phone(line, sitting.table, sitting.scorer, sitting.journal, Random(0))
            page = phone.ask("GET", f"/v1/tables/{sitting.table}/records").body
            files = [tmp_path / f"{place}.json"]
            files[0].write_text(json.dumps(page), "utf-8")
            for seat in range(len(sitting.seats)):
                files.append(tmp_path / f"{place}-{seat}.json")
                files[-1].write_text(json.dumps(night.parts[place, seat].export()), "utf-8")
            notes = [word for file in files[1:] for word in ("--note", str(file))]
            given = ["--commitment", page["commitment"], *notes]
            assert main(["verify", str(files[0]), *given]) == 0
            out = capsys.readouterr().out
            assert f"hands 1 to {HANDS}: seats 1, 2, 3 contributed" in out
            assert out.count(f" agrees: hands 1 to {HANDS}") == len(sitting.seats)
        report(sittings, faults=sum(weather.happened.values()))
        line.close()
