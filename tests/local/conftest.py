import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from chalicelib.api.runtime import folder_context
from chalicelib.local.client import Client
from chalicelib.local.server import Server


@pytest.fixture(autouse=True)
def _own_logging() -> Iterator[None]:
    """Take back what commands run in this process have done to logging."""
    log, queue = logging.getLogger("boodle"), logging.getLogger("waitress.queue")
    before = log.handlers[:], log.propagate, log.level, queue.level
    yield
    log.handlers[:], log.propagate, log.level, queue.level = before


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server in this process, on a folder of its own."""
    running = Server(folder_context(tmp_path / "data"), "127.0.0.1", 0)
    thread = running.start()
    yield running
    running.stop()
    thread.join()


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with Client(server.host, server.port) as connected:
        yield connected
