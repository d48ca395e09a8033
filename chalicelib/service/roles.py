"""Roles and kinds of token in sentences."""

from __future__ import annotations

from collections.abc import Collection

from chalicelib.store.records.claims import TokenKind


def article(kind: str) -> str:
    """Return a kind of caller with its article: ``an organiser``, ``a player``."""
    return f"an {kind}" if kind[0] in "ao" else f"a {kind}"


def in_order(kinds: Collection[str]) -> tuple[str, ...]:
    """Return kinds of token in the order in which sentences list them."""
    return tuple(kind.value for kind in TokenKind if kind in kinds)
