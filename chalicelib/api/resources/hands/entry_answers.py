"""The answers about a hand before its deal: what was entered."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from chalicelib.api.http.messages import JsonDict
from chalicelib.service.refusals import EntriesConflict, HandEntries
from chalicelib.store.records.entries import SeatEntry


class Entry(TypedDict):
    """What a seat has entered before a deal."""

    seat: int
    """From 1, clockwise."""
    stakes: dict[str, int] | None
    """Space -> chips placed; null: none placed."""
    rebuy: bool
    """Whether the seat buys a new stack for the deal."""
    away: NotRequired[bool]
    """Whether the seat is away (R17), if that was entered."""


class Entries(TypedDict):
    """What was entered so far before a deal."""

    table: Annotated[str, Field(description="The table's name in paths.")]
    hand: Annotated[int, Field(description="The hand's number.")]
    amount: Annotated[
        int | None,
        Field(description="The amount the dealer named; null: not named, or set by the rules."),
    ]
    entries: Annotated[list[Entry], Field(description="What seats have entered, by seat.")]


def entries(before: HandEntries) -> Entries:
    """Return what was entered before a deal."""
    return {
        "table": before.table_id,
        "hand": before.hand,
        "amount": before.entries.amount,
        "entries": [_entry(seat, entry) for seat, entry in sorted(before.entries.seats.items())],
    }


def _entry(seat: int, entered: SeatEntry) -> Entry:
    view: Entry = {
        "seat": seat + 1,
        "stakes": None if entered.stakes is None else dict(entered.stakes),
        "rebuy": entered.rebuy,
    }
    return view if entered.away is None else {**view, "away": entered.away}


def entered(error: Exception) -> JsonDict:
    """Return the members of an error's problem that show what was entered."""
    return {"entries": entries(error.entered)} if isinstance(error, EntriesConflict) else {}
