"""The answers about draws."""

from __future__ import annotations

from typing_extensions import TypedDict

from chalicelib.service.commitments import SeenCommitment


class Commitment(TypedDict):
    """What a seat has committed to for the next draw."""

    table: str
    """The table's name in paths."""
    seat: int
    """From 1, clockwise."""
    commitment: str | None
    """The SHA-256 of its secret; null: none."""
    redraws: int
    """How often the seat was left out of a draw."""
    barred: bool
    """Whether a director has to readmit the player first."""


def commitment(seen: SeenCommitment) -> Commitment:
    """Return what a seat has committed to."""
    return {
        "table": seen.table_id,
        "seat": seen.seat + 1,
        "commitment": seen.committed.commitment,
        "redraws": seen.redraws,
        "barred": seen.committed.barred,
    }
