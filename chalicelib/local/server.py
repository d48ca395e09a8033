"""The app on waitress: many phones at once, and an orderly shutdown."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from waitress import wasyncore

from chalicelib.api.http.hosts import Hosts
from chalicelib.api.http.limits import RateLimiter
from chalicelib.service.context import Context

from .channel import Channel
from .listener import BACKLOG, TURN_SECONDS, Listener, room
from .terminal import HarmlessFormatter
from .trouble import Trouble
from .wsgi import direct

DRAIN_SECONDS: Final = 10


class Server:
    """The app being served.

    Parameters
    ----------
    context
        The context of the app; its store is closed with the server.
    host, port
        Where it listens; port 0 takes a free one.
    most
        The most connections at once; by default as many as the process has room for.
    names
        More names by which it may be asked.

    Raises
    ------
    Trouble
        It cannot listen there.
    """

    def __init__(
        self,
        context: Context,
        host: str,
        port: int,
        most: int | None = None,
        names: Iterable[str] = (),
    ) -> None:
        self._context = context
        self._map: dict[int, Any] = {}
        self._stopping = threading.Event()
        # Reentrant: a signal may call stop() while this thread holds it.
        self._gate = threading.RLock()
        self._closed = False
        listener = _listener(host, port)
        self.host: str = host
        self.port: int = listener.getsockname()[1]
        app = direct(context, RateLimiter(), hosts=Hosts((host, *names)))
        self._server = Listener(app, self._map, listener, most or room())

    @property
    def url(self) -> str:
        """The address to use on this machine."""
        return url_of("127.0.0.1" if self.host == "0.0.0.0" else self.host, self.port)

    def connections(self) -> list[Channel]:
        """Return the open connections, in the order they came."""
        return self._server.connections()

    def run(self) -> None:
        """Serve until :meth:`stop`; then finish the requests in progress and close the store."""
        try:
            while not self._stopping.is_set():
                self._turn(TURN_SECONDS)
            self._drain()
        finally:
            with self._gate:
                self._closed = True
            self._server.task_dispatcher.shutdown()
            wasyncore.close_all(self._map)
            self._context.store.close()

    def stop(self) -> None:
        """Let :meth:`run` end. Any thread and any signal handler may call it, also repeatedly."""
        self._stopping.set()
        with self._gate:
            if not self._closed:
                self._server.pull_trigger()  # wakes the loop

    def start(self) -> threading.Thread:
        """Serve in a thread of its own."""
        thread = threading.Thread(target=self.run, name="boodle-server", daemon=True)
        thread.start()
        return thread

    def _turn(self, seconds: float) -> None:
        self._server.tidy()
        # poll and not select: select fails on the 1,024th file, which a full server can reach.
        wasyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)

    def _drain(self) -> None:
        """Finish the requests in progress; accept no new ones and no new connections."""
        wasyncore.dispatcher.close(self._server)  # its listening socket; the loop is still needed
        deadline = time.monotonic() + DRAIN_SECONDS
        while time.monotonic() < deadline:
            busy = False
            for channel in self.connections():
                # In this order: when a request leaves the list its answer is in the buffers.
                if channel.requests or channel.total_outbufs_len:
                    busy = True
                else:
                    channel.will_close = True
            if not busy:
                return
            self._turn(0.1)


def _listener(host: str, port: int) -> socket.socket:
    """Return a socket bound to the first address of ``host``."""
    try:
        found = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE | socket.AI_NUMERICSERV
        )
    except (socket.gaierror, UnicodeError):  # the latter: it could be no name of a host at all
        raise Trouble(f"{host} is no address of this machine") from None
    # IPv4 first, as browsers and phones try it for localhost.
    family, kind, protocol, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        why = (error.strerror or str(error)).lower()
        raise Trouble(f"cannot listen on {url_of(host, port)}: {why}; try another --port") from None
    return listener


def url_of(host: str, port: int) -> str:
    """Return the URL of a server (RFC 3986: IPv6 addresses are in brackets)."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def log_to_stderr() -> None:
    """Log faults to stderr, where people look; Chalice has set up stdout, for AWS."""
    log = logging.getLogger("boodle")
    for handler in log.handlers[:]:
        log.removeHandler(handler)
    handler = logging.StreamHandler()
    handler.setFormatter(HarmlessFormatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)
    # waitress warns whenever a request waits for a thread, which is normal under load.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)


@contextmanager
def stopped_by_signals(server: Server) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM stop the server in order; a second one ends the process at once."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in numbers}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        restore()
        server.stop()

    for number in numbers:
        signal.signal(number, stop)
    try:
        yield
    finally:
        restore()


def lan_address() -> str | None:
    """Return this machine's address on the local network, if any; it sends nothing to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address (RFC 5737)
        except OSError:
            return None
        return str(probe.getsockname()[0])
