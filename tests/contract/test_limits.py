"""DynamoDB's limits hold on every store: what one refuses, all refuse, and alike."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from chalicelib.store.dynamodb.store import DynamoStore
from chalicelib.store.dynamodb.wire import to_put
from chalicelib.store.port import (
    MAX_EXPIRES,
    MAX_ITEM_BYTES,
    MAX_PARTITION_BYTES,
    MAX_SORT_BYTES,
    MAX_VERSION,
    REQUEST_BYTES,
    Conflict,
    Delete,
    Item,
    Key,
    LimitExceeded,
    Put,
    Store,
    Write,
    item_bytes,
    read_units,
    write_units,
)

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

A = Key("p", "a")
FULL = MAX_ITEM_BYTES - item_bytes(A, "", 1)  # of body, for an item at the limit


def puts(number: int) -> list[Write]:
    return [Put(Key("p", f"{n:03}"), "", expect=None) for n in range(number)]


REFUSED: dict[str, list[Write]] = {
    "no write": [],
    "more than 100 writes": puts(101),
    "no put": [Delete(A, expect=1)],
    "two puts on one key": [Put(A, "", expect=None), Put(A, "", expect=1)],
    "a put and a delete on one key": [Put(A, "", expect=None), Delete(A, expect=1)],
    "an empty partition": [Put(Key("", "a"), "", expect=None)],
    "an empty sort key": [Put(Key("p", ""), "", expect=None)],
    "a long partition": [Put(Key("é" * 1024 + "p", "a"), "", expect=None)],
    "a long sort key": [Put(Key("p", "é" * 512 + "s"), "", expect=None)],
    "a long key to delete": [*puts(1), Delete(Key("p", "s" * 1025), expect=1)],
    "an item above 400 KB": [Put(A, "b" * (FULL + 1), expect=None)],
    "an item above 400 KB in UTF-8": [Put(A, "é" * (FULL // 2 + 1), expect=None)],
    "an item above 400 KB by its expiry": [Put(A, "b" * FULL, expect=None, expires=1)],
    "above 4 MB together": [Put(Key("p", f"{n}"), "b" * 400_000, expect=None) for n in range(11)],
    "a version to write of 39 digits": [Put(A, "", expect=MAX_VERSION)],
    "a version to find of 39 digits": [*puts(1), Delete(A, expect=MAX_VERSION + 1)],
    "version 0": [Put(A, "", expect=0)],
    "a negative expiry": [Put(A, "", expect=None, expires=-1)],
    "an expiry of 64 bits": [Put(A, "", expect=None, expires=MAX_EXPIRES + 1)],
    "a lone surrogate in the body": [Put(A, "\ud800", expect=None)],
    "a lone surrogate in the key": [Put(Key("p", "\udfff"), "", expect=None)],
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_commit_beyond_a_limit_is_refused_whole(store: Store, name: str) -> None:
    with pytest.raises(LimitExceeded):
        store.commit(REFUSED[name])
    assert store.query("p") == []


ACCEPTED: dict[str, list[Write]] = {
    "100 writes": puts(100),
    "the longest key": [Put(Key("p" * MAX_PARTITION_BYTES, "s" * MAX_SORT_BYTES), "", None)],
    "the longest key in UTF-8": [Put(Key("é" * 1024, "é" * 512), "", None)],
    "the farthest expiry": [Put(A, "", expect=None, expires=MAX_EXPIRES)],
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_commit_at_a_limit_is_taken(store: Store, name: str) -> None:
    writes = ACCEPTED[name]
    store.commit(writes)
    assert store.get([write.key for write in writes]) == {
        put.key: Item(put.key, 1, put.body, put.expires) for put in writes if isinstance(put, Put)
    }


@pytest.mark.parametrize("expires", [None, MAX_EXPIRES])
def test_an_item_of_400_kb_is_taken(threaded_store: Store, expires: int | None) -> None:
    """Not on moto, which draws this line at 405,000 bytes."""
    body = "b" * (MAX_ITEM_BYTES - item_bytes(A, "", 1, expires))
    threaded_store.commit([Put(A, body, None, expires)])
    assert threaded_store.get([A]) == {A: Item(A, 1, body, expires)}


def test_a_version_of_38_digits_is_a_guard_like_any_other(store: Store) -> None:
    with pytest.raises(Conflict) as caught:
        store.commit([Put(A, "", expect=MAX_VERSION - 1), Delete(Key("p", "b"), MAX_VERSION)])
    assert caught.value.current == {A: None, Key("p", "b"): None}


@pytest.mark.parametrize(
    "read",
    [
        lambda store: store.get([Key("p", f"{n}") for n in range(101)]),
        lambda store: store.get([Key("", "a")]),
        lambda store: store.get([A, Key("p", "")]),
        lambda store: store.get([Key("p" * 2049, "a")]),
        lambda store: store.get([Key("p", "\ud800")]),
        lambda store: store.query(""),
        lambda store: store.query("p" * 2049),
        lambda store: store.query("p", prefix="s" * 1025),
        lambda store: store.query("p", prefix="\ud800"),
        lambda store: store.query("p", after=""),
        lambda store: store.query("p", after="s" * 1025),
        lambda store: store.query("p", limit=0),
    ],
)
def test_a_read_beyond_a_limit_is_refused(store: Store, read: Callable[[Store], Any]) -> None:
    with pytest.raises(LimitExceeded):
        read(store)


@pytest.mark.xdist_group("ministack")
@pytest.mark.parametrize("expires", [None, 1_999_999_999])
@pytest.mark.parametrize("step", [1, 2])
def test_units_agree_with_what_an_emulator_charges(
    ministack_client: "DynamoDBClient", ministack_table: str, expires: int | None, step: int
) -> None:
    """At the edge of a step to the byte, with numbers without trailing zeros."""
    key = Key("párt", "sört")
    room = 1024 * step - item_bytes(key, "", 1, expires)
    for body, units in (("b" * room, step), ("b" * (room + 1), step + 1)):
        put = to_put(ministack_table, Put(key, body, None, expires), "r" * REQUEST_BYTES)
        del put["ConditionExpression"]
        charged = ministack_client.put_item(**put, ReturnConsumedCapacity="TOTAL")
        assert charged["ConsumedCapacity"]["CapacityUnits"] == units
        assert write_units(0, item_bytes(key, body, 1, expires)) == units


def test_units_are_begun_steps_of_the_larger_image() -> None:
    assert [read_units(size) for size in (0, 1, 4096, 4097, 409_600)] == [1, 1, 1, 2, 100]
    assert [write_units(0, size) for size in (0, 1, 1024, 1025, 409_600)] == [1, 1, 1, 2, 400]
    assert write_units(5000, 10) == write_units(10, 5000) == 5


def test_a_number_takes_a_byte_and_one_for_two_digits() -> None:
    base = item_bytes(A, "", 1)
    sizes = [item_bytes(A, "", version) - base for version in (9, 10, 99, 100, 10**37)]
    assert sizes == [0, 0, 0, 1, 18]


def test_the_request_id_is_as_long_as_the_port_counts(
    moto_store: DynamoStore, moto_client: "DynamoDBClient"
) -> None:
    moto_store.commit([Put(A, "", expect=None)])
    stored = moto_client.get_item(TableName="boodle", Key={"p": {"S": "p"}, "s": {"S": "a"}})
    assert len(stored["Item"]["r"]["S"]) == REQUEST_BYTES
