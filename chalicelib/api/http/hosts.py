"""Who is asked, and from where: names of this server, this machine itself, a proxy's callers.

A page of another origin can make a browser send requests to any address, and a name that its owner
points here (DNS rebinding) makes them look like requests of the same origin. The name is in
``Host``, which a page cannot choose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from chalicelib.service.addresses import is_loopback, parsed_address

from .messages import Request

_HOST: Final = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(:[0-9]*)?")
_FORWARDING: Final = frozenset({"forwarded", "via", "x-real-ip", "x-client-ip"})
_KEPT: Final = 256


def host_name(host: str) -> str:
    """Return the name or address in a ``Host``, without its port; empty if it is none.

    Examples
    --------
    >>> host_name("Club.local:8000"), host_name("[::1]:8000"), host_name("a:b:c")
    ('club.local', '::1', '')
    """
    match = _HOST.fullmatch(host.strip())
    return match[1].strip("[]").rstrip(".").lower() if match else ""


def is_this_machine(name: str) -> bool:
    """Return whether a name in ``Host`` can mean nothing but the machine that asks."""
    return name == "localhost" or name.endswith(".localhost") or is_loopback(name)


class Hosts:
    """The names by which a server may be asked.

    An address of digits is always one: nobody can point it elsewhere. A request without ``Host``
    comes from no browser.

    Parameters
    ----------
    names
        The names beside ``localhost``.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = frozenset(host_name(name) for name in names) - {""}
        self._known: dict[str, bool] = {}

    def __contains__(self, host: str) -> bool:
        """Return whether a ``Host`` names this server."""
        found = self._known.get(host)
        if found is None:
            found = self._names_us(host)
            if len(self._known) < _KEPT:
                self._known[host] = found
        return found

    def _names_us(self, host: str) -> bool:
        name = host_name(host)
        if name in self._names or is_this_machine(name):
            return True
        return parsed_address(name) is not None


def is_forwarded(headers: Mapping[str, str]) -> bool:
    """Return whether a request names a proxy that it came through."""
    return any(name in _FORWARDING or name.startswith("x-forwarded") for name in headers)


def from_here(request: Request) -> bool:
    """Return whether a request comes from this machine itself, and from no page of another origin.

    A proxy on this machine has to pass on ``Host`` or say that it forwards, as proxies can.
    """
    headers = request.headers
    host = headers.get("host", "")
    return (
        is_loopback(request.address)
        and is_this_machine(host_name(host))
        and not is_forwarded(headers)
        and headers.get("origin") in (None, f"http://{host}")
    )


def caller_address(peer: str, headers: Mapping[str, str]) -> str:
    """Return the address to count a request by: the peer's, or what a proxy on this machine adds.

    Only the last address of ``X-Forwarded-For`` is the proxy's own; a caller writes any others.
    """
    forwarded = headers.get("x-forwarded-for")
    if forwarded is None or not is_loopback(peer):
        return peer
    last = forwarded.rpartition(",")[2].strip()
    return last if parsed_address(last) else peer
