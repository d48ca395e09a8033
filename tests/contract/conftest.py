"""The stores that the suite runs against: SQLite, moto and ministack.

moto runs in this process, on one thread only: it loses conditional writes under several.
ministack is a server in a process of its own and stands such races.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from moto import mock_aws
from stores import create_table, dynamo_client

from chalicelib.store.dynamodb.store import DynamoStore
from chalicelib.store.port import Store
from chalicelib.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

MINISTACK = Path(__file__).resolve().parents[2] / ".venv-ministack" / "bin" / "python"
START_SECONDS = 30

# Its standard input is a pipe from the tests: when they end, however they do, it ends as well.
SERVE = """
import os, sys, threading

def follow():
    os.read(0, 1)
    os._exit(0)

threading.Thread(target=follow, daemon=True).start()
sys.argv = ["ministack"]
from ministack.app import main
main()
"""

# With `--dist loadgroup` one worker runs all of these and only one server is started.
on_ministack = pytest.mark.xdist_group("ministack")
EVERYWHERE = ["sqlite", "moto", pytest.param("ministack", marks=on_ministack)]
UNDER_THREADS = ["sqlite", pytest.param("ministack", marks=on_ministack)]


@pytest.fixture(params=EVERYWHERE)
def store(request: pytest.FixtureRequest) -> Store:
    return request.getfixturevalue(f"{request.param}_store")


@pytest.fixture(params=UNDER_THREADS)
def threaded_store(request: pytest.FixtureRequest) -> Store:
    return request.getfixturevalue(f"{request.param}_store")


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "boodle.db")
    yield store
    store.close()


@pytest.fixture
def moto_client() -> Iterator[DynamoDBClient]:
    with mock_aws():
        client = dynamo_client()
        create_table(client, "boodle")
        yield client
        client.close()


@pytest.fixture
def moto_store(moto_client: DynamoDBClient) -> DynamoStore:
    return DynamoStore("boodle", moto_client)


@pytest.fixture(scope="session")
def ministack_endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not MINISTACK.exists():
        pytest.fail("the ministack emulator is not installed: run `make setup`", pytrace=False)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    endpoint = f"http://127.0.0.1:{port}"
    log = tmp_path_factory.mktemp("ministack") / "log"
    settings = {"BIND_HOST": "127.0.0.1", "GATEWAY_PORT": str(port), "PERSIST_STATE": "0"}
    with (
        log.open("w") as output,
        subprocess.Popen(
            [MINISTACK, "-c", SERVE],
            env={"PATH": os.environ["PATH"], "LOG_LEVEL": "WARNING", **settings},
            cwd=log.parent,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
        ) as server,
    ):
        try:
            _wait_for(server, endpoint, log)
            yield endpoint
        finally:
            server.kill()  # it keeps nothing


def _wait_for(server: subprocess.Popen[bytes], endpoint: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{endpoint}/_ministack/health", timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    pytest.fail(f"ministack did not start:\n{log.read_text()}", pytrace=False)


@pytest.fixture(scope="session")
def ministack_client(ministack_endpoint: str) -> Iterator[DynamoDBClient]:
    client = dynamo_client(ministack_endpoint)
    yield client
    client.close()


@pytest.fixture
def ministack_table(ministack_client: DynamoDBClient) -> str:
    name = f"boodle-{uuid.uuid4().hex}"
    create_table(ministack_client, name)
    return name


@pytest.fixture
def ministack_store(ministack_client: DynamoDBClient, ministack_table: str) -> DynamoStore:
    return DynamoStore(ministack_table, ministack_client)
