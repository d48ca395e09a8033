"""What answers about counts of the real chips contain."""

from __future__ import annotations

from pydantic import Field

from chalicelib.api.answers import Answer
from chalicelib.api.resources.actions.answers import Poster


class CountedSeat(Answer):
    """A seat's chips as counted, and as the books have them."""

    seat: int = Field(description="From 1, clockwise.")
    counted: int = Field(description="The real chips.")
    book: int = Field(description="The chips by the books, after the hand's dues.")
    difference: int = Field(description="Counted less book: fewer than 0 where chips are missing.")


class Count(Answer):
    """The real chips counted after a hand; the books stay as they are."""

    hand: int = Field(description="The hand's number.")
    agrees: bool = Field(description="Whether every seat has what the books say.")
    seats: list[CountedSeat] = Field(description="In seat order.")
    by: Poster = Field(description="Who counted.")
    at: str = Field(description="When (RFC 3339, UTC).")


class Counts(Answer):
    """A page of a table's counts."""

    table: str = Field(description="The table's name in paths.")
    agreed_after: int = Field(
        description="The last hand after which count and books agreed; 0: at the start."
    )
    counts: list[Count] = Field(description="By hand.")
    next_after: int | None = Field(description="`after` of the next page; null: this is the last.")
