"""The listening socket, and the choice of connections to close when there are too many."""

from __future__ import annotations

import socket
import time
from typing import Any, Final, cast

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from chalicelib.api.http.body import MAX_BODY

from .channel import Channel
from .lanes import Lanes
from .wsgi import Wsgi

THREADS: Final = 8
BACKLOG: Final = 1024
MAX_CONNECTIONS: Final = 1000
FILES: Final = 100
"""How many files the process needs beside its connections."""
MAX_HEADER: Final = 16 * 1024
MAX_UNREAD: Final = 1024 * 1024
"""How many bytes of answers a client may leave unread before its connection is closed."""
MAX_UNREAD_IN_ALL: Final = 32 * 1024 * 1024
"""How many all clients may; beyond it the connections that leave most unread are closed."""
TURN_SECONDS: Final = 2
"""How often silent and slow connections are closed."""


def room() -> int:
    """Return how many connections this process can have files for.

    Some systems give a process 256 files unless it asks for more.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MAX_CONNECTIONS
    wanted = MAX_CONNECTIONS + FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft) - FILES)


class Listener(TcpWSGIServer):
    """Accepts connections, and closes idle ones when there are too many.

    A club may share one address with everybody in the room, so connections are not counted by
    address. A client that opens many connections and sends nothing loses them. A phone that sends
    requests stays, and a new connection has time to send one.

    Parameters
    ----------
    app
        The app that answers.
    map
        The connections of the event loop.
    listener
        A bound socket.
    most
        How many connections there may be.
    """

    def __init__(self, app: Wsgi, map: dict[int, Any], listener: socket.socket, most: int) -> None:
        self._most = most
        self._next_look = 0.0
        settings = Adjustments(
            threads=THREADS,
            backlog=BACKLOG,
            connection_limit=2**31,  # the limit is kept here
            cleanup_interval=2**31,  # tidy() does it
            max_request_header_size=MAX_HEADER,
            max_request_body_size=16 * MAX_BODY,  # up to here the app refuses it, and goes on
            clear_untrusted_proxy_headers=False,  # the app reads those of a proxy on this machine
            outbuf_high_watermark=MAX_UNREAD,
            ident="boodle",
            expose_tracebacks=False,
        )
        where = (listener.family, listener.type, listener.proto, listener.getsockname())
        lanes = Lanes()
        lanes.set_thread_count(THREADS)
        super().__init__(
            app,
            map,
            _sock=listener,
            dispatcher=lanes,
            adj=settings,
            sockinfo=where,
            bind_socket=False,
        )
        self.channel_class = Channel

    def connections(self) -> list[Channel]:
        """Return the open connections, in the order they came."""
        return list(cast(dict[int, Channel], self.active_channels).values())

    def limit_unread(self) -> None:
        """Close the connections that leave most unread while all of them together leave too much.

        Threads that answer requests call it.
        """
        unread = [(channel.total_outbufs_len, channel) for channel in self.connections()]
        total = sum(length for length, _ in unread)
        for length, channel in sorted(unread, key=lambda pair: -pair[0]):
            if total <= MAX_UNREAD_IN_ALL:
                return
            channel.give_up()
            total -= length

    def readable(self) -> bool:
        """Whether another connection can be taken."""
        return super().readable() and len(self.connections()) < self._most

    def tidy(self) -> None:
        """Close connections that are silent or slow for too long, and make room if there is none.

        To be called between two turns of the loop: while it hands out events, a new connection
        could get the file number, and the events, of one that has just been closed.
        """
        now = time.time()
        if now >= self._next_look:
            self._next_look = now + TURN_SECONDS
            for channel in self.connections():
                if channel.is_over(now):
                    channel.handle_close()
        channels = self.connections()
        if len(channels) >= self._most:
            spared = max(1, self._most // 10)
            ranked = [(rank, one) for one in channels[:-spared] if (rank := one.idleness())]
            if ranked:
                min(ranked, key=lambda pair: pair[0])[1].handle_close()
