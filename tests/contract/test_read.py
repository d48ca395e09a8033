"""Reading by key and by query."""

import pytest

from chalicelib.store.port import Item, Key, Put, Store

# Two, three and four bytes of UTF-8; UTF-16 would put the last before the one before it.
NAMES = ["", "A", "B", "a", "a\0", "a0", "aa", "a\u00e9", "b", "\u00e9", "\uffff", "\U0001f0a1"]


def fill(store: Store, sorts: list[str], partition: str = "p", body: str = "") -> None:
    store.commit([Put(Key(partition, sort), body, expect=None) for sort in sorts])


def sorts(items: list[Item]) -> list[str]:
    return [item.key.sort for item in items]


def test_get_of_nothing_is_nothing(store: Store) -> None:
    assert store.get([]) == {}


def test_get_merges_repeated_keys(store: Store) -> None:
    fill(store, ["a"])
    assert len(store.get([Key("p", "a")] * 150)) == 1


def test_get_returns_100_items_and_leaves_out_the_absent(store: Store) -> None:
    names = [f"{number:03}" for number in range(100)]
    fill(store, names[:60])
    assert sorted(sorts([*store.get([Key("p", name) for name in names]).values()])) == names[:60]


def test_query_is_in_the_order_of_utf8_bytes(store: Store) -> None:
    fill(store, NAMES[:0:-1])
    expected = sorted(NAMES[1:], key=str.encode)
    assert sorts(store.query("p")) == expected
    assert sorts(store.query("p", descending=True)) == expected[::-1]


def test_query_keeps_to_its_partition(store: Store) -> None:
    fill(store, ["a"], "p")
    fill(store, ["b"], "p2")
    fill(store, ["c"], "P")
    assert sorts(store.query("p")) == ["a"]
    assert store.query("none") == []


@pytest.mark.parametrize("descending", [False, True])
def test_query_by_prefix_and_after_agrees_with_a_sorted_list(
    store: Store, descending: bool
) -> None:
    fill(store, NAMES[1:])
    ordered = sorted(NAMES[1:], key=str.encode, reverse=descending)
    for prefix in [*NAMES, "c", "a%", "a_", "\U0010ffff", "\ud7ff"]:
        matching = [name for name in ordered if name.startswith(prefix)]
        assert sorts(store.query("p", prefix, descending=descending)) == matching
        for after in ["A", "a", "a5", "aa", "\uffff", "zz", "\U0010ffff", prefix or "-"]:
            edge = after.encode()
            assert sorts(store.query("p", prefix, after, descending=descending)) == [
                name
                for name in matching
                if (name.encode() < edge if descending else name.encode() > edge)
            ], (prefix, after)


@pytest.mark.parametrize("descending", [False, True])
def test_query_can_be_walked_in_steps(store: Store, descending: bool) -> None:
    names = [f"h{number:03}" for number in range(50)]
    fill(store, [*names, "g", "i"])
    walked: list[str] = []
    while page := store.query(
        "p", "h", after=walked[-1] if walked else None, limit=7, descending=descending
    ):
        assert len(page) == min(7, 50 - len(walked))
        walked += sorts(page)
    assert walked == (names[::-1] if descending else names)


def test_query_returns_at_most_the_limit(store: Store) -> None:
    fill(store, ["a", "b", "c"])
    assert [len(store.query("p", limit=limit)) for limit in (1, 2, 3, 4, 1000)] == [1, 2, 3, 3, 3]


def test_query_reads_on_beyond_1_megabyte(store: Store) -> None:
    names = [f"{number}" for number in range(9)]
    for name in names:
        fill(store, [name], body=name * 300_000)
    found = store.query("p")
    assert sorts(found) == names
    assert [item.body for item in found] == [name * 300_000 for name in names]
    assert sorts(store.query("p", limit=5)) == names[:5]
