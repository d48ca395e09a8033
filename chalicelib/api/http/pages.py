"""The bytes of answers: pages end early, so that no answer is larger than one may be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from chalicelib.store.records.members import compact

from .messages import JsonObject

MAX_ANSWER: Final = 512 * 1024
"""The most bytes of an answer in JSON; whole files have :data:`MAX_FILE`."""
MAX_FILE: Final = 4 * 1024 * 1024
"""The most bytes of a file: all standings as CSV, a printed sheet."""
PAGE_BYTES: Final = 128 * 1024
"""A page ends before the entry that would make its entries larger than this."""

T = TypeVar("T", bound=JsonObject)


def fitting(rendered: Iterable[T], most: int = PAGE_BYTES) -> tuple[list[T], bool]:
    """Return the first entries that fit a page, at least one, and whether more follow.

    Examples
    --------
    >>> fitting([{"n": 1}, {"n": 22}, {"n": 3}], most=17)
    ([{'n': 1}, {'n': 22}], True)
    """
    page: list[T] = []
    size = 0
    for entry in rendered:
        size += len(compact(entry).encode()) + 1
        if page and size > most:
            return page, True
        page.append(entry)
    return page, False
