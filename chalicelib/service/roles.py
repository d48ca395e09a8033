"""Roles and kinds of token in sentences."""

from __future__ import annotations

from collections.abc import Collection

from chalicelib.message import Message, say
from chalicelib.store.records.claims import TokenKind


def holder(kind: str) -> Message:
    """Return the name of a caller with its article: an organiser, a player."""
    return say(f"token.holder.{kind}")


def named(kinds: Collection[str]) -> tuple[Message, ...]:
    """Return the names of kinds of token: organiser, player."""
    return tuple(say(f"token.kind.{kind}") for kind in kinds)


def in_order(kinds: Collection[str]) -> tuple[str, ...]:
    """Return kinds of token in the order in which sentences list them."""
    return tuple(kind.value for kind in TokenKind if kind in kinds)
