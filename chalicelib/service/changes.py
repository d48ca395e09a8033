"""Changes to a record: a value that is not named stays, and ``None`` is a value of its own."""

from __future__ import annotations

from enum import Enum
from typing import Final, TypeVar

T = TypeVar("T")


class Keep(Enum):
    """The mark of a value that stays as it is."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


def changed(new: T | Keep, old: T) -> T:
    """Return the new value, or the old one if it stays."""
    return old if isinstance(new, Keep) else new
