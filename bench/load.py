"""Phones over real sockets, as simple as possible, because the servers are measured, not they."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final

from chalicelib.local.client import Client
from chalicelib.rules import TEXT, Hand, make_rules
from chalicelib.rules.actions import Play

from . import deployed

CLIENTS: Final = 8
SEATS: Final = 4
HOST: Final = "127.0.0.1"
TIMEOUT: Final = 20


class Wire:
    """A connection that stays open, if the server lets it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None
        self._buffer = b""

    def send(self, request: bytes) -> int:
        """Send a request, read the whole answer and return its status."""
        if self._socket is None:
            self._socket = socket.create_connection((HOST, self._port), TIMEOUT)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(request)
        while (end := self._buffer.find(b"\r\n\r\n")) < 0:
            self._more()
        head = self._buffer[:end].lower()
        size = 0
        if (at := head.find(b"content-length:")) >= 0:
            size = int(head[at + 15 :].split(b"\r", 1)[0])
        while len(self._buffer) < end + 4 + size:
            self._more()
        self._buffer = self._buffer[end + 4 + size :]
        if b"connection: close" in head or head.startswith(b"http/1.0"):
            self.close()
        return int(head[9:12])

    def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            self._socket.close()
        self._socket, self._buffer = None, b""

    def _more(self) -> None:
        assert self._socket is not None
        part = self._socket.recv(65536)
        if not part:
            raise ConnectionError("the server hung up")
        self._buffer += part


def request(method: str, path: str, token: str, body: Any = None) -> bytes:
    """Return a request as it goes over the wire."""
    content = b"" if body is None else json.dumps(body).encode()
    head = [
        f"{method} {path} HTTP/1.1",
        f"Host: {HOST}",
        "Accept: application/json",
        "User-Agent: Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile",
        f"Authorization: Bearer {token}",
    ]
    if content:
        head += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*head, "", ""]).encode() + content


@dataclass(slots=True)
class Table:
    """A table of one client's own, whose deals are entered, so that their course is known."""

    id: str
    seats: Sequence[str]
    scorer: str
    random: Random
    hand: int = 0
    plays: list[bytes] = field(default_factory=list)

    def deal(self, client: Client) -> None:
        """Enter the next deal and prepare its plays, each by its own seat."""
        self.hand += 1
        deck = self.random.sample(range(52), 52)
        path = f"/v1/tables/{self.id}/hands/{self.hand}"
        body: dict[str, Any] = {"deal": {"deck": [TEXT[card] for card in deck]}}
        if self.hand == 1:
            body["dealer"] = 1
        client.call("PUT", path, token=self.scorer, body=body).expect(201)
        stacks = [deployed.OPTIONS["chips.start"]] * len(self.seats)
        dealer = (self.hand - 1) % len(self.seats)
        hand = Hand(make_rules(deployed.PRESET, deployed.OPTIONS), stacks, dealer, deck)
        self.plays = []
        for number, action in enumerate(deployed.play_out(hand, self.random), 1):
            assert isinstance(action, Play)
            at = f"{path}/actions/{number}"
            played = {"play": TEXT[action.card], "phone_at": "2026-11-30T19:00:02.4Z"}
            self.plays.append(request("PUT", at, self.seats[action.seat], played))


class League:
    """A league on a server, with a table for each client."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._client = Client(HOST, port)
        body: dict[str, Any] = {
            "name": "Bench", "preset": deployed.PRESET,
            "options": dict(deployed.OPTIONS), "recording": "entered",
        }  # fmt: skip
        made = self._client.call("POST", "/v1/leagues", body=body).expect(201)
        self.path = f"/v1/leagues/{made['league']['league']}"
        self.organiser: str = made["token"]
        names = [f"Player {number + 1}" for number in range(CLIENTS * SEATS)]
        self._post("/players/bulk", 201, {"names": names})
        self._post("/rounds", 201, {"tables": CLIENTS, "seed": "bench"})
        opened = self._post("/rounds/1/open", 200)
        self.tables = [
            Table(
                table["table"],
                [self._token(kind="player", player=number) for number in table["players"]],
                self._token(kind="scorer", table=table["table"]),
                Random(place),
            )
            for place, table in enumerate(opened["tables"])
        ]

    def _post(self, path: str, status: int, body: Any = None) -> Any:
        path = self.path + path
        return self._client.call("POST", path, token=self.organiser, body=body).expect(status)

    def _token(self, **what: Any) -> str:
        return str(self._post("/tokens", 201, what)["token"])

    def deal(self) -> None:
        """Deal at every table."""
        for table in self.tables:
            table.deal(self._client)


@dataclass(slots=True)
class Played:
    """The result of a load: the time of each request and of all, and the failures."""

    seconds: list[float] = field(default_factory=list)
    whole: float = 0.0
    failures: list[str] = field(default_factory=list)


def at_once(work: Sequence[Callable[[], None]]) -> float:
    """Run every piece of work on a thread of its own, begun together; return the seconds."""
    gate = threading.Barrier(len(work) + 1)

    def run(piece: Callable[[], None]) -> None:
        gate.wait()
        piece()

    threads = [threading.Thread(target=run, args=(piece,), daemon=True) for piece in work]
    for thread in threads:
        thread.start()
    gate.wait()
    started = time.perf_counter()
    for thread in threads:
        thread.join(4 * TIMEOUT)
    return time.perf_counter() - started


def _send(wire: Wire, asked: bytes, good: Sequence[int], played: Played) -> None:
    started = time.perf_counter()
    try:
        status = wire.send(asked)
    except (OSError, ValueError) as error:
        wire.close()
        played.failures.append(type(error).__name__)
        return
    played.seconds.append(time.perf_counter() - started)
    if status not in good:
        played.failures.append(str(status))


def play_hands(league: League) -> Played:
    """Deal at every table, which is not measured, then let each client play its hand."""
    league.deal()
    played = Played()

    def client(table: Table) -> None:
        wire = Wire(league.port)
        for asked in table.plays:
            _send(wire, asked, (201,), played)
        wire.close()

    played.whole = at_once([partial(client, table) for table in league.tables])
    return played


def burst(league: League, count: int) -> Played:
    """Send this many requests at once, each over a connection of its own.

    Half are reads of a hand, half repeats of recorded plays, as phones send them when answers are
    lost.
    """
    requests = []
    for number in range(count):
        table = league.tables[number % len(league.tables)]
        path = f"/v1/tables/{table.id}/hands/{table.hand}"
        look = request("GET", path, table.seats[number % SEATS])
        # Each table's plays in turn, so that every one of the half is another request.
        again = table.plays[number // (2 * len(league.tables)) % len(table.plays)]
        requests.append(again if number // len(league.tables) % 2 else look)
    played = Played()

    def client(asked: bytes) -> None:
        wire = Wire(league.port)
        _send(wire, asked, (200,), played)
        wire.close()

    played.whole = at_once([partial(client, asked) for asked in requests])
    if len(played.seconds) + len(played.failures) < count:
        played.failures.append("no answer in time")
    return played
