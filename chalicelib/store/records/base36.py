"""Whole numbers in base 36, for the live record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def number_text(value: int) -> str:
    """Return the text of a number."""
    if 0 <= value < 36:
        return _DIGITS[value]
    sign, value = ("-", -value) if value < 0 else ("", value)
    digits = ""
    while value or not digits:
        value, digit = divmod(value, 36)
        digits = _DIGITS[digit] + digits
    return sign + digits


def numbers_text(values: Iterable[int]) -> str:
    """Return the text of numbers, separated by ``,``."""
    return ",".join(map(number_text, values))


def read_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers that :func:`numbers_text` wrote."""
    return tuple(int(part, 36) for part in text.split(",")) if text else ()
