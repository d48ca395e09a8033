"""The fixtures of the service floor's tests."""

from __future__ import annotations

from boodle import club, dynamo_store, store

__all__ = ["club", "dynamo_store", "store"]
