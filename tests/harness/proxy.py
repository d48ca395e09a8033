"""A proxy before an emulator that loses requests or replies on purpose."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


class Fate(Enum):
    PASS = auto()
    LOSE_REQUEST = auto()  # the connection breaks before the server has seen it
    LOSE_REPLY = auto()  # it breaks after the server has done it
    OUTAGE = auto()  # the server has done it, but answers with a 500


class Proxy:
    """``decide`` is asked for each request with the operation's name, e.g. ``PutItem``."""

    def __init__(self, endpoint: str) -> None:
        self.decide: Callable[[str], Fate] = lambda operation: Fate.PASS
        self.seen: list[str] = []
        proxy, upstream = self, urlsplit(endpoint)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                operation = self.headers["X-Amz-Target"].split(".")[-1]
                proxy.seen.append(operation)
                fate = proxy.decide(operation)
                if fate is Fate.LOSE_REQUEST:
                    self.close_connection = True
                    return
                connection = HTTPConnection(upstream.hostname or "", upstream.port)
                try:
                    connection.request("POST", self.path, body, dict(self.headers))
                    reply = connection.getresponse()
                    status, answer = reply.status, reply.read()
                    kind = reply.getheader("Content-Type", "")
                finally:
                    connection.close()
                if fate is Fate.LOSE_REPLY:
                    self.close_connection = True
                    return
                if fate is Fate.OUTAGE:
                    status, answer = 500, b'{"__type": "InternalServerError", "message": ""}'
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, format: str, *args: object) -> None:
                """Keep the tests' output clean."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"


@contextmanager
def proxied(endpoint: str) -> Iterator[Proxy]:
    proxy = Proxy(endpoint)
    thread = threading.Thread(target=proxy.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield proxy
    finally:
        proxy.server.shutdown()
        thread.join()
        proxy.server.server_close()
