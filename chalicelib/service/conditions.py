"""Conditions of a change: it is made only to what the caller has seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Condition: TypeAlias = Callable[[T], None] | None
"""Called with something as it is before it changes; raises to prevent the change. ``None``: it may
be changed whatever it is.

A repeated change finds itself carried out, and is not asked about: the first one had the same
condition, and what the caller saw then is gone by that change itself.
"""
