"""`boodle inspect`: readable records, and secrets kept."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness.served import League

from chalicelib.local.cli import main
from chalicelib.local.client import Client
from chalicelib.local.readable import HIDDEN
from chalicelib.rules import TEXT

Inspect = Callable[..., tuple[str, Any]]


@pytest.fixture
def inspect(tmp_path: Path, server: object, capsys: pytest.CaptureFixture[str]) -> Inspect:
    """Inspect the folder that is being served; return the heading, and the JSON or the list."""
    del server

    def call(*args: str) -> tuple[str, Any]:
        capsys.readouterr()
        assert main(["inspect", "--data", str(tmp_path / "data"), *args]) == 0
        out = capsys.readouterr().out
        heading, brace, rest = out.partition("\n{")
        if brace:
            return heading, json.loads("{" + rest)
        heading, quote, rest = out.partition('\n"')
        return (heading, json.loads('"' + rest)) if quote else ("", out.splitlines())

    return call


@pytest.fixture
def league(client: Client) -> League:
    made = League(client, preset="michigan_ru")
    made.deal(seed="my own seed")
    made.play()
    return made


def test_lists(inspect: Inspect, league: League) -> None:
    _, partitions = inspect()
    assert any(line.startswith(f"T#{league.table}  5 records, ") for line in partitions)
    _, players = inspect(f"L#{league.id}/P#")
    assert [line.split()[0] for line in players] == [f"L#{league.id}/P#0000{n}" for n in (1, 2, 3)]
    for key in (f"T#{league.table}", f"T#{league.table}/", league.table, league.table[:9]):
        _, records = inspect(key)
        sorts = [line.split()[0].split("/")[1] for line in records]
        assert sorts == ["CHAIN", "E#0001", "H#0001", "INFO", "LIVE"]


def test_a_live_record_is_readable(inspect: Inspect, league: League) -> None:
    heading, live = inspect(f"{league.table}/LIVE")
    assert re.search(r"version \d+, \d+ bytes\n  a read costs 1 unit, a write 1 unit$", heading)
    seats = [(seat["seat"], seat["player"], seat["name"], seat["stack"]) for seat in live["seats"]]
    assert seats == [
        (i + 1, number, f"Player {number}", 50) for i, number in enumerate(league.numbers)
    ]
    assert live["layout"] == {"AH": 0, "KC": 0, "QD": 0, "JS": 0}
    [action] = live["hand_in_progress"]["actions"]
    dealer = live["hand_in_progress"]["dealer"]
    assert action["action"] == {"exchange": True, "seat": dealer}
    assert action["by"] == {"kind": "seat", "number": dealer}
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT[\d:.]+Z", action["at"])


def test_played_cards_are_named_and_covered_ones_stay_covered(
    inspect: Inspect, league: League
) -> None:
    for _ in range(12):
        league.play()
    shown = inspect(f"{league.table}/LIVE")[1]["hand_in_progress"]["actions"]
    top = [action["action"].get("play") for action in shown if "play" in action["action"]]
    assert top.count("(covered)") == len(top) - len({a["action"]["seat"] for a in shown[-12:]})
    _, live = inspect(f"{league.table}/LIVE", "--secrets")
    plays = [a["action"] for a in live["hand_in_progress"]["actions"] if "play" in a["action"]]
    assert len(plays) == len(top)
    assert all(play["play"] in TEXT for play in plays)


def test_secrets_of_a_hand_in_progress(inspect: Inspect, league: League) -> None:
    table = league.table
    assert inspect(f"{table}/CHAIN")[1] == HIDDEN
    assert re.fullmatch("[0-9a-f]{64}", inspect(f"{table}/CHAIN", "--secrets")[1])
    assert inspect(f"{table}/LIVE")[1]["hand_in_progress"]["deal"] == HIDDEN
    deal = inspect(f"{table}/LIVE", "--secrets")[1]["hand_in_progress"]["deal"]
    assert sorted(" ".join(deal.values()).split()) == sorted(TEXT)
    assert set(deal) == {"widow", "seat 1", "seat 2", "seat 3"}
    assert inspect(f"{table}/H#0001")[1]["link"] == HIDDEN
    assert inspect(f"{table}/H#0001", "--secrets")[1]["link"] != HIDDEN


def test_nothing_is_hidden_of_a_hand_that_is_over(inspect: Inspect, league: League) -> None:
    while league.play():
        pass
    _, archive = inspect(f"{league.table}/A#0001")
    assert len(archive["live"]["hand_played"]["deal"]) >= 4
    assert len(archive["setup"]["link"]) == 64
    assert inspect(f"{league.table}/H#0001")[1]["link"] == archive["setup"]["link"]
    assert inspect(f"{league.table}/CHAIN")[1] == HIDDEN
    assert inspect(f"{league.table}/LIVE")[1]["hand_in_progress"] is None


def test_an_entered_deal_and_seeds_before_the_deal_are_secret(
    inspect: Inspect, client: Client
) -> None:
    league = League(client, recording="entered")
    path = f"{league.path}/hands/1"
    league.ask("PUT", f"{path}/entries/1", 200, {"seed": "my own"}, league.tokens[0])
    assert inspect(f"{league.table}/E#")[1]["seats"]["seat 1"]["seed"] == HIDDEN
    assert inspect(f"{league.table}/E#", "--secrets")[1]["seats"]["seat 1"]["seed"] == "my own"
    league.ask("PUT", path, 201, {"deal": {"deck": list(TEXT)}})
    assert inspect(f"{league.table}/E#")[1]["seats"]["seat 1"]["seed"] == "my own"
    setup = inspect(f"{league.table}/H#")[1]
    assert setup["asked"]["deal"] == HIDDEN
    assert inspect(f"{league.table}/H#", "--secrets")[1]["asked"]["deal"] == {"deck": list(TEXT)}
    assert inspect(f"{league.table}/LIVE")[1]["hand_in_progress"]["deal"] == HIDDEN


def test_codes_cannot_be_read_from_repeated_answers(
    inspect: Inspect, client: Client, league: League
) -> None:
    path = f"/v1/leagues/{league.id}/codes/sheet"
    client.call("POST", path, token=league.token, body={}, key="k").expect(201)
    _, kept = inspect(f"I#{league.id}")
    assert {slip["code"]["code"] for slip in kept["reply"]["codes"]} == {HIDDEN}


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--data", "{data}", "T#nothing"], "nothing is stored under T#nothing"),
        (["--data", "{data}", "nothing/LIVE"], "nothing is stored under nothing/LIVE"),
        (["--data", "{none}"], "there are no Boodle data in"),
        (["--data", "{broken}"], "not a database"),
    ],
)
def test_refusals(
    tmp_path: Path,
    league: League,
    args: list[str],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    del league
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "boodle.db").write_bytes(b"no database" * 1000)
    names = {name: str(tmp_path / name) for name in ("data", "none", "broken")}
    assert main(["inspect", *(arg.format(**names) for arg in args)]) == 1
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
