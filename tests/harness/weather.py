"""A proxy in bad weather: by chance, drawn from a seed, it loses, delays, doubles and breaks.

It speaks HTTP, so it stands before DynamoDB's emulator as well as before Boodle. Its server is
that of the contract suite's proxy, which does one thing at a time, when a test asks for it.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from .proxy import Proxy, proxied

UPSTREAM_SECONDS: Final = 10
HOP_BY_HOP: Final = frozenset({"connection", "content-length", "date", "server", "keep-alive"})
AWS_JSON: Final = {"Content-Type": "application/x-amz-json-1.0"}


class Fault(Enum):
    """What happens to a request or to its reply."""

    LOSE_REQUEST = auto()  # it breaks before the server has seen the request
    LOSE_REPLY = auto()  # it breaks after the server has done it
    BREAK_REPLY = auto()  # it breaks in the middle of the reply
    LATE = auto()  # it breaks at once, and the server gets the request some time later
    TWICE = auto()  # the server gets the request twice
    DELAY = auto()  # request and reply are held up
    OUTAGE = auto()  # the server has done it; the answer is that of a gateway in trouble
    PORTAL = auto()  # somebody else answers 200; the server has not seen it
    THROTTLED = auto()  # DynamoDB: too many requests
    CONTENDED = auto()  # DynamoDB: another transaction holds an item


NETWORK: Final = (
    Fault.LOSE_REQUEST,
    Fault.LOSE_REPLY,
    Fault.BREAK_REPLY,
    Fault.LATE,
    Fault.TWICE,
    Fault.DELAY,
    Fault.OUTAGE,
)
WITHOUT_EFFECT: Final = frozenset(
    {Fault.LOSE_REQUEST, Fault.PORTAL, Fault.THROTTLED, Fault.CONTENDED}
)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply of the server behind, or one made up."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(slots=True)
class Weather:
    """What can happen, how often it begins to and goes on to, and what has happened."""

    seed: str
    faults: Sequence[Fault]
    begins: float
    lasts: float = 0.75
    happened: Counter[Fault] = field(default_factory=Counter)
    late: list[threading.Thread] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _rng: Random = field(init=False)
    _now: Fault | None = None

    def __post_init__(self) -> None:
        self._rng = Random(self.seed)

    def next(self) -> Fault | None:
        """Draw what happens to the next request. What has begun tends to go on for a while."""
        with self._lock:
            drawn = self._rng.random()
            if self._now is None or drawn >= self.lasts:
                self._now = self._rng.choice(self.faults) if drawn < self.begins else None
            if self._now:
                self.happened[self._now] += 1
            return self._now

    def pause(self, most: float) -> float:
        """Draw how long something takes, in seconds."""
        with self._lock:
            return self._rng.uniform(0, most)


@contextmanager
def stormy(endpoint: str, weather: Weather) -> Iterator[Proxy]:
    """Put a proxy in such weather before a server; what is still under way arrives at the end."""
    with proxied(endpoint) as proxy:
        proxy.server.RequestHandlerClass = _handler(endpoint, weather)
        try:
            yield proxy
        finally:
            for thread in weather.late:
                thread.join()


def _handler(endpoint: str, weather: Weather) -> type[BaseHTTPRequestHandler]:
    upstream = urlsplit(endpoint)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1  # headers and body leave together

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            try:
                reply = self._reply(weather.next(), body)
                if reply is None:
                    self.close_connection = True
                else:
                    self._send(reply)
            except (OSError, HTTPException):  # either side has gone away
                self.close_connection = True

        do_GET = do_POST  # noqa: N815 - so http.server calls them
        do_PUT = do_POST  # noqa: N815

        def _reply(self, fault: Fault | None, body: bytes) -> Reply | None:
            """Return what to answer, or ``None`` to break the connection off."""
            if fault is Fault.LATE:
                seconds = weather.pause(0.2)
                thread = threading.Thread(target=self._forward_late, args=(body, seconds))
                weather.late.append(thread)
                thread.start()
                return None
            if fault in WITHOUT_EFFECT:
                return self._made_up(fault, body)
            if fault is Fault.DELAY:
                time.sleep(weather.pause(0.05))
            reply = self._forward(body)
            if fault is Fault.TWICE:
                reply = self._forward(body)
            if fault is Fault.DELAY:
                time.sleep(weather.pause(0.05))
            if fault is Fault.LOSE_REPLY:
                return None
            if fault is Fault.OUTAGE:
                return self._outage()
            if fault is Fault.BREAK_REPLY:
                half = reply.body[: len(reply.body) // 2]
                self._send(reply, half)
                return None
            return reply

        def _forward(self, body: bytes) -> Reply:
            connection = HTTPConnection(
                upstream.hostname or "", upstream.port, timeout=UPSTREAM_SECONDS
            )
            try:
                connection.request(self.command, self.path, body, dict(self.headers))
                got = connection.getresponse()
                headers = {k: v for k, v in got.getheaders() if k.lower() not in HOP_BY_HOP}
                return Reply(got.status, headers, got.read())
            finally:
                connection.close()

        def _forward_late(self, body: bytes, seconds: float) -> None:
            time.sleep(seconds)
            with suppress(OSError, HTTPException):  # the server may have gone meanwhile
                self._forward(body)

        def _send(self, reply: Reply, part: bytes | None = None) -> None:
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            self.wfile.write(reply.body if part is None else part)
            self.wfile.flush()

        def _outage(self) -> Reply:
            if "X-Amz-Target" in self.headers:
                return Reply(500, AWS_JSON, b'{"__type": "InternalServerError", "message": ""}')
            return Reply(502, {"Content-Type": "text/html"}, b"<h1>Bad gateway</h1>")

        def _made_up(self, fault: Fault | None, body: bytes) -> Reply | None:
            if fault is Fault.PORTAL:
                return Reply(200, {"Content-Type": "application/json"}, b'{"welcome": "guest"}')
            if fault in (Fault.THROTTLED, Fault.CONTENDED):
                operation = self.headers["X-Amz-Target"].split(".")[-1]
                return _refusal(fault, operation, json.loads(body)) or self._forward(body)
            return None

        def log_message(self, format: str, *args: object) -> None:
            """Keep the tests' output clean."""

    return Handler


def _refusal(fault: Fault | None, operation: str, asked: dict[str, Any]) -> Reply | None:
    """Return DynamoDB's passing refusal of an operation, if it gives such a one."""
    throttled = fault is Fault.THROTTLED
    answer: dict[str, Any] = {"message": ""}
    if operation == "TransactWriteItems":
        reasons = [{"Code": "None"} for _ in asked["TransactItems"]]
        reasons[-1] = {"Code": "ThrottlingError" if throttled else "TransactionConflict"}
        answer |= {"__type": "TransactionCanceledException", "CancellationReasons": reasons}
    elif throttled:
        answer["__type"] = "ProvisionedThroughputExceededException"
    elif operation == "PutItem":
        answer["__type"] = "TransactionConflictException"
    else:
        return None
    return Reply(400, AWS_JSON, json.dumps(answer).encode())
