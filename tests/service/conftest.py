"""What the tests of the services share."""

from __future__ import annotations

import pytest

from chalicelib.store.port import Store
from chalicelib.store.sqlite.store import SqliteStore


@pytest.fixture
def store(sqlite_store: SqliteStore) -> Store:
    """A store whose threads hinder each other as on a laptop."""
    return sqlite_store
