"""Under which names callers' addresses are counted."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

HERE: Final = "here"
"""The name of this machine itself, whichever loopback address it uses."""

_KEPT: Final = 4096


@lru_cache(maxsize=_KEPT)
def parsed_address(address: str) -> IPv4Address | IPv6Address | None:
    """Return an IP address, an IPv4 one also where IPv6 carries it; ``None``: it is none.

    Examples
    --------
    >>> parsed_address("::ffff:192.0.2.1"), parsed_address("fe80::1%eth0"), parsed_address("phone")
    (IPv4Address('192.0.2.1'), IPv6Address('fe80::1'), None)
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped
    return parsed


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's own."""
    parsed = parsed_address(address)
    return parsed is not None and parsed.is_loopback


@lru_cache(maxsize=_KEPT)
def network_of(address: str) -> str:
    """Return the network that one customer may have whole: an IPv6 network of 64 bits.

    An IPv4 address is its own network; :data:`HERE` is this machine.

    Examples
    --------
    >>> network_of("2001:db8::1:2"), network_of("192.0.2.1"), network_of("127.0.0.9")
    ('2001:db8::/64', '192.0.2.1', 'here')
    """
    parsed = parsed_address(address)
    if parsed is None:
        return address
    if parsed.is_loopback:
        return HERE
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, 64), strict=False))
    return str(parsed)


def hashed(name: str) -> str:
    """Return the form in which an address or a network is stored.

    It is short and of one length, and no address can be read from it at a glance.
    """
    return hashlib.sha256(name.encode()).hexdigest()[:16]
