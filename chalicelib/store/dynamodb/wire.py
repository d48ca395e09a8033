"""DynamoDB's form of the Store's items and writes, and the meaning of its refusals.

Pure translation: nothing here talks to AWS or imports boto3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from chalicelib.store.port import Delete, Item, Key, Put, Write

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.type_defs import (
        AttributeValueTypeDef,
        DeleteTypeDef,
        PutTypeDef,
        TransactWriteItemTypeDef,
    )

# Names of one byte each, because an item's billed size includes them; `port.item_bytes` counts them
# too.
PARTITION, SORT, VERSION, BODY, REQUEST, EXPIRES = "p", "s", "v", "d", "r", "x"

# Temporary refusals: another transaction holds the item, or the table or partition is throttled.
# botocore retries only some of these.
PASSING = frozenset(
    {
        "TransactionConflictException",
        "TransactionInProgressException",
        "ReplicatedWriteConflictException",
        "ThrottlingException",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
    }
)
# The same as reasons of a cancelled transaction, where their names differ.
PASSING_REASONS = frozenset(
    {"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"}
)


class Refusal(NamedTuple):
    """The meaning of a refusal of a commit by DynamoDB.

    ``current`` has the items whose guard failed, as in :class:`~chalicelib.store.port.Conflict`;
    ``ours`` says that one of them has our request id: the commit had taken effect before;
    ``passing`` says that trying again may help.
    """

    current: dict[Key, Item | None]
    ours: bool
    passing: bool

    def rules_out(self, writes: Sequence[Write]) -> bool:
        """Whether it proves that ``writes`` did not take effect, not even in an earlier attempt.

        It does if an item stands at the version of one of our puts, or an earlier one, and is not
        ours. A later version may be based on ours, and a deleted item may have been ours.
        """
        return any(
            item.version <= (write.expect or 0) + 1
            for write in writes
            if isinstance(write, Put) and (item := self.current.get(write.key))
        )


def key_attributes(key: Key) -> dict[str, AttributeValueTypeDef]:
    """Return the primary key of an item."""
    return {PARTITION: {"S": key.partition}, SORT: {"S": key.sort}}


def to_put(table: str, put: Put, request: str) -> PutTypeDef:
    """Return the parameters of a guarded put, alike for PutItem and within a transaction."""
    attributes = key_attributes(put.key)
    attributes[VERSION] = {"N": str((put.expect or 0) + 1)}
    attributes[BODY] = {"S": put.body}
    attributes[REQUEST] = {"S": request}
    if put.expires is not None:
        attributes[EXPIRES] = {"N": str(put.expires)}
    parameters: PutTypeDef = {
        "TableName": table,
        "Item": attributes,
        # Every item has its hash key, so this is true only where there is no item.
        "ConditionExpression": f"attribute_not_exists({PARTITION})",
        # The item that failed the guard comes back: it names the request that wrote it, and saves
        # the caller a read.
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }
    if put.expect is not None:
        # An optimistic lock: true if nobody has written since the caller read. It is false where
        # there is no item, as is any comparison with a missing attribute.
        parameters["ConditionExpression"] = f"{VERSION} = :expect"
        parameters["ExpressionAttributeValues"] = {":expect": {"N": str(put.expect)}}
    return parameters


def to_delete(table: str, delete: Delete) -> DeleteTypeDef:
    """Return the parameters of a guarded delete within a transaction."""
    return {
        "TableName": table,
        "Key": key_attributes(delete.key),
        # The same lock. Without it, deleting a missing item would succeed.
        "ConditionExpression": f"{VERSION} = :expect",
        "ExpressionAttributeValues": {":expect": {"N": str(delete.expect)}},
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }


def to_transaction(
    table: str, writes: Sequence[Write], request: str
) -> list[TransactWriteItemTypeDef]:
    """Return the actions of a transaction, in the order of ``writes``."""
    return [
        {"Put": to_put(table, write, request)}
        if isinstance(write, Put)
        else {"Delete": to_delete(table, write)}
        for write in writes
    ]


def to_item(attributes: dict[str, Any]) -> Item:
    """Read an item as DynamoDB returns it."""
    return Item(
        key=Key(attributes[PARTITION]["S"], attributes[SORT]["S"]),
        version=int(attributes[VERSION]["N"]),
        body=attributes[BODY]["S"],
        expires=int(attributes[EXPIRES]["N"]) if EXPIRES in attributes else None,
    )


def read_refusal(response: dict[str, Any], writes: Sequence[Write], request: str) -> Refusal | None:
    """Read an error response to ``writes``; ``None`` if it is not a refusal but a fault."""
    code = response["Error"]["Code"]
    reasons: list[dict[str, Any]]
    if code == "ConditionalCheckFailedException":
        reasons = [{"Code": "ConditionalCheckFailed", "Item": response.get("Item")}]
    elif code == "TransactionCanceledException":
        reasons = response.get("CancellationReasons", [])  # one for each write, in their order
    else:
        return Refusal({}, ours=False, passing=True) if code in PASSING else None
    codes = {reason["Code"] for reason in reasons}
    failed = {
        write.key: reason.get("Item")
        for write, reason in zip(writes, reasons, strict=True)
        if reason["Code"] == "ConditionalCheckFailed"
    }
    passing = not codes.isdisjoint(PASSING_REASONS)
    if not failed and not passing:
        return None
    return Refusal(
        current={key: to_item(old) if old else None for key, old in failed.items()},
        ours=any(old and old[REQUEST]["S"] == request for old in failed.values()),
        passing=passing,
    )
