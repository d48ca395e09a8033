"""Conditions of a change: it is made only if the caller has seen the present state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Condition: TypeAlias = Callable[[T], None] | None
"""Called with the present state before a change; raises to prevent the change. ``None``: the change
is allowed in any state.

It is not called for a repeated change that is already carried out: the first one met the same
condition, and has itself changed what the caller saw.
"""
