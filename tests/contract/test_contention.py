"""DynamoDB's passing refusals, which no emulator gives: retried with pauses, then Busy."""

import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from botocore.stub import Stubber
from harness.emulators import dynamo_client
from moto import mock_aws

from chalicelib.store.dynamodb.store import PAUSE, TRIES, DynamoStore
from chalicelib.store.dynamodb.wire import to_put
from chalicelib.store.port import Busy, Conflict, Item, Key, Put, StoreError, Write

A, B, C = Key("p", "a"), Key("p", "b"), Key("p", "c")
PUT: list[Write] = [Put(A, "", expect=1)]
TRANSACTION: list[Write] = [Put(A, "", expect=1), Put(B, "", expect=None), Put(C, "", expect=3)]

CODES = [
    "TransactionConflictException",
    "TransactionInProgressException",
    "ThrottlingException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
]
REASONS = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]


class Faults:
    """A store whose DynamoDB answers as told, in order."""

    def __init__(self) -> None:
        self.client = dynamo_client("http://127.0.0.1:9")  # never reached
        self.stub = Stubber(self.client)
        self.pauses: list[float] = []
        self.store = DynamoStore(
            "boodle", self.client, sleep=self.pauses.append, rng=random.Random(1)
        )

    def error(self, operation: str, code: str, *, retries: int = 0, **fields: Any) -> None:
        self.stub.add_client_error(
            operation,
            code,
            http_status_code=400,
            response_meta={"RetryAttempts": retries},
            modeled_fields=fields,
        )

    def cancelled(self, *reasons: str | Item, retries: int = 0) -> None:
        """Cancel a transaction for ``reasons``; an item means that its guard failed."""
        self.error(
            "transact_write_items",
            "TransactionCanceledException",
            retries=retries,
            CancellationReasons=[
                {"Code": "ConditionalCheckFailed", "Item": stored(reason)}
                if isinstance(reason, Item)
                else {"Code": reason}
                for reason in reasons
            ],
        )


def stored(item: Item) -> Any:
    return to_put("boodle", Put(item.key, item.body, item.version - 1 or None), "another")["Item"]


@pytest.fixture
def faults() -> Iterator[Faults]:
    faults = Faults()
    with faults.stub:
        yield faults
        faults.stub.assert_no_pending_responses()
    faults.client.close()


@pytest.mark.parametrize("code", CODES)
def test_a_put_refused_in_passing_is_tried_again(faults: Faults, code: str) -> None:
    faults.error("put_item", code)
    faults.error("put_item", code)
    faults.stub.add_response("put_item", {})
    faults.store.commit(PUT)
    assert len(faults.pauses) == 2


@pytest.mark.parametrize("reason", REASONS)
def test_a_transaction_cancelled_in_passing_is_tried_again(faults: Faults, reason: str) -> None:
    faults.cancelled("None", reason, "None")
    faults.error("transact_write_items", "TransactionInProgressException")
    faults.stub.add_response("transact_write_items", {})
    faults.store.commit(TRANSACTION)
    assert len(faults.pauses) == 2


@pytest.mark.parametrize("code", CODES)
def test_a_refusal_that_does_not_pass_makes_the_store_busy(faults: Faults, code: str) -> None:
    for _ in range(TRIES):
        faults.error("put_item", code)
    with pytest.raises(Busy):
        faults.store.commit(PUT)
    assert len(faults.pauses) == TRIES - 1
    assert all(pause <= PAUSE * 2**number for number, pause in enumerate(faults.pauses))
    assert len(set(faults.pauses)) == TRIES - 1


def test_transactions_that_keep_meeting_make_the_store_busy(faults: Faults) -> None:
    for _ in range(TRIES):
        faults.cancelled("TransactionConflict", "None", "None")
    with pytest.raises(Busy):
        faults.store.commit(TRANSACTION)


