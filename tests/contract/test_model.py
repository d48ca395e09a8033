"""Random commits and reads, compared with those of the simplest store."""

import uuid
from dataclasses import dataclass

from harness.memory import MemoryStore
from harness.sizes import sized
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib.store.port import Conflict, Delete, Item, Key, Put, Store, Write

SORTS = ["a", "aa", "ab", "b", "é", "\uffff", "🂱"]


@dataclass
class Query:
    prefix: str
    after: str | None
    limit: int
    descending: bool


def commits() -> st.SearchStrategy[list[tuple[str, str | None, int]]]:
    """Writes as (sort key, body or ``None`` to delete, error of the expected version)."""
    write = st.tuples(
        st.sampled_from(SORTS),
        st.none() | st.text(max_size=5),
        st.sampled_from([0, 0, 0, 0, 0, 1, -1]),
    )
    return st.lists(write, min_size=1, max_size=4, unique_by=lambda each: each[0])


queries = st.builds(
    Query,
    prefix=st.sampled_from(["", "a", "é", "z"]),
    after=st.none() | st.sampled_from([*SORTS, "ac"]),
    limit=st.integers(1, 5),
    descending=st.booleans(),
)


@settings(
    max_examples=sized(12, 200),
    # The store is shared by the examples; each has a partition of its own.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(commits() | queries, max_size=15))
def test_a_store_behaves_like_the_simplest_one(
    store: Store, steps: list[list[tuple[str, str | None, int]] | Query]
) -> None:
    partition = uuid.uuid4().hex
    model = MemoryStore()

    def version(key: Key) -> int:
        item = model.get([key]).get(key)
        return item.version if item else 0

    for step in steps:
        if isinstance(step, Query):
            asked = partition, step.prefix, step.after, step.limit, step.descending
            assert store.query(*asked) == model.query(*asked)
            continue
        writes: list[Write] = []
        for sort, body, error in step:
            key = Key(partition, sort)
            expect = version(key) + error
            if body is None:
                writes.append(Delete(key, max(expect, 1)))
            else:
                writes.append(Put(key, body, expect if expect > 0 else None))
        if not any(isinstance(write, Put) for write in writes):
            log = Key(partition, "log")
            writes.append(Put(log, "", version(log) or None))
        assert _outcome(store, writes) == _outcome(model, writes)
        written = [write.key for write in writes]
        assert store.get(written) == model.get(written)


def _outcome(store: Store, writes: list[Write]) -> dict[Key, Item | None]:
    try:
        store.commit(writes)
    except Conflict as conflict:
        return conflict.current
    return {}
