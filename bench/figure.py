"""The result of a benchmark: a figure, its baseline, and its target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

Verdict = Literal["ok", "short", "missing", "-"]

HEADINGS: Final = ("figure", "value", "unit", "baseline", "ratio", "target", "verdict")
WIDTHS: Final = (26, 10, 11, 10, 8, 7, 7)


@dataclass(frozen=True, slots=True)
class Target:
    """A bound on a ratio (or, for a count, on the value itself)."""

    bound: float
    most: bool = False

    def met(self, number: float) -> bool:
        """Whether the number is within the bound."""
        return number <= self.bound if self.most else number >= self.bound

    def __str__(self) -> str:
        return f"{'<=' if self.most else '>='} {self.bound:g}"


def at_least(bound: float) -> Target:
    """Return a lower bound."""
    return Target(bound)


def at_most(bound: float) -> Target:
    """Return an upper bound."""
    return Target(bound, most=True)


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the result.

    Attributes
    ----------
    name, value, unit
        What was measured; the value is ``None`` if it could not be.
    baseline
        What it is compared with, in the same unit.
    ratio
        Value by baseline, taken within each round where the benchmark has rounds.
    target
        The bound on the ratio, or on the value where a ratio makes no sense.
    note
        What the baseline is, or why the figure is missing.
    """

    name: str
    value: float | None
    unit: str
    baseline: float | None = None
    ratio: float | None = None
    target: Target | None = None
    of_value: bool = False
    note: str = ""

    @property
    def verdict(self) -> Verdict:
        """Whether the target is met; ``-`` where there is none."""
        judged = self.value if self.of_value else self.ratio
        if self.value is None or (self.target is not None and judged is None):
            return "missing"
        if self.target is None or judged is None:
            return "-"
        return "ok" if self.target.met(judged) else "short"

    def line(self) -> str:
        """Return the figure as one line of text."""
        cells = (
            self.name,
            _number(self.value),
            self.unit,
            _number(self.baseline),
            "-" if self.ratio is None else f"{self.ratio:.3g}x",
            "-" if self.target is None else str(self.target),
            self.verdict,
        )
        return _row(cells) + (f"  {self.note}" if self.note else "")

    def as_json(self) -> dict[str, Any]:
        """Return the figure as JSON values."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "baseline": self.baseline,
            "ratio": self.ratio,
            "target": None if self.target is None else str(self.target),
            "verdict": self.verdict,
            "note": self.note,
        }


def heading() -> str:
    """Return the line above the figures."""
    return _row(HEADINGS)


def _row(cells: tuple[str, ...]) -> str:
    first, *rest = (
        f"{cell:<{width}}" if place in (0, 2, 6) else f"{cell:>{width}}"
        for place, (cell, width) in enumerate(zip(cells, WIDTHS, strict=True))
    )
    return " ".join([first, *rest]).rstrip()


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"
