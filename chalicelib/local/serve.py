"""`boodle serve`: a club's leagues, from this machine."""

from __future__ import annotations

import gc
import ipaddress
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from chalicelib.api.runtime import KEYS
from chalicelib.service.context import Context

from .folder import FolderLock, kept_clean, open_folder
from .server import Server, lan_address, log_to_stderr, stopped_by_signals, url_of
from .terminal import show

EVERYWHERE: Final = "0.0.0.0"
SWITCH_SECONDS: Final = 0.0005
"""How long a thread may compute before another has its turn. A page of a whole league computes for
some 20 ms, and a play needs several turns; with the 5 ms that are usual it would wait for each."""
_CLOSED: Final = "from this computer, or with the key (--open: from anyone)"
_OPEN: Final = "from anyone"
PLAIN_HTTP: Final = (
    "  Warning: this is plain HTTP. Anyone on the same network can read what phones send and get,",
    "  tokens and cards included; use a network that you trust. Anyone who uses this computer can",
    "  read the database, cards in play included.",
)


class Serving(NamedTuple):
    """What `boodle serve` is asked for.

    Attributes
    ----------
    lan
        Whether to listen for everyone on the network, whatever ``host`` says.
    names
        More names by which phones ask.
    open_leagues
        Whether anyone may create a league, not this machine and the key's holder alone.
    """

    host: str
    port: int
    lan: bool = False
    names: Sequence[str] = ()
    open_leagues: bool = False


def serve(folder: Path, asked: Serving) -> int:
    """Serve until Ctrl-C or SIGTERM, and return the exit code.

    Raises
    ------
    Trouble
        The folder is in use or cannot be used, or the address.
    """
    host = EVERYWHERE if asked.lan else asked.host
    names = [*asked.names, *([] if _is_loopback(host) else _own_names())]
    with ExitStack() as stack:
        stack.callback(FolderLock(folder).release)
        context = open_folder(folder, open_leagues=asked.open_leagues)
        stack.callback(context.store.close)
        stay_on_one_processor()
        sys.setswitchinterval(SWITCH_SECONDS)
        server = Server(context, host, asked.port, names=names)
        gc.freeze()  # a collection would take 50 ms to look through what stays
        log_to_stderr()
        with stopped_by_signals(server), kept_clean(context):
            show(*_welcome(folder, server, context), at_once=True)
            server.run()
    show("Boodle has stopped; everything is saved.", at_once=True)
    return 0


def stay_on_one_processor() -> None:
    """Keep this process on one processor, if the system allows it.

    Python runs one thread at a time. With two processors, a thread that lets another run (while it
    waits for SQLite, for example) wakes it on the second processor, and then has to wait for its
    turn; this took half the time of a play. Waiting for the disk needs no processor, and other
    processes can move away.
    """
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def _own_names() -> list[str]:
    """Return the names that this machine has on its network, the one of multicast DNS included."""
    name = socket.gethostname().partition(".")[0]
    return [name, f"{name}.local"] if name else []


def _welcome(folder: Path, server: Server, context: Context) -> list[str]:
    lines = [
        f"Boodle serves {server.url}",
        f"  data:           {folder.resolve()}",
        f"  deployment key: {context.deployment_key}",
        f"                  (creates and recovers leagues; it stands in {folder.resolve() / KEYS})",
        f"  new leagues:    {_OPEN if context.settings.open_leagues else _CLOSED}",
    ]
    if server.host == EVERYWHERE:
        lines.append(f"  for phones:     {_for_phones(server.port)}")
    if not _is_loopback(server.host):
        lines += PLAIN_HTTP
    return [*lines, "Ctrl-C stops it."]


def _for_phones(port: int) -> str:
    address = lan_address()
    if address is None:
        return "none now: this computer is on no network"
    return url_of(address, port)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
