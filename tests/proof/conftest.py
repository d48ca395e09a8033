"""The fixtures of the proofs, which are those of the contract suite."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("boodle", "local.support", "proof.nights", "proof.phones")

from contract.conftest import (  # noqa: E402
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
