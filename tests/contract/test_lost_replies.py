"""The network fails between DynamoDB and us: what took effect counts, and counts once."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from harness.emulators import dynamo_client
from harness.proxy import Fate, Proxy, proxied

from chalicelib.store.dynamodb.store import DynamoStore
from chalicelib.store.port import Busy, Conflict, Delete, Item, Key, Put, Write

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

A, B = Key("p", "a"), Key("p", "b")

# What each commit writes over A at version 1, and what A then is.
COMMITS: dict[str, list[Write]] = {
    "a put": [Put(A, "two", expect=1)],
    "a transaction": [Put(A, "two", expect=1), Put(B, "new", expect=None)],
    "a transaction that deletes": [Delete(A, expect=1), Put(B, "new", expect=None)],
}
TRIES_OF_BOTOCORE = 3

pytestmark = pytest.mark.xdist_group("ministack")


@pytest.fixture
def proxy(ministack_endpoint: str, ministack_store: DynamoStore) -> Iterator[Proxy]:
    ministack_store.commit([Put(A, "one", expect=None)])
    with proxied(ministack_endpoint) as proxy:
        yield proxy


@pytest.fixture
def faulty(proxy: Proxy, ministack_table: str) -> Iterator[DynamoStore]:
    client = dynamo_client(proxy.endpoint)
    yield DynamoStore(ministack_table, client)
    client.close()


def lose(proxy: Proxy, fate: Fate, times: int, *, reads: bool = False) -> None:
    left = [fate] * times

    def decide(operation: str) -> Fate:
        concerned = reads or operation in ("PutItem", "TransactWriteItems")
        return left.pop() if left and concerned else Fate.PASS

    proxy.decide = decide


def state_after(writes: list[Write]) -> dict[Key, Item]:
    return {
        put.key: Item(put.key, (put.expect or 0) + 1, put.body)
        for put in writes
        if isinstance(put, Put)
    }


@pytest.mark.parametrize("name", COMMITS)
@pytest.mark.parametrize("fate", [Fate.LOSE_REPLY, Fate.LOSE_REQUEST, Fate.OUTAGE])
def test_one_lost_reply_or_request_is_repeated_and_counts_once(
    proxy: Proxy, faulty: DynamoStore, ministack_store: DynamoStore, name: str, fate: Fate
) -> None:
    lose(proxy, fate, 1)
    faulty.commit(COMMITS[name])
    assert len(proxy.seen) == 2
    assert ministack_store.get([A, B]) == state_after(COMMITS[name])


@pytest.mark.parametrize("name", COMMITS)
@pytest.mark.parametrize("fate", [Fate.LOSE_REPLY, Fate.OUTAGE])
def test_when_all_replies_are_lost_the_commit_is_found_by_reading(
    proxy: Proxy, faulty: DynamoStore, ministack_store: DynamoStore, name: str, fate: Fate
) -> None:
    lose(proxy, fate, TRIES_OF_BOTOCORE)
    faulty.commit(COMMITS[name])
    assert proxy.seen[TRIES_OF_BOTOCORE:] == ["GetItem"]
    assert ministack_store.get([A, B]) == state_after(COMMITS[name])


@pytest.mark.parametrize("name", COMMITS)
def test_when_all_requests_are_lost_the_store_is_busy_and_nothing_was_written(
    proxy: Proxy, faulty: DynamoStore, ministack_store: DynamoStore, name: str
) -> None:
    lose(proxy, Fate.LOSE_REQUEST, TRIES_OF_BOTOCORE)
    with pytest.raises(Busy):
        faulty.commit(COMMITS[name])
    assert ministack_store.get([A, B]) == {A: Item(A, 1, "one")}


def test_when_even_the_look_is_lost_the_store_is_busy(proxy: Proxy, faulty: DynamoStore) -> None:
    lose(proxy, Fate.LOSE_REPLY, 2 * TRIES_OF_BOTOCORE, reads=True)
    with pytest.raises(Busy):
        faulty.commit(COMMITS["a put"])
    for read in (lambda: faulty.get([A]), lambda: faulty.get([A, B]), lambda: faulty.query("p")):
        lose(proxy, Fate.LOSE_REPLY, TRIES_OF_BOTOCORE, reads=True)
        with pytest.raises(Busy):
            read()
        lose(proxy, Fate.OUTAGE, TRIES_OF_BOTOCORE, reads=True)
        with pytest.raises(Busy):
            read()


def test_a_slow_server_is_not_waited_for(ministack_client: "DynamoDBClient") -> None:
    config: Any = ministack_client.meta.config  # its options are set as attributes
    assert (config.connect_timeout, config.read_timeout) == (1, 2)
    assert config.retries == {"mode": "standard", "total_max_attempts": TRIES_OF_BOTOCORE}


def test_a_conflict_after_a_lost_request_is_still_a_conflict(
    proxy: Proxy, faulty: DynamoStore, ministack_store: DynamoStore
) -> None:
    def meanwhile(operation: str) -> Fate:
        if len(proxy.seen) > 1:
            return Fate.PASS
        ministack_store.commit([Put(A, "theirs", expect=1)])
        return Fate.LOSE_REQUEST

    proxy.decide = meanwhile
    with pytest.raises(Conflict) as caught:
        faulty.commit(COMMITS["a put"])
    assert caught.value.current == {A: Item(A, 2, "theirs")}


def test_a_put_written_over_before_its_repetition_is_not_called_a_conflict(
    proxy: Proxy, faulty: DynamoStore, ministack_store: DynamoStore
) -> None:
    """A conflict would say that nothing was written."""

    def meanwhile(operation: str) -> Fate:
        if len(proxy.seen) == 1:
            return Fate.LOSE_REPLY
        ministack_store.commit([Put(A, "theirs", expect=2)])
        return Fate.PASS

    proxy.decide = meanwhile
    with pytest.raises(Busy):
        faulty.commit(COMMITS["a put"])
    assert ministack_store.get([A]) == {A: Item(A, 3, "theirs")}


class Twice:
    """A client that sends every write twice, as if the first reply had been lost."""

    def __init__(self, client: "DynamoDBClient") -> None:
        self.client = client

    def __getattr__(self, name: str) -> Any:
        return getattr(self.client, name)

    def put_item(self, **parameters: Any) -> Any:
        self.client.put_item(**parameters)
        return self.client.put_item(**parameters)

    def transact_write_items(self, **parameters: Any) -> Any:
        self.client.transact_write_items(**parameters)
        return self.client.transact_write_items(**parameters)


@pytest.mark.parametrize("name", COMMITS)
def test_a_repeated_commit_is_known_by_its_id_where_its_token_is_forgotten(
    moto_client: "DynamoDBClient", moto_store: DynamoStore, name: str
) -> None:
    """moto does not know transactions by their token, like DynamoDB after 10 minutes."""
    moto_store.commit([Put(A, "one", expect=None)])
    DynamoStore("boodle", Twice(moto_client)).commit(COMMITS[name])  # type: ignore[arg-type]
    assert moto_store.get([A, B]) == state_after(COMMITS[name])
