"""The Store port: the three methods through which Boodle stores everything.

A store holds items. An item has a key (a partition and a sort key within it), a body (one
string, which the store never reads), a version that counts its writes, and may expire.
:func:`check_commit` refuses everything that DynamoDB would refuse, so that SQLite on a laptop
accepts nothing that would fail on AWS.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

MAX_ITEM_BYTES = 400 * 1024
MAX_WRITES = 100
MAX_PARTITION_BYTES = 2048
MAX_SORT_BYTES = 1024
MAX_GET = 100
MAX_VERSION = 10**38 - 1
MAX_COMMIT_BYTES = 4 * 1024 * 1024
MAX_EXPIRES = 2**63 - 1  # the limit of SQLite's integers; DynamoDB's is 38 digits

REQUEST_BYTES = 8  # the bytes of the DynamoDB adapter's request id
READ_STEP = 4 * 1024
WRITE_STEP = 1024


class Key(NamedTuple):
    """The key of an item: ``partition`` groups items, ``sort`` orders them (by UTF-8 bytes)."""

    partition: str
    sort: str


class Item(NamedTuple):
    """An item as read. ``version`` is 1 after its first write; ``expires`` is epoch seconds."""

    key: Key
    version: int
    body: str
    expires: int | None = None


class Put(NamedTuple):
    """Write ``body`` if the item's version is ``expect``, or if it is absent (``None``).

    The version written is ``expect + 1``, or 1. After ``expires`` (epoch seconds) the item is
    deleted some time later, so a reader compares the clock itself where it matters.
    """

    key: Key
    body: str
    expect: int | None
    expires: int | None = None


class Delete(NamedTuple):
    """Remove the item if its version is ``expect``."""

    key: Key
    expect: int


Write = Put | Delete


class StoreError(Exception):
    """An error of a store."""


class Conflict(StoreError):
    """A guard failed; nothing was written.

    ``current`` maps the key of each write whose guard failed to the item that stands there now,
    or to ``None`` where there is none.
    """

    def __init__(self, current: dict[Key, Item | None]) -> None:
        super().__init__("guard failed: " + ", ".join("/".join(key) for key in current))
        self.current = current


class Busy(StoreError):
    """The store could not take the commit now (contention, throttling); trying later is safe.

    It may be unknown whether the commit took effect: repeat the request, not the write.
    """


class StoreFailed(StoreError):
    """The store does not work: its disk is full, its table is missing, or it was closed."""


class LimitExceeded(StoreError, ValueError):
    """The caller asked for something that DynamoDB does not accept: a fault of the program."""


class Store(Protocol):
    """The interface of storage for the service floor."""

    def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
        """Return those of ``keys`` (at most 100) that exist, strongly consistent."""
        ...

    def query(
        self,
        partition: str,
        prefix: str = "",
        after: str | None = None,
        limit: int = 100,
        descending: bool = False,
    ) -> list[Item]:
        """Return items of a partition whose sort key begins with ``prefix``, in its order.

        Starts after the sort key ``after`` (in the direction asked for) and returns at most
        ``limit`` items; fewer only if there are no more. Strongly consistent.
        """
        ...

    def commit(self, writes: Sequence[Write]) -> None:
        """Do all ``writes`` or none. At least one is a Put, which makes a lost reply recognisable.

        Raises
        ------
        Conflict
            A guard failed.
        Busy
            Contention or throttling outlasted the adapter's bounded retries.
        LimitExceeded
            See :func:`check_commit`.
        """
        ...

    def close(self) -> None:
        """Release the adapter's resources. No data is lost without this call."""
        ...


def check_commit(writes: Sequence[Write]) -> None:
    """Raise if DynamoDB would refuse a commit; every adapter calls this first.

    Parameters
    ----------
    writes
        The writes of the commit.

    Raises
    ------
    LimitExceeded
        No write, more than ``MAX_WRITES``, no Put among them, or two operations on one key; a
        key that is empty or too long (bytes of UTF-8); an expected version below 1 or a version
        of more than 38 digits; an ``expires`` outside 0 .. ``MAX_EXPIRES``; an item above
        ``MAX_ITEM_BYTES``, or all of them above ``MAX_COMMIT_BYTES``; a string that UTF-8 cannot
        encode (lone surrogates).
    """
    if not 1 <= len(writes) <= MAX_WRITES:
        raise LimitExceeded(f"a commit has 1 to {MAX_WRITES} writes, not {len(writes)}")
    if len({write.key for write in writes}) < len(writes):
        raise LimitExceeded("a commit has at most one operation for each key")
    if not any(isinstance(write, Put) for write in writes):
        raise LimitExceeded("a commit has at least one Put")
    if sum(_check_write(write) for write in writes) > MAX_COMMIT_BYTES:
        raise LimitExceeded(f"a commit has at most {MAX_COMMIT_BYTES} bytes")


