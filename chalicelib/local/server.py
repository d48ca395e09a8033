"""`boodle serve`: the app on waitress, over a data folder that one server holds at a time."""

from __future__ import annotations

import signal
import socket
import sqlite3
import threading
from pathlib import Path
from types import FrameType
from typing import Final

from waitress.server import BaseWSGIServer, MultiSocketServer, create_server

from chalicelib.api.adapter import build_app
from chalicelib.service.context import Context

from .wsgi import Wsgi

THREADS: Final = 8
BACKLOG: Final = 1024
LOCK: Final = "serving.lock"


class FolderInUse(RuntimeError):
    """Another server holds the data folder."""


class FolderLock:
    """Holds a data folder for one server; let go when the process ends, however it ends.

    An exclusive transaction on a little database of its own does that on every system that
    SQLite runs on, and leaves nothing behind after ``kill -9`` that would have to be removed.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._held = sqlite3.connect(folder / LOCK, timeout=0, check_same_thread=False)
        try:
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            self._held.close()
            raise FolderInUse(f"another Boodle serves {folder}") from None

    def release(self) -> None:
        """Let the folder go."""
        self._held.close()


class Server:
    """The app being served.

    Parameters
    ----------
    context
        The world it works in; closed with the server.
    host, port
        Where it listens; port 0 takes a free one.
    """

    def __init__(self, context: Context, host: str, port: int) -> None:
        self._context = context
        self._server: BaseWSGIServer | MultiSocketServer = create_server(
            Wsgi(build_app(lambda: context)),
            host=host,
            port=port,
            threads=THREADS,
            backlog=BACKLOG,
            connection_limit=1000,
            channel_timeout=60,
            max_request_body_size=1024 * 1024,
            ident="boodle",
            expose_tracebacks=False,
        )
        self.host = host
        self.port: int = (
            self._server.effective_listen[0][1]
            if isinstance(self._server, MultiSocketServer)
            else int(self._server.effective_port)
        )

    @property
    def url(self) -> str:
        """The address to use on this machine."""
        return f"http://{'127.0.0.1' if self.host == '0.0.0.0' else self.host}:{self.port}"

    def run(self) -> None:
        """Serve until a signal to end comes, or :meth:`stop`; answer what has begun."""
        try:
            self._server.run()
        finally:
            self._server.close()
            self._context.store.close()

    def start(self) -> threading.Thread:
        """Serve in a thread of its own."""
        thread = threading.Thread(target=self.run, name="boodle-server", daemon=True)
        thread.start()
        return thread


def stop_on_signals() -> None:
    """Let SIGTERM end the process as Ctrl-C does: cleanly."""

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)


def lan_address() -> str:
    """Return this machine's address on the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address (RFC 5737)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
