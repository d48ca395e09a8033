"""Writers at the same time: whatever was acknowledged is in, once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from chalicelib.store.port import Conflict, Key, Put, Store

A, B = Key("p", "a"), Key("p", "b")
THREADS = 8


def at_once(work: Callable[[int], int]) -> int:
    """Run ``work`` on threads that start together; return the sum of what it counted."""
    barrier = Barrier(THREADS)

    def run(number: int) -> int:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return sum(pool.map(run, range(THREADS)))


def version(store: Store, key: Key) -> int | None:
    return item.version if (item := store.get([key]).get(key)) else None


def test_writers_on_one_item_count_exactly_what_was_acknowledged(threaded_store: Store) -> None:
    def write_50_times(number: int) -> int:
        acknowledged = 0
        for _ in range(50):
            try:
                threaded_store.commit([Put(A, f"{number}", version(threaded_store, A))])
            except Conflict:
                continue
            acknowledged += 1
        return acknowledged

    acknowledged = at_once(write_50_times)
    assert acknowledged >= 50
    assert version(threaded_store, A) == acknowledged


def test_transactions_that_cross_keep_their_items_in_step(threaded_store: Store) -> None:
    def write_25_times(number: int) -> int:
        acknowledged = 0
        for step in range(25):
            expect = version(threaded_store, A)
            # In opposite orders, so that each could hold what the other wants.
            keys = (A, B) if number % 2 else (B, A)
            try:
                threaded_store.commit([Put(key, f"{number}.{step}", expect) for key in keys])
            except Conflict:
                continue
            acknowledged += 1
        return acknowledged

    acknowledged = at_once(write_25_times)
    items = threaded_store.get([A, B])
    assert acknowledged >= 25
    assert items[A].version == items[B].version == acknowledged
    assert items[A].body == items[B].body


def test_of_writers_creating_one_item_one_wins(threaded_store: Store) -> None:
    def create(number: int) -> int:
        try:
            threaded_store.commit([Put(A, f"{number}", None), Put(Key("p", f"{number}"), "", None)])
        except Conflict:
            return 0
        return 1

    assert at_once(create) == 1
    assert len(threaded_store.query("p")) == 2
