"""Random commits and reads, compared with a dictionary."""

import uuid
from dataclasses import dataclass

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


class Model:
    """The port in its simplest form, for one partition."""

    def __init__(self) -> None:
        self.items: dict[Key, Item] = {}

    def commit(self, writes: list[Write]) -> None:
        current = {write.key: self.items.get(write.key) for write in writes}
        failed = {
            write.key: item
            for write in writes
            if (item.version if (item := current[write.key]) else None) != write.expect
        }
        if failed:
            raise Conflict(failed)
        for write in writes:
            if isinstance(write, Delete):
                del self.items[write.key]
            else:
                self.items[write.key] = Item(write.key, (write.expect or 0) + 1, write.body)

    def query(self, query: Query) -> list[Item]:
        def behind(sort: str) -> bool:
            if query.after is None:
                return True
            return sort < query.after if query.descending else sort > query.after

        return sorted(
            (
                item
                for item in self.items.values()
                if item.key.sort.startswith(query.prefix) and behind(item.key.sort)
            ),
            key=lambda item: item.key.sort.encode(),
            reverse=query.descending,
        )[: query.limit]


@settings(
    max_examples=25,
    deadline=None,
    # The store is shared by the examples; each has a partition of its own.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(commits() | queries, max_size=15))
def test_a_store_behaves_like_a_dictionary(
    store: Store, steps: list[list[tuple[str, str | None, int]] | Query]
) -> None:
    partition = uuid.uuid4().hex
    model = Model()
    for step in steps:
        if isinstance(step, Query):
            found = store.query(partition, step.prefix, step.after, step.limit, step.descending)
            assert found == model.query(step)
            continue
        writes: list[Write] = []
        for sort, body, error in step:
            key = Key(partition, sort)
            expect = (model.items[key].version if key in model.items else 0) + error
            if body is None:
                writes.append(Delete(key, max(expect, 1)))
            else:
                writes.append(Put(key, body, expect if expect > 0 else None))
        if not any(isinstance(write, Put) for write in writes):
            log = Key(partition, "log")
            writes.append(Put(log, "", model.items[log].version if log in model.items else None))
        assert _outcome(store, writes) == _outcome(model, writes)
        assert store.get([write.key for write in writes]) == {
            write.key: model.items[write.key] for write in writes if write.key in model.items
        }


def _outcome(store: Store | Model, writes: list[Write]) -> dict[Key, Item | None]:
    try:
        store.commit(writes)
    except Conflict as conflict:
        return conflict.current
    return {}
