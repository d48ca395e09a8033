"""The fixtures of stores and clubs, which all tests have."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from chalicelib.store.dynamodb.store import DynamoStore
from chalicelib.store.port import Store
from chalicelib.store.sqlite.store import SqliteStore

from .club import Club
from .emulators import NotStarted, create_table, dynamo_client, ministack
from .memory import MemoryStore

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

# With `--dist loadgroup` one worker runs all of these and only one server is started.
on_ministack = pytest.mark.xdist_group("ministack")


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "boodle.db")
    yield store
    store.close()


@pytest.fixture
def memory_store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def store(memory_store: MemoryStore) -> Store:
    return memory_store


@pytest.fixture(params=["sqlite", pytest.param("ministack", marks=on_ministack)])
def threaded_store(request: pytest.FixtureRequest) -> Store:
    """A store that stands several threads: each test runs on all of these."""
    found: Store = request.getfixturevalue(f"{request.param}_store")
    return found


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


@pytest.fixture
def moto_client() -> Iterator[DynamoDBClient]:
    from moto import mock_aws  # slow to load
    from moto.core.models import patch_client

    with mock_aws():
        client = dynamo_client()
        patch_client(client)  # the session may be older than moto
        create_table(client, "boodle")
        yield client
        client.close()


@pytest.fixture
def moto_store(moto_client: DynamoDBClient) -> DynamoStore:
    return DynamoStore("boodle", moto_client)


@pytest.fixture(scope="session")
def ministack_endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    try:
        with ministack(tmp_path_factory.mktemp("ministack") / "log") as endpoint:
            yield endpoint
    except NotStarted as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def ministack_client(ministack_endpoint: str) -> Iterator[DynamoDBClient]:
    client = dynamo_client(ministack_endpoint)
    yield client
    client.close()


@pytest.fixture
def ministack_table(ministack_client: DynamoDBClient) -> str:
    name = f"boodle-{uuid.uuid4().hex}"
    create_table(ministack_client, name)
    return name


@pytest.fixture
def ministack_store(ministack_client: DynamoDBClient, ministack_table: str) -> DynamoStore:
    return DynamoStore(ministack_table, ministack_client)
