"""The answers about seats: counts of the real chips."""

from __future__ import annotations

from typing_extensions import TypedDict

from chalicelib.api.resources.actions.parts import Poster, poster
from chalicelib.api.shapes import Time
from chalicelib.service import counts as service
from chalicelib.store.records.times import rfc3339


class CountedSeat(TypedDict):
    """A seat's chips: counted, and in the books."""

    seat: int
    """From 1, clockwise."""
    counted: int
    """The real chips."""
    book: int
    """The chips in the books, after the hand's dues."""
    difference: int
    """Counted less book; negative if chips are missing."""


class Count(TypedDict):
    """The real chips counted after a hand; the books do not change."""

    hand: int
    """The hand's number."""
    agrees: bool
    """Whether every seat's count equals the books."""
    seats: list[CountedSeat]
    """In seat order."""
    by: Poster
    """Who counted."""
    at: Time
    """When (RFC 3339, UTC)."""


class Counts(TypedDict):
    """A page of a table's counts."""

    table: str
    """The table's name in paths."""
    agreed_after: int
    """The last hand after which count and books agreed; 0 is the start."""
    counts: list[Count]
    """By hand."""
    next_after: int | None
    """`after` of the next page; null: this is the last."""


def count(counted: service.Count) -> Count:
    """Return a count, compared with the books."""
    return {
        "hand": counted.hand,
        "agrees": counted.agrees,
        "seats": [
            {"seat": seat, "counted": chips, "book": due, "difference": chips - due}
            for seat, (chips, due) in enumerate(zip(counted.counted, counted.book, strict=True), 1)
        ],
        "by": poster(counted.poster),
        "at": rfc3339(counted.posted),
    }


def counts(page: service.Counts) -> Counts:
    """Return a page of counts."""
    return {
        "table": page.table_id,
        "agreed_after": page.agreed_after,
        "counts": [count(one) for one in page.counts],
        "next_after": page.counts[-1].hand if page.more else None,
    }
