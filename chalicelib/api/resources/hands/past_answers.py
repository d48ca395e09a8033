"""The answers about hands that are over, and about the chips that moved."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from chalicelib.api.resources.actions.parts import LedgerEntry, account_forms, account_names, ledger
from chalicelib.api.shapes import Account, Time
from chalicelib.service import hands as service
from chalicelib.store.records.times import rfc3339


class HandRow(TypedDict):
    """A hand that is over."""

    hand: int
    """The hand's number."""
    status: Literal["over", "abandoned"]
    """`over` counts, `abandoned` does not."""
    dealer: int
    """The seat that dealt."""
    winner: int | None
    """The seat that went out; null: nobody."""
    stacks: list[int]
    """Chips by seat, after the hand."""
    ended_at: Time
    """When (RFC 3339, UTC)."""


class Hands(TypedDict):
    """A page of a table's hands that are over."""

    table: str
    """The table's name in paths."""
    hands: list[HandRow]
    """By number."""
    next_after: int | None
    """`after` of the next page; null: this is the last."""


class Ledger(TypedDict):
    """Every movement of chips of a hand."""

    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""
    accounts: dict[str, Account]
    """The word for each account -> the account."""
    before: dict[str, int]
    """Account -> chips before the hand."""
    entries: list[LedgerEntry]
    """In order."""
    after: dict[str, int]
    """Account -> chips now."""


def hands(page: service.PastHands) -> Hands:
    """Return a page of hands that are over."""
    return {
        "table": page.table_id,
        "hands": [_row(past) for past in page.hands],
        "next_after": page.hands[-1].hand if page.more else None,
    }


def _row(past: service.PastHand) -> HandRow:
    return {
        "hand": past.hand,
        "status": "abandoned" if past.status is service.HandStatus.ABANDONED else "over",
        "dealer": past.dealer + 1,
        "winner": None if past.winner is None else past.winner + 1,
        "stacks": list(past.stacks),
        "ended_at": rfc3339(past.ended * 100),
    }


def hand_ledger(moved: service.HandLedger) -> Ledger:
    """Return every movement of chips of a hand."""
    names = account_names(moved.accounts)
    return {
        "table": moved.table_id,
        "hand": moved.hand,
        "accounts": dict(zip(names, account_forms(moved.accounts), strict=True)),
        "before": dict(zip(names, moved.before, strict=True)),
        "entries": ledger(moved.entries, moved.accounts),
        "after": dict(zip(names, moved.after, strict=True)),
    }
