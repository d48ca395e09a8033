"""Emulators of DynamoDB, for any test that needs one.

moto runs in this process, on one thread only: it loses conditional writes under several.
ministack is a server in a process of its own and stands such races.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest import mock

from chalicelib.store.dynamodb.store import make_client

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

REGION: Final = "eu-central-1"
MINISTACK: Final = Path(__file__).resolve().parents[2] / ".venv-ministack" / "bin" / "python"
START_SECONDS: Final = 30

# Its standard input is a pipe from the tests: when they end, however they do, it ends as well.
SERVE: Final = """
import os, sys, threading

def follow():
    os.read(0, 1)
    os._exit(0)

threading.Thread(target=follow, daemon=True).start()
sys.argv = ["ministack"]
from ministack.app import main
main()
"""


def dynamo_client(endpoint: str | None = None) -> DynamoDBClient:
    """Make the client that the service uses, with made-up credentials.

    ``endpoint`` is the emulator's address; none of it means moto, which must be active.
    """
    credentials = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
    with mock.patch.dict(os.environ, credentials):
        os.environ.pop("AWS_PROFILE", None)  # a developer's own must not come into it
        return make_client(endpoint, REGION)


def create_table(client: DynamoDBClient, name: str) -> None:
    """Create a table as the deployment does, billed on demand."""
    client.create_table(
        TableName=name,
        AttributeDefinitions=[
            {"AttributeName": "p", "AttributeType": "S"},
            {"AttributeName": "s", "AttributeType": "S"},
        ],
        KeySchema=[
            {"AttributeName": "p", "KeyType": "HASH"},
            {"AttributeName": "s", "KeyType": "RANGE"},
        ],
        BillingMode="PAY_PER_REQUEST",
    )


class NotStarted(Exception):
    """An emulator is not installed, or has not started; the message says which."""


@contextmanager
def ministack(log: Path) -> Iterator[str]:
    """Run ministack, which writes to ``log``; yield its address."""
    if not MINISTACK.exists():
        raise NotStarted("the ministack emulator is not installed: run `make setup`")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    endpoint = f"http://127.0.0.1:{port}"
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
    raise NotStarted(f"ministack did not start:\n{log.read_text()}")
