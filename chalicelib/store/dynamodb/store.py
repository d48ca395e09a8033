"""The Store on a DynamoDB table with hash key ``p`` and range key ``s``, both strings.

A commit of one put is PutItem, any other TransactWriteItems, each write under its guard. A reply
can be lost after the write took effect; botocore then sends it again and our own write fails the
guard. So each commit writes its request id into its items, and recognises itself by it::

    us        --- put v3, if v = 2, id K ---->  table: v3 by K
    us        <----------- X (lost) ---------
    botocore  --- put v3, if v = 2, id K ---->  guard fails: v3, by K
    us        <-- "failed, there stands v3, by K" --   our id: we had succeeded
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from chalicelib.store.port import (
    Busy,
    Conflict,
    Item,
    Key,
    Put,
    StoreFailed,
    Write,
    check_commit,
    check_get,
    check_query,
)

from .client import is_outage, make_client, read
from .wire import (
    PARTITION,
    REQUEST,
    SORT,
    key_attributes,
    read_refusal,
    to_item,
    to_put,
    to_transaction,
)

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodb.type_defs import AttributeValueTypeDef, QueryInputTypeDef

__all__ = ["DynamoStore", "make_client"]

TRIES = 5
PAUSE = 0.025  # seconds; each pause may be twice as long as the one before
PATIENCE = 5.0  # seconds after which no new try begins: half of the function's timeout

_SYSTEM = random.SystemRandom()  # no state: copies of one snapshot must not pause in step


class DynamoStore:
    """A store in a DynamoDB table. Threads may share it.

    Parameters
    ----------
    table
        The table's name.
    client
        A client of :func:`make_client`; one is made if none is given. :meth:`close` does not close
        the caller's.
    sleep, rng
        The function that pauses between tries, and the source of random pauses.
    """

    def __init__(
        self,
        table: str,
        client: DynamoDBClient | None = None,
        *,
        sleep: Callable[[float], None] = time.sleep,
        rng: random.Random = _SYSTEM,
    ) -> None:
        self._table = table
        self._client = client or make_client()
        self._owns_client = client is None
        self._sleep = sleep
        self._rng = rng

    def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
        """Return those of ``keys`` that exist; see :class:`~chalicelib.store.port.Store`."""
        distinct = check_get(keys)
        if len(distinct) == 1:
            old = self._read_one(distinct[0])
            return {distinct[0]: to_item(old)} if old else {}
        found: dict[Key, Item] = {}
        pending = [key_attributes(key) for key in distinct]
        while pending:
            before = len(pending)
            for _ in self._tries():
                reply = read(
                    self._client.batch_get_item,
                    RequestItems={self._table: {"Keys": pending, "ConsistentRead": True}},
                )
                items = map(to_item, reply["Responses"].get(self._table, ()))
                found.update((item.key, item) for item in items)
                # Some keys come back unread when throttled, or beyond 16 MB of reply. The latter is
                # progress and needs no pause.
                pending = reply["UnprocessedKeys"].get(self._table, {"Keys": []})["Keys"]
                if len(pending) < before:
                    break
            else:
                raise Busy(f"{before} items could not be read")
        return found

    def query(
        self,
        partition: str,
        prefix: str = "",
        after: str | None = None,
        limit: int = 100,
        descending: bool = False,
    ) -> list[Item]:
        """Return items of a partition; see :class:`~chalicelib.store.port.Store`."""
        check_query(partition, prefix, after, limit)
        condition = f"{PARTITION} = :partition"
        values: dict[str, AttributeValueTypeDef] = {":partition": {"S": partition}}
        if prefix:  # DynamoDB refuses an empty one
            condition += f" AND begins_with({SORT}, :prefix)"
            values[":prefix"] = {"S": prefix}
        request: QueryInputTypeDef = {
            "TableName": self._table,
            "ConsistentRead": True,
            "ScanIndexForward": not descending,
            "KeyConditionExpression": condition,
            "ExpressionAttributeValues": values,
        }
        if after is not None and after.startswith(prefix):
            # The key need not exist: it only says where to go on.
            request["ExclusiveStartKey"] = key_attributes(Key(partition, after))
        elif after is not None and (after < prefix) == descending:
            # DynamoDB refuses a start outside the prefix. After the prefix (strings compare by code
            # points, as their UTF-8 does) there are no items; before it all are still to come.
            return []
        found: list[Item] = []
        while True:
            request["Limit"] = limit - len(found)
            page = read(self._client.query, **request)  # ends at 1 MB
            found += map(to_item, page["Items"])
            if len(found) >= limit or "LastEvaluatedKey" not in page:
                return found
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def commit(self, writes: Sequence[Write]) -> None:
        """Do all ``writes`` or none; see :class:`~chalicelib.store.port.Store`."""
        from botocore.exceptions import ClientError, ConnectionError, HTTPClientError

        check_commit(writes)
        request = secrets.token_urlsafe(6)
        send = self._sender(writes, request)
        doubt = False  # whether an attempt without a reply may have taken effect
        for _ in self._tries():
            try:
                send()
                return
            except (ConnectionError, HTTPClientError) as error:
                self._find_out(writes, request, error)
                return
            except ClientError as error:
                if is_outage(error):
                    self._find_out(writes, request, error)
                    return
                refusal = read_refusal(dict(error.response), writes, request)
                if refusal is None:
                    raise StoreFailed(str(error)) from error
                doubt = doubt or error.response["ResponseMetadata"].get("RetryAttempts", 0) > 0
            if refusal.ours:
                return
            if refusal.current and (not doubt or refusal.rules_out(writes)):
                # Also when other writes met another transaction: this guard has certainly failed.
                raise Conflict(refusal.current)
            if not refusal.passing:
                raise Busy("a reply was lost and others have written since")
        raise Busy("contention or throttling outlasted all tries")

    def close(self) -> None:
        """Close the client, if the store made it itself."""
        if self._owns_client:
            self._client.close()

    def _sender(self, writes: Sequence[Write], request: str) -> Callable[[], object]:
        """Return the function that sends ``writes``, the same way each time."""
        if len(writes) == 1 and isinstance(writes[0], Put):
            return partial(self._client.put_item, **to_put(self._table, writes[0], request))
        return partial(
            self._client.transact_write_items,
            TransactItems=to_transaction(self._table, writes, request),
            # Within 10 minutes DynamoDB itself recognises a transaction by this.
            ClientRequestToken=secrets.token_urlsafe(24),
        )

    def _find_out(self, writes: Sequence[Write], request: str, lost: Exception) -> None:
        """After all replies were lost, look for our id in one item: all were written together."""
        key = next(write.key for write in writes if isinstance(write, Put))
        old = self._read_one(key)
        if not old or old[REQUEST]["S"] != request:
            raise Busy(f"no reply: {lost}") from lost

    def _read_one(self, key: Key) -> dict[str, AttributeValueTypeDef] | None:
        reply = read(
            self._client.get_item,
            TableName=self._table,
            Key=key_attributes(key),
            ConsistentRead=True,
        )
        return reply.get("Item")

    def _tries(self) -> Iterator[None]:
        """Yield for each try, pausing in between: a random part of a time that doubles."""
        started = time.monotonic()
        for number in range(TRIES):
            if number:
                self._sleep(self._rng.uniform(0, PAUSE * 2 ** (number - 1)))
            if time.monotonic() - started > PATIENCE:
                return
            yield