def test_trying_ends_when_too_much_time_has_passed(
    faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chalicelib.store.dynamodb.store.PATIENCE", -1)
    with pytest.raises(Busy):
        faults.store.commit(PUT)


def test_a_failed_guard_is_a_conflict_though_other_items_were_contended(faults: Faults) -> None:
    there = Item(B, 7, "theirs")
    faults.cancelled("TransactionConflict", there, "None")
    with pytest.raises(Conflict) as caught:
        faults.store.commit(TRANSACTION)
    assert caught.value.current == {B: there}


def test_in_doubt_a_failed_guard_beside_contention_is_looked_at_again(faults: Faults) -> None:
    """B at version 7 may stem from our own version 1, had an unseen attempt succeeded."""
    faults.cancelled("TransactionConflict", Item(B, 7, "theirs"), "None", retries=1)
    faults.stub.add_response("transact_write_items", {})
    faults.store.commit(TRANSACTION)


def test_in_doubt_an_item_of_another_in_our_place_settles_it(faults: Faults) -> None:
    there = Item(B, 1, "theirs")
    faults.cancelled("None", there, "None", retries=1)
    with pytest.raises(Conflict) as caught:
        faults.store.commit(TRANSACTION)
    assert caught.value.current == {B: there}


def test_in_doubt_a_later_item_leaves_it_open(faults: Faults) -> None:
    faults.error("put_item", "TransactionConflictException", retries=2)
    faults.error("put_item", "ConditionalCheckFailedException", Item=stored(Item(A, 9, "theirs")))
    with pytest.raises(Busy, match="since"):
        faults.store.commit(PUT)


@pytest.mark.parametrize("code", ["ValidationException", "ResourceNotFoundException"])
def test_a_fault_of_ours_is_neither_retried_nor_called_busy(faults: Faults, code: str) -> None:
    faults.error("put_item", code)
    with pytest.raises(StoreError, match=code) as caught:
        faults.store.commit(PUT)
    assert not isinstance(caught.value, Busy | Conflict)
    faults.error("get_item", code)
    with pytest.raises(StoreError, match=code) as caught:
        faults.store.get([A])
    assert not isinstance(caught.value, Busy)


def test_a_transaction_cancelled_for_a_fault_of_ours_is_not_retried(faults: Faults) -> None:
    faults.cancelled("None", "ValidationError", "None")
    with pytest.raises(StoreError, match="TransactionCanceled") as caught:
        faults.store.commit(TRANSACTION)
    assert not isinstance(caught.value, Busy | Conflict)


def test_a_throttled_read_is_busy(faults: Faults) -> None:
    for operation in ("get_item", "query"):
        faults.error(operation, "ProvisionedThroughputExceededException")
    with pytest.raises(Busy):
        faults.store.get([A])
    with pytest.raises(Busy):
        faults.store.query("p")


def batch(faults: Faults, done: list[Key], undone: list[Key]) -> None:
    keys = [{"p": {"S": key.partition}, "s": {"S": key.sort}} for key in undone]
    items = [stored(Item(key, 1, "")) for key in done]
    unprocessed = {"boodle": {"Keys": keys}} if keys else {}
    faults.stub.add_response(
        "batch_get_item", {"Responses": {"boodle": items}, "UnprocessedKeys": unprocessed}
    )


def test_keys_that_come_back_undone_are_asked_for_again(faults: Faults) -> None:
    batch(faults, [A], [B, C])
    batch(faults, [], [B, C])
    batch(faults, [B], [C])
    batch(faults, [C], [])
    assert list(faults.store.get([A, B, C])) == [A, B, C]
    assert len(faults.pauses) == 1  # only where there was no progress


def test_keys_that_stay_undone_make_the_store_busy(faults: Faults) -> None:
    batch(faults, [A], [B, C])
    for _ in range(TRIES):
        batch(faults, [], [B, C])
    with pytest.raises(Busy):
        faults.store.get([A, B, C])


def test_a_store_closes_the_client_that_it_made_and_no_other() -> None:
    with mock_aws(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("chalicelib.store.dynamodb.store.make_client", dynamo_client)
        own = DynamoStore("boodle")
        lent = dynamo_client()
        closed: list[Any] = []
        for client in (own._client, lent):
            patch.setattr(client, "close", lambda client=client: closed.append(client))
        DynamoStore("boodle", lent).close()
        assert closed == []
        own.close()
        assert closed == [own._client]
        patch.undo()
        own.close()
        lent.close()


def test_the_module_is_imported_without_boto3() -> None:
    code = (
        "import sys, chalicelib.store.dynamodb.store; print({'boto3', 'botocore'} & {*sys.modules})"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"
