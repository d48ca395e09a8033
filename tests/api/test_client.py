"""A typed client that a public generator makes of ``openapi.json`` plays a hand."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from boodle import Club

from chalicelib.local.server import Server
from chalicelib.store.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
PACKAGE = "boodle_client"


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    """Generate the client; yield what gives one of its modules."""
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"post_hooks": []}), "utf-8")  # its formatting is not looked at
    ran = subprocess.run(
        [
            Path(sys.executable).with_name("openapi-python-client"),
            "generate",
            f"--path={ROOT / 'openapi.json'}",
            f"--config={config}",
            f"--output-path={tmp_path / PACKAGE}",
            "--meta=none",
            "--fail-on-warning",
        ],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    monkeypatch.syspath_prepend(str(tmp_path))
    yield lambda name: importlib.import_module(f"{PACKAGE}.{name}")
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    server = Server(Club(SqliteStore(tmp_path / "boodle.db")).context, "127.0.0.1", 0)
    thread = server.start()
    yield server.url
    server.stop()
    thread.join(10)


class Phone:
    """The generated client with a token."""

    def __init__(self, module: Callable[[str], Any], url: str, token: str | None = None) -> None:
        self._module = module
        client = module("client")
        # Raised for what the document does not describe.
        known = {"base_url": url, "raise_on_unexpected_status": True}
        self._client = (
            client.AuthenticatedClient(**known, token=token) if token else client.Client(**known)
        )

    def __call__(self, operation: str, *path: Any, **more: Any) -> Any:
        """Call an operation and return its parsed answer, which must not be a problem."""
        answer = self._module(f"api.{operation}").sync(*path, client=self._client, **more)
        problem = self._module("models").Problem
        assert answer is not None
        assert not isinstance(answer, problem), answer
        return answer

    def close(self) -> None:
        self._client.get_httpx_client().close()


def test_the_generated_client_plays_a_hand(generated: Callable[[str], Any], url: str) -> None:
    models = generated("models")
    anyone = Phone(generated, url)
    made = anyone("leagues.create_league", body=models.LeagueBody(name="Tuesday club"))
    assert isinstance(made, models.NewLeague)
    league = made.league.league
    organiser = Phone(generated, url, made.token)
    body = models.PlayersBody(names=["Ann", "Ben", "Cleo"])
    added = organiser("people.add_players", league, body=body)
    assert [player.name for player in added.players] == ["Ann", "Ben", "Cleo"]
    drawn = organiser("rounds.draw_round", league, body=models.RoundBody(seed="30 November"))
    opened = organiser("rounds.open_round", league, drawn.round_)
    [table] = opened.tables
    phones = []
    for player in table.players:
        kind = models.TokenBodyKind.PLAYER
        issued = models.TokenBody(kind=kind, player=player)
        token = organiser("credentials.issue_token", league, body=issued).token
        phones.append(Phone(generated, url, token))

    waiting = anyone("hands.get_hand", table.table, 1)
    assert isinstance(waiting, models.OpenHand)
    dealer = anyone("tables.get_table", table.table).next_dealer
    dealt = phones[dealer - 1]("hands.deal_hand", table.table, 1, body=models.HandBody())
    assert isinstance(dealt, models.Hand)
    while (page := anyone("hands.get_hand", table.table, 1)).status == "playing":
        _play(phones, table.table, page.next_action, models)
    assert page.winner
    log = anyone("actions.list_actions", table.table, 1)
    assert log.over
    assert log.actions[0].action.play

    standings = anyone("leagues.get_standings", league)
    assert isinstance(standings, models.Standings)
    assert {line.name for line in standings.standings} == {"Ann", "Ben", "Cleo"}
    assert {line.hands for line in standings.standings} == {1}
    for phone in (anyone, organiser, *phones):
        phone.close()


def _play(phones: list[Phone], table: str, number: int, models: Any) -> None:
    """Let whoever's turn it is do the first thing that is legal."""
    for phone in phones:
        page = phone("hands.get_hand", table, 1)
        if page.awaiting == "you":
            assert page.seats[page.me - 1].cards
            body = models.ActionBody(play=page.legal[0].play, after=page.digest)
            receipt = phone("actions.put_action", table, 1, number, body=body)
            assert isinstance(receipt, models.Receipt)
            assert receipt.number == number
            return
    raise AssertionError("nobody's turn")
