"""What these tests share: the command line in a process of its own, and a served folder."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from chalicelib.local.client import Client

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


class League:
    """A league with a table that is open for play, and a token for each seat."""

    def __init__(self, client: Client, players: int = 3, **body: Any) -> None:
        self.client = client
        made = self.ask("POST", "/v1/leagues", 201, {"name": "Test", **body})
        self.token: str | None = made["token"]
        self.id = made["league"]["league"]
        path = f"/v1/leagues/{self.id}"
        names = {"names": [f"Player {i + 1}" for i in range(players)]}
        self.ask("POST", f"{path}/players/bulk", 201, names)
        drawn = self.ask("POST", f"{path}/rounds", 201, {"tables": 1, "seed": "s"})
        self.ask("POST", f"{path}/rounds/1/open", 200)
        self.table = drawn["tables"][0]["table"]
        self.numbers = drawn["tables"][0]["players"]
        self.tokens = [
            self.ask("POST", f"{path}/tokens", 201, {"kind": "player", "player": number})["token"]
            for number in self.numbers
        ]
        self.path = f"/v1/tables/{self.table}"

    def ask(
        self,
        method: str,
        path: str,
        status: int,
        body: dict[str, Any] | None = None,
        token: str | None = None,
    ) -> Any:
        token = token or getattr(self, "token", None)
        return self.client.call(method, path, token=token, body=body).expect(status)

    def deal(self, seed: str | None = None) -> None:
        dealer = self.ask("GET", self.path, 200)["next_dealer"]
        if seed:
            entry = f"{self.path}/hands/1/entries/{dealer}"
            self.ask("PUT", entry, 200, {"seed": seed}, self.tokens[dealer - 1])
        self.ask("PUT", f"{self.path}/hands/1", 201, {}, self.tokens[dealer - 1])

    def play(self) -> dict[str, Any] | None:
        """Post one action, whoever may do one; return its receipt, or None when all is over."""
        for token in self.tokens:
            seen = self.ask("GET", f"{self.path}/hands/1", 200, token=token)
            if seen["legal"]:
                path = f"{self.path}/hands/1/actions/{seen['next_action']}"
                receipt: dict[str, Any] = self.ask("PUT", path, 201, seen["legal"][0], token)
                return receipt
        return None

    def standings(self) -> Any:
        return self.ask("GET", f"/v1/leagues/{self.id}/standings?fresh=true", 200)["standings"]
