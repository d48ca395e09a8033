"""TypeScript clients that public generators make of ``openapi.json``: they compile and play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from harness.club import Club
from harness.memory import MemoryStore
from harness.once import once_per_run

from chalicelib.local.server import Server

from .tools import DOCUMENT, PROGRAMS, node, typescript


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Generate the clients, compile the programs; return the folder of both."""
    return once_per_run(tmp_path_factory, "typescript", typescript)


@pytest.fixture
def url() -> Iterator[str]:
    server = Server(Club(MemoryStore()).context, "127.0.0.1", 0)
    thread = server.start()
    yield server.url
    server.stop()
    thread.join(10)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_typescript_client_plays_a_hand(compiled: Path, url: str, program: str) -> None:
    said = json.loads(node(compiled / "built" / f"{program}.js", url, cwd=compiled))
    assert said["status"] == "over"
    assert said["winner"] in {1, 2, 3}
    assert said["plays"] >= 3
    assert said["entries"] == 0


def test_the_types_know_every_operation(compiled: Path) -> None:
    document = json.loads(DOCUMENT.read_text("utf-8"))
    names = {one["operationId"] for item in document["paths"].values() for one in item.values()}
    sdk = (compiled / "generated" / "hey-api" / "sdk.gen.ts").read_text("utf-8")
    types = (compiled / "generated" / "openapi-typescript.ts").read_text("utf-8")
    for name in names:
        assert f"export const {name} = " in sdk
        assert f'operations["{name}"]' in types
