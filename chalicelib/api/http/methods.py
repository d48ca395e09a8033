"""Which methods a path has, when those of its routes are known."""

from __future__ import annotations

from collections.abc import Iterable


def offered_methods(routed: Iterable[str]) -> list[str]:
    """Return all methods of a path: what can be got has a head, and each path has its options.

    Examples
    --------
    >>> offered_methods(["PATCH", "GET"])
    ['GET', 'HEAD', 'OPTIONS', 'PATCH']
    """
    routed = set(routed)
    return sorted(routed | {"OPTIONS"} | ({"HEAD"} if "GET" in routed else set()))
