"""What a commit does, and when it does nothing."""

import pytest

from chalicelib.store.port import Conflict, Delete, Item, Key, Put, Store

A, B, C = Key("league", "a"), Key("league", "b"), Key("other", "a")


def test_a_put_guarded_by_absence_makes_version_1(store: Store) -> None:
    store.commit([Put(A, "one", expect=None)])
    assert store.get([A]) == {A: Item(A, 1, "one")}


def test_each_put_counts_the_version(store: Store) -> None:
    for version in range(5):
        store.commit([Put(A, f"body {version}", expect=version or None)])
    assert store.get([A]) == {A: Item(A, 5, "body 4")}


@pytest.mark.parametrize("expect", [None, 1, 3, 10**37])
def test_a_put_with_the_wrong_guard_meets_the_item_that_stands_there(
    store: Store, expect: int | None
) -> None:
    store.commit([Put(A, "one", expect=None)])
    store.commit([Put(A, "two", expect=1, expires=2_000_000_000)])
    with pytest.raises(Conflict) as caught:
        store.commit([Put(A, "mine", expect=expect)])
    assert caught.value.current == {A: Item(A, 2, "two", 2_000_000_000)}
    assert store.get([A]) == {A: Item(A, 2, "two", 2_000_000_000)}


def test_a_put_expecting_a_version_meets_absence(store: Store) -> None:
    with pytest.raises(Conflict) as caught:
        store.commit([Put(A, "mine", expect=1)])
    assert caught.value.current == {A: None}
    assert store.get([A]) == {}


def test_a_delete_with_the_right_guard_removes(store: Store) -> None:
    store.commit([Put(A, "one", expect=None)])
    store.commit([Delete(A, expect=1), Put(B, "log", expect=None)])
    assert store.get([A, B]) == {B: Item(B, 1, "log")}


@pytest.mark.parametrize("there", [True, False])
def test_a_delete_with_the_wrong_guard_does_nothing(store: Store, there: bool) -> None:
    if there:
        store.commit([Put(A, "one", expect=None)])
    with pytest.raises(Conflict) as caught:
        store.commit([Delete(A, expect=2), Put(B, "log", expect=None)])
    assert caught.value.current == {A: Item(A, 1, "one") if there else None}
    assert B not in store.get([A, B])


def test_an_item_made_again_starts_at_version_1(store: Store) -> None:
    store.commit([Put(A, "one", expect=None)])
    store.commit([Put(A, "two", expect=1)])
    store.commit([Delete(A, expect=2), Put(B, "log", expect=None)])
    store.commit([Put(A, "anew", expect=None)])
    assert store.get([A]) == {A: Item(A, 1, "anew")}


def test_a_conflict_tells_of_every_guard_that_failed_and_of_no_other(store: Store) -> None:
    store.commit([Put(A, "a", expect=None), Put(B, "b", expect=None)])
    with pytest.raises(Conflict) as caught:
        store.commit([Put(A, "x", None), Put(B, "x", 1), Delete(C, 4)])
    assert caught.value.current == {A: Item(A, 1, "a"), C: None}


def test_one_failing_guard_among_many_leaves_nothing(store: Store) -> None:
    taken = Key("many", "050")
    store.commit([Put(taken, "taken", expect=None)])
    with pytest.raises(Conflict) as caught:
        store.commit([Put(Key("many", f"{n:03}"), "new", expect=None) for n in range(100)])
    assert caught.value.current == {taken: Item(taken, 1, "taken")}
    assert store.query("many") == [Item(taken, 1, "taken")]


def test_a_commit_reaches_over_partitions(store: Store) -> None:
    store.commit([Put(A, "a", expect=None), Put(C, "c", expect=None)])
    assert store.get([A, C, B]) == {A: Item(A, 1, "a"), C: Item(C, 1, "c")}


def test_expires_is_stored_replaced_and_dropped(store: Store) -> None:
    store.commit([Put(A, "a", expect=None, expires=2_000_000_000)])
    assert store.get([A])[A].expires == 2_000_000_000
    store.commit([Put(A, "a", expect=1, expires=0)])
    assert store.query("league")[0].expires == 0
    store.commit([Put(A, "a", expect=2)])
    assert store.get([A])[A].expires is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "Königin ♥ 🂱 👩‍👩‍👧",
        "'; DROP TABLE items; --",
        '{"a": "\\""}',
        "a\nb\r\t",
        "nul\0nul",
    ],
)
def test_strings_come_back_as_they_were(store: Store, text: str) -> None:
    key = Key(f"p{text}", f"s{text}")
    store.commit([Put(key, text, expect=None)])
    assert store.get([key]) == {key: Item(key, 1, text)}
    assert store.query(key.partition, prefix=key.sort) == [Item(key, 1, text)]


def test_strings_are_not_normalised(store: Store) -> None:
    composed, decomposed = Key("p", "\u00e9"), Key("p", "e\u0301")
    store.commit([Put(composed, "1", expect=None), Put(decomposed, "2", expect=None)])
    assert len(store.query("p")) == 2
