"""The fixtures of the proofs, which are those of the contract suite."""

from __future__ import annotations

from contract.conftest import (
    ministack_client,
    ministack_endpoint,
    ministack_store,
    ministack_table,
    sqlite_store,
    threaded_store,
)

__all__ = [
    "ministack_client",
    "ministack_endpoint",
    "ministack_store",
    "ministack_table",
    "sqlite_store",
    "threaded_store",
]
