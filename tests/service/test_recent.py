"""What is used last is kept; the rest makes room."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from chalicelib.service.recent import Recent


def test_the_one_unused_for_longest_goes() -> None:
    recent: Recent[str, int] = Recent(2)
    recent.put("a", 1)
    recent.put("b", 2)
    assert recent.get("a") == 1
    recent.put("c", 3)
    assert (recent.get("a"), recent.get("b"), recent.get("c")) == (1, None, 3)
    recent.put("a", 4)
    recent.put("d", 5)
    assert (recent.get("a"), recent.get("c"), recent.get("d")) == (4, None, 5)


def test_what_is_taken_or_cleared_is_kept_no_longer() -> None:
    recent: Recent[str, int] = Recent(2)
    recent.put("a", 1)
    assert recent.pop("a") == 1
    assert recent.pop("a") is None
    recent.put("b", 2)
    recent.clear()
    assert len(recent) == 0
    assert recent.get("b") is None


def test_threads_share_it() -> None:
    recent: Recent[int, int] = Recent(8)

    def use(start: int) -> None:
        for number in range(start, start + 5000):
            recent.put(number % 16, number % 16)
            assert recent.get(number % 16) in (None, number % 16)
            recent.pop((number * 7) % 16)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(use, range(4)))
    assert len(recent) <= 8
