"""The stores that the suite runs against: the tests' own in memory, SQLite, moto, ministack."""

from __future__ import annotations

import pytest
from harness.fixtures import on_ministack

from chalicelib.store.port import Store


@pytest.fixture(params=["memory", "sqlite", "moto", pytest.param("ministack", marks=on_ministack)])
def store(request: pytest.FixtureRequest) -> Store:
    found: Store = request.getfixturevalue(f"{request.param}_store")
    return found
