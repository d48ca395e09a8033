"""The methods of a path, from those of its routes."""

from __future__ import annotations

from collections.abc import Iterable


def offered_methods(routed: Iterable[str]) -> list[str]:
    """Return all methods of a path: GET implies HEAD, and every path has OPTIONS.

    Examples
    --------
    >>> offered_methods(["PATCH", "GET"])
    ['GET', 'HEAD', 'OPTIONS', 'PATCH']
    """
    routed = set(routed)
    return sorted(routed | {"OPTIONS"} | ({"HEAD"} if "GET" in routed else set()))
