"""`boodle inspect`: readable records, and secrets kept."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from harness.contributors import drawing
from harness.league import TableOf
from harness.served import Remote

from chalicelib.local.cli import main
from chalicelib.local.readable import HIDDEN
from chalicelib.local.server import Server
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
def table(server: Server) -> Iterator[TableOf[Remote]]:
    with Remote(server.host, server.port) as remote:
        table = remote.night(preset="michigan_ru").table
        dealer = table.page()["next_dealer"]
        entry = f"{table.at(1)}/entries/{dealer}"
        assert remote.put(entry, {"rebuy": False}, table.seat(dealer)).status == 200
        table.deal(token=table.seat(dealer))
        table.step()
        yield table


def test_lists(inspect: Inspect, table: TableOf[Remote]) -> None:
    _, partitions = inspect()
    assert any(line.startswith(f"T#{table.id}  7 records, ") for line in partitions)
    prefix = f"L#{table.league.id}/P#"
    _, players = inspect(prefix)
    assert [line.split()[0] for line in players] == [f"{prefix}0000{n}" for n in (1, 2, 3)]
    for key in (f"T#{table.id}", f"T#{table.id}/", table.id, table.id[:9]):
        _, records = inspect(key)
        sorts = [line.split()[0].split("/")[1] for line in records]
        assert sorts == ["CHAIN", "COMMITMENTS", "E#0001", "H#0001", "INFO", "LIVE", "W#0001"]


def test_a_live_record_is_readable(inspect: Inspect, table: TableOf[Remote]) -> None:
    heading, live = inspect(f"{table.id}/LIVE")
    assert re.search(r"version \d+, \d+ bytes\n  a read costs 1 unit, a write 1 unit$", heading)
    seats = [(seat["seat"], seat["player"], seat["name"], seat["stack"]) for seat in live["seats"]]
    assert seats == [
        (i + 1, number, f"Player {number}", 50) for i, number in enumerate(table.players)
    ]
    assert live["layout"] == {"AH": 0, "KC": 0, "QD": 0, "JS": 0}
    [action] = live["hand_in_progress"]["actions"]
    dealer = live["hand_in_progress"]["dealer"]
    assert action["action"] == {"exchange": True, "seat": dealer}
    assert action["by"] == {"kind": "seat", "number": dealer}
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT[\d:.]+Z", action["at"])


def test_played_cards_are_named_and_covered_ones_stay_covered(
    inspect: Inspect, table: TableOf[Remote]
) -> None:
    for _ in range(12):
        table.step()
    shown = inspect(f"{table.id}/LIVE")[1]["hand_in_progress"]["actions"]
    top = [action["action"].get("play") for action in shown if "play" in action["action"]]
    assert top.count("(covered)") == len(top) - len({a["action"]["seat"] for a in shown[-12:]})
    _, live = inspect(f"{table.id}/LIVE", "--secrets")
    plays = [a["action"] for a in live["hand_in_progress"]["actions"] if "play" in a["action"]]
    assert len(plays) == len(top)
    assert all(play["play"] in TEXT for play in plays)


def test_secrets_of_a_hand_in_progress(inspect: Inspect, table: TableOf[Remote]) -> None:
    assert inspect(f"{table.id}/CHAIN")[1] == HIDDEN
    assert re.fullmatch("[0-9a-f]{64}", inspect(f"{table.id}/CHAIN", "--secrets")[1])
    assert inspect(f"{table.id}/LIVE")[1]["hand_in_progress"]["deal"] == HIDDEN
    deal = inspect(f"{table.id}/LIVE", "--secrets")[1]["hand_in_progress"]["deal"]
    assert sorted(" ".join(deal.values()).split()) == sorted(TEXT)
    assert set(deal) == {"widow", "seat 1", "seat 2", "seat 3"}
    assert inspect(f"{table.id}/H#0001")[1]["link"] == HIDDEN
    assert inspect(f"{table.id}/H#0001", "--secrets")[1]["link"] != HIDDEN


def test_nothing_is_hidden_of_a_hand_that_is_over(inspect: Inspect, table: TableOf[Remote]) -> None:
    table.play_out()
    _, archive = inspect(f"{table.id}/A#0001")
    assert len(archive["live"]["hand_played"]["deal"]) >= 4
    assert len(archive["setup"]["link"]) == 64
    assert inspect(f"{table.id}/H#0001")[1]["link"] == archive["setup"]["link"]
    assert inspect(f"{table.id}/CHAIN")[1] == HIDDEN
    assert inspect(f"{table.id}/LIVE")[1]["hand_in_progress"] is None


def test_what_was_opened_is_secret_until_the_deal(inspect: Inspect, server: Server) -> None:
    with Remote(server.host, server.port) as remote:
        table = remote.night().table
        first, second = drawing(table, 1, 2)
        opened = [first.secret, first.next]
        assert first.open().status == 201
        [draw] = inspect(f"{table.id}/D#")[1]["draws"]
        assert draw["openings"] == {"seat 1": HIDDEN}
        assert draw["commitments"]["seat 2"] == second.commitment
        [draw] = inspect(f"{table.id}/D#", "--secrets")[1]["draws"]
        assert draw["openings"] == {"seat 1": opened}
        assert inspect(f"{table.id}/LIVE")[1]["hand_in_progress"]["deal"] == HIDDEN
        assert inspect(f"{table.id}/H#")[1]["link"] == HIDDEN
        second.open()
        assert inspect(f"{table.id}/D#")[1]["draws"][0]["openings"]["seat 1"] == opened


def test_an_entered_deal_is_secret(inspect: Inspect, server: Server) -> None:
    with Remote(server.host, server.port) as remote:
        table = remote.entered().table
        assert table.put_hand(1, deal={"deck": list(TEXT)}).status == 201
        setup = inspect(f"{table.id}/H#")[1]
        assert setup["asked"]["deal"] == HIDDEN
        assert inspect(f"{table.id}/H#", "--secrets")[1]["asked"]["deal"] == {"deck": list(TEXT)}
        assert inspect(f"{table.id}/LIVE")[1]["hand_in_progress"]["deal"] == HIDDEN


def test_codes_cannot_be_read_from_repeated_answers(
    inspect: Inspect, table: TableOf[Remote]
) -> None:
    league = table.league
    got = league.club.post(f"{league.path}/codes/sheet", {}, league.organiser, key="k")
    assert got.status == 201
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
    table: TableOf[Remote],
    args: list[str],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    del table
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "boodle.db").write_bytes(b"no database" * 1000)
    names = {name: str(tmp_path / name) for name in ("data", "none", "broken")}
    assert main(["inspect", *(arg.format(**names) for arg in args)]) == 1
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
