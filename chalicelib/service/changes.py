"""Changes to a record: what is not named stays as it is, and ``None`` is a value of its own."""

from __future__ import annotations

from enum import Enum
from typing import Final, TypeVar

T = TypeVar("T")


class Keep(Enum):
    """Stands in a change for a value that stays as it is."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


def changed(new: T | Keep, old: T) -> T:
    """Return the new value, or the old one where it stays."""
    return old if isinstance(new, Keep) else new