def check_get(keys: Sequence[Key]) -> list[Key]:
    """Return the distinct ones of ``keys``, in their order.

    Raises
    ------
    LimitExceeded
        There are more than ``MAX_GET`` distinct keys, or one is not a possible key.
    """
    distinct = list(dict.fromkeys(keys))
    if len(distinct) > MAX_GET:
        raise LimitExceeded(f"at most {MAX_GET} keys can be read at once, not {len(distinct)}")
    for key in distinct:
        _check_key(key)
    return distinct


def check_query(partition: str, prefix: str, after: str | None, limit: int) -> None:
    """Raise if DynamoDB would refuse a query.

    Raises
    ------
    LimitExceeded
        A ``partition`` or ``after`` that no key can have, a ``prefix`` longer than any sort key,
        or a ``limit`` below 1.
    """
    _check_part("partition", partition, 1, MAX_PARTITION_BYTES)
    _check_part("prefix", prefix, 0, MAX_SORT_BYTES)
    if after is not None:
        _check_part("after", after, 1, MAX_SORT_BYTES)
    if limit < 1:
        raise LimitExceeded(f"the limit of a query is at least 1, not {limit}")


def item_bytes(key: Key, body: str, version: int, expires: int | None = None) -> int:
    """Return the size of an item in bytes, as DynamoDB counts it.

    That is the names and the values of its attributes in UTF-8, as the DynamoDB adapter writes
    them: ``p``, ``s``, ``v``, ``d``, ``r`` (the request id) and, if set, ``x`` (``expires``). A
    number takes one byte, and one more for each two digits. Trailing zeros count here, although
    DynamoDB packs them: a round number can be a few bytes smaller than stated, and none is larger.

    Raises
    ------
    LimitExceeded
        A string holds lone surrogates.
    """
    return _item_bytes(_utf8(key.partition + key.sort), body, version, expires)


def read_units(size: int) -> int:
    """Return the units that one strongly consistent read of ``size`` bytes costs.

    One for each 4 KB begun. A read of a missing item (``size`` 0) costs one, too.
    """
    return max(1, -(-size // READ_STEP))


def write_units(old: int, new: int) -> int:
    """Return the units that a write outside a transaction costs; one inside costs twice that.

    One for each 1 KB begun of the larger of the item before (``old``) and after (``new``), both
    in bytes and 0 where there is none.
    """
    return max(1, -(-max(old, new) // WRITE_STEP))


def _item_bytes(key: int, body: str, version: int, expires: int | None) -> int:
    """Return the size of an item whose key has so many bytes; see :func:`item_bytes`."""
    names = 5 if expires is None else 6
    numbers = _number_bytes(version) + (0 if expires is None else _number_bytes(expires))
    return names + key + _utf8(body) + REQUEST_BYTES + numbers


def _check_write(write: Write) -> int:
    """Check one write by itself and return its bytes."""
    key = _check_key(write.key)
    if write.expect is not None and not 1 <= write.expect <= MAX_VERSION:
        raise LimitExceeded(f"no item can have version {write.expect}")
    if isinstance(write, Delete):
        return key
    version = (write.expect or 0) + 1
    if version > MAX_VERSION:
        raise LimitExceeded("a version has at most 38 digits")
    if write.expires is not None and not 0 <= write.expires <= MAX_EXPIRES:
        raise LimitExceeded(f"expires is out of range: {write.expires}")
    size = _item_bytes(key, write.body, version, write.expires)
    if size > MAX_ITEM_BYTES:
        raise LimitExceeded(f"an item has at most {MAX_ITEM_BYTES} bytes, not {size}")
    return size


def _check_key(key: Key) -> int:
    """Check a key and return its bytes."""
    partition, sort = key
    size = _utf8(partition + sort)
    if not (partition and sort and size <= MAX_SORT_BYTES):  # else neither part is too long
        _check_part("partition", partition, 1, MAX_PARTITION_BYTES)
        _check_part("sort key", sort, 1, MAX_SORT_BYTES)
    return size


def _check_part(what: str, text: str, least: int, most: int) -> None:
    size = _utf8(text)
    if not least <= size <= most:
        raise LimitExceeded(f"the {what} has {least} to {most} bytes, not {size}")


def _utf8(text: str) -> int:
    try:
        return len(text.encode())
    except UnicodeEncodeError as error:
        raise LimitExceeded(f"not text that UTF-8 can carry: {error}") from error


def _number_bytes(number: int) -> int:
    return 1 + (len(str(number)) + 1) // 2
