"""R12, R14: chips move, and are neither made nor lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chalicelib.rules import Entry, Ledger, account_name


def test_accounts_and_their_names() -> None:
    ledger = Ledger([10, 20], [3, 4, 5], 6, 7, 8)
    assert (ledger.stacks, ledger.layout) == ([10, 20], [3, 4, 5])
    assert [ledger.chips[account] for account in (ledger.kitty, ledger.pot, ledger.bank)] == [
        6,
        7,
        8,
    ]
    assert ledger.chips[ledger.space(2)] == 5
    assert [account_name(account, 2, ["AH", "KC", "QD"]) for account in range(8)] == [
        "seat 1",
        "seat 2",
        "space AH",
        "space KC",
        "space QD",
        "kitty",
        "pot",
        "bank",
    ]


def test_a_movement_is_written_down_with_its_reason_and_action() -> None:
    ledger = Ledger([10, 20], [0], 0, 0, 0)
    ledger.action = 7
    assert ledger.move(1, 2, 5, "stake") == 5
    assert ledger.chips == [10, 15, 5, 0, 0, 0]
    assert ledger.entries == [Entry(1, 2, 5, "stake", 7)]


def test_who_owes_more_than_he_has_pays_what_he_has() -> None:
    """R12."""
    ledger = Ledger([3, 0], [0], 0, 0, 0)
    assert ledger.move(0, 1, 5, "missed play") == 3
    assert ledger.chips[:2] == [0, 3]
    assert ledger.move(0, 1, 5, "missed play") == 0
    assert ledger.entries == [Entry(0, 1, 3, "missed play", 0)]


@given(
    st.lists(st.integers(0, 30), min_size=2, max_size=8),
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.integers(0, 40))),
)
def test_any_movements_keep_the_sum(stacks: list[int], moves: list[tuple[int, int, int]]) -> None:
    """R14."""
    ledger = Ledger(stacks, [1, 2], 3, 4, 0)
    accounts = len(ledger.chips)
    opening = ledger.chips[:]
    for source, target, amount in moves:
        ledger.move(source % accounts, target % accounts, amount, "bet")
        assert min(ledger.chips) >= 0
    assert sum(ledger.chips) == sum(opening)
    for entry in ledger.entries:
        opening[entry.source] -= entry.amount
        opening[entry.target] += entry.amount
    assert opening == ledger.chips
