"""The command line in a process of its own, a served folder, and Boodle asked over HTTP."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection

from chalicelib.local.client import Client

from .answers import Got
from .league import Asked, Asker

COMMAND = (sys.executable, "-W", "error", "-m", "chalicelib.local.cli")
PATIENCE = 20


def boodle(*args: object) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    line = [*COMMAND, *map(str, args)]
    return subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE, check=False)


class Serving:
    """A `boodle serve` in a process of its own."""

    def __init__(self, *args: object) -> None:
        line = [*COMMAND, "serve", "--port", "0", *map(str, args)]
        self.process = subprocess.Popen(
            line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.welcome = ""
        for text in self.process.stdout:
            self.welcome += text
            if text.startswith("Ctrl-C"):
                break
        found = re.search(r"http://([\d.]+):(\d+)", self.welcome)
        assert found, self.process.communicate()
        self.host, self.port = found[1], int(found[2])

    def client(self) -> Client:
        return Client(self.host, self.port)

    def remote(self) -> Remote:
        return Remote(self.host, self.port)

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Send a signal; return the exit code, the rest of stdout, and stderr."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@contextmanager
def serving(*args: object) -> Iterator[Serving]:
    served = Serving(*args)
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.process.kill()
        served.process.communicate(timeout=PATIENCE)


class Remote(Asker):
    """Asks a server over HTTP, on one connection that stays open. It belongs to one thread."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__()
        self._connection = HTTPConnection(host, port, timeout=PATIENCE)

    def send(self, asked: Asked) -> Got:
        target = f"{asked.path}?{asked.query}" if asked.query else asked.path
        self._connection.request(asked.method, target, asked.body, dict(asked.headers))
        answer = self._connection.getresponse()
        return Got(answer.status, answer.getheaders(), answer.read().decode())

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Remote:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
