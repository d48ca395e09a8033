"""A typed client that a public generator makes of ``openapi.json``: it plays, and types hold."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from harness.club import Club
from harness.memory import MemoryStore
from harness.once import once_per_run

from chalicelib.local.server import Server

ROOT = Path(__file__).parents[2]
PACKAGE = "boodle_client"

SCRIPT = """
from boodle_client import AuthenticatedClient
from boodle_client.api.actions import put_action
from boodle_client.api.hands import get_hand
from boodle_client.models import (
    AgainstTheRulesProblem,
    Hand,
    OpenHand,
    PlayAction,
    PlayPost,
    Receipt,
)


def play(client: AuthenticatedClient, table: str) -> str:
    page = get_hand.sync(table, 1, client=client)
    assert isinstance(page, (Hand, OpenHand))
    page.next_action  # type: ignore[union-attr]
    if isinstance(page, OpenHand):
        return page.status
    assert page.next_action is not None
    seats: list[int] = [seat.seat for seat in page.seats]
    number: str = page.next_action  # type: ignore[assignment]
    for legal in page.legal:  # each may be posted as it stands
        put_action.sync(table, 1, page.next_action, client=client, body=legal)
    body = PlayPost(play="10S", after=page.digest)
    PlayPost(bid=3)  # type: ignore[call-arg]
    PlayPost(play=10)  # type: ignore[arg-type]
    answer = put_action.sync(table, 1, page.next_action, client=client, body=body)
    if isinstance(answer, AgainstTheRulesProblem):
        return f"{answer.section} {answer.legal} {seats} {number}"
    assert isinstance(answer, Receipt)
    assert isinstance(answer.action, PlayAction)
    assert answer.action.play is not None
    put_action.sync(table, 1, "2", client=client, body=body)  # type: ignore[arg-type]
    put_action.sync(table, 1, 2, client=client)  # type: ignore[call-arg]
    answer.verdict  # type: ignore[attr-defined]
    return answer.digest
"""
"""What a program may write, and what must not pass: an ignore that is not needed is an error."""


@pytest.fixture(scope="session")
def client_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Generate the client; return the folder that its package is in."""

    def build(folder: Path) -> None:
        config = folder / "config.json"
        config.write_text(json.dumps({"post_hooks": []}), "utf-8")  # nobody reads its formatting
        ran = subprocess.run(
            [
                Path(sys.executable).with_name("openapi-python-client"),
                "generate",
                f"--path={ROOT / 'openapi.json'}",
                f"--config={config}",
                f"--output-path={folder / PACKAGE}",
                "--meta=none",
                "--fail-on-warning",
            ],
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr

    return once_per_run(tmp_path_factory, "client", build)


@pytest.fixture
def generated(
    client_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Any]]:
    """Yield what gives one of the client's modules."""
    monkeypatch.syspath_prepend(str(client_folder))
    yield lambda name: importlib.import_module(f"{PACKAGE}.{name}")
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.fixture
def url() -> Iterator[str]:
    server = Server(Club(MemoryStore()).context, "127.0.0.1", 0)
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
        issued = models.PlayerTokenBody(kind="player", player=player)
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


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def test_the_generated_client_and_a_program_that_uses_it_type_check(
    client_folder: Path, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    schemas = json.loads((ROOT / "openapi.json").read_text("utf-8"))["components"]["schemas"]
    # The generator names a variable after the model, and in one that has a field of its own name
    # (`hands` of Hands) it takes the one for the other: it runs, but its types are muddled.
    muddled = [
        snake(name) for name, one in schemas.items() if snake(name) in one.get("properties", ())
    ]
    ignored = [f"[mypy-{PACKAGE}.models.{name}]\nignore_errors = True" for name in muddled]
    lines = ["[mypy]", "strict = True", "disable_error_code = redundant-cast", *ignored]
    (tmp_path / PACKAGE).symlink_to(client_folder / PACKAGE)
    (tmp_path / "mypy.ini").write_text("\n".join(lines), "utf-8")
    (tmp_path / "program.py").write_text(SCRIPT, "utf-8")
    cache: pytest.Cache | None = getattr(pytestconfig, "cache", None)  # -p no:cacheprovider
    kept = cache.mkdir("mypy") if cache else tmp_path / "cache"
    ran = subprocess.run(
        [
            Path(sys.executable).with_name("mypy"),
            "--config-file=mypy.ini",
            f"--cache-dir={kept}",
            f"--package={PACKAGE}",
            "--module=program",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def _play(phones: list[Phone], table: str, number: int, models: Any) -> None:
    """Let the seat whose turn it is do the first legal action."""
    for phone in phones:
        page = phone("hands.get_hand", table, 1)
        if page.awaiting == "you":
            assert page.seats[page.me - 1].cards
            body = page.legal[0]
            assert isinstance(body, models.PlayPost)
            receipt = phone("actions.put_action", table, 1, number, body=body)
            assert isinstance(receipt, models.Receipt)
            assert receipt.number == number
            return
    raise AssertionError("nobody's turn")
