"""Actions of every verb, whether or not a hand could take them."""

from __future__ import annotations

from hypothesis import strategies as st

from chalicelib.rules.actions import TABLE, Action, Part, Row
from chalicelib.rules.cards import PACK

ROWS = st.sampled_from([*TABLE.values()])
NUMBERS = st.integers(0, 2**53)


def parts_of(row: Row, spaces: int = 30) -> st.SearchStrategy[tuple[int | None, ...]]:
    """Return what can go with a verb, of a layout with so many spaces."""
    values: dict[Part, st.SearchStrategy[int | None]] = {
        Part.SEAT: st.integers(0, 7),
        Part.CARD: st.sampled_from(PACK),
        Part.CHIPS: st.integers(-(2**53), 2**53) if row.may_be_owed else NUMBERS,
        Part.SPACE: st.integers(0, spaces - 1),
        Part.CARDS: NUMBERS,
        Part.FINDING: st.none() | NUMBERS,
        Part.FAULT: NUMBERS,
        Part.NUMBER: NUMBERS,
    }
    return st.tuples(*(values[part] for part in row.parts))


def actions(spaces: int = 30) -> st.SearchStrategy[Action]:
    """Return any action, at a layout with so many spaces."""
    return ROWS.flatmap(lambda row: parts_of(row, spaces).map(lambda values: row.make(*values)))


ACTIONS = actions()
