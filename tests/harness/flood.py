"""Hostile and thoughtless clients, in a process of their own, and at an address of their own."""

from __future__ import annotations

import itertools
import json
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

STRANGERS: Final = "127.0.0.9" if sys.platform.startswith("linux") else "127.0.0.1"
told: Final = Counter[str]()
"""What came of the requests so far: their kind and the status -> how many."""
HEADERS: Final = {"Host": "192.0.2.1", "Accept-Encoding": "gzip"}


def read_pages(port: int, paths: Sequence[str]) -> None:
    """Read one page after another."""
    line = HTTPConnection("127.0.0.1", port, timeout=60, source_address=(STRANGERS, 0))
    for path in itertools.cycle(paths):
        with suppress(OSError, HTTPException):
            line.request("GET", path, headers=HEADERS)
            answer = line.getresponse()
            answer.read()
            told[f"pages {answer.status}"] += 1
            continue
        line.close()


def read_nothing(port: int, paths: Sequence[str]) -> None:
    """Ask for pages without end, and read none of them."""
    asked = b"".join(f"GET {path} HTTP/1.1\r\nHost: 192.0.2.1\r\n\r\n".encode() for path in paths)
    while True:
        with suppress(OSError), socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.bind((STRANGERS, 0))
            line.connect(("127.0.0.1", port))
            line.settimeout(5)
            while True:
                line.sendall(asked)
                told["nothing"] += len(paths)
                time.sleep(0.05)


def found_leagues(port: int, paths: Sequence[str]) -> None:
    """Create leagues, and try join codes."""
    del paths
    line = HTTPConnection("127.0.0.1", port, timeout=60, source_address=(STRANGERS, 0))
    headers = {**HEADERS, "Content-Type": "application/json"}
    for number in itertools.count():
        for path, body in (
            ("/v1/leagues", {"name": "\N{PLAYING CARD BLACK JOKER}" * 60}),
            ("/v1/join", {"code": f"0000-{number % 10_000:04}", "nonce": "n" * 22}),
        ):
            with suppress(OSError, HTTPException):
                line.request("POST", path, json.dumps(body), headers)
                answer = line.getresponse()
                answer.read()
                told[f"{path} {answer.status}"] += 1
                continue
            line.close()


KINDS: Final = {"pages": read_pages, "nothing": read_nothing, "leagues": found_leagues}


@contextmanager
def flood(port: int, paths: Sequence[str], **clients: int) -> Iterator[Counter[str]]:
    """Let so many clients of each kind ask a server meanwhile; yield what comes of it.

    The count is there once they have ended.
    """
    line = [sys.executable, "-m", "harness.flood", json.dumps([port, clients, list(paths)])]
    found = Counter[str]()
    process = subprocess.Popen(
        line, cwd=Path(__file__).parents[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        time.sleep(1)
        yield found
        out, _ = process.communicate(timeout=20)
        found.update(json.loads(out))
    finally:
        process.kill()
        process.wait()


def main(text: str) -> None:
    """Run the clients of a flood."""
    port, clients, paths = json.loads(text)
    for kind, count in clients.items():
        for first in range(count):
            turned = paths[first % len(paths) :] + paths[: first % len(paths)]
            threading.Thread(target=KINDS[kind], args=(port, turned), daemon=True).start()
    sys.stdin.read()  # until the test closes it
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1])
