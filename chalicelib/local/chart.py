"""A picture of a distribution of whole numbers: a histogram as SVG.

It is written here, with a few shapes, because the same numbers must give the same bytes, and
because it must display anywhere, without scripts and without loading anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

MOST_BARS: Final = 90

_WIDTH, _HEIGHT = 900, 500
_LEFT, _RIGHT, _TOP, _BOTTOM = 80, 876, 76, 430
_SHARE_OF_BAR: Final = 0.88
_STYLE: Final = (
    "text{font:13px 'Helvetica Neue',Helvetica,Arial,sans-serif;fill:#444}"
    ".title{font-size:18px;fill:#111}.axis{font-size:14px;fill:#111}"
    ".bar{fill:#4a7ba6}.grid{stroke:#ddd}.line{stroke:#555}"
    ".median{stroke:#c8452f;stroke-width:2}.count{fill:#c8452f;font-weight:bold}"
)


@dataclass(frozen=True, slots=True)
class _Scale:
    """The scale of an axis: from values to places in the picture."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> str:
        """Return the place of a value, in a tenth of a pixel."""
        share = (value - self.low) / (self.high - self.low)
        return f"{self.start + share * (self.end - self.start):.1f}"

    def ticks(self, most: int, least_step: int = 1) -> range:
        """Return round values along the axis, ``most`` or fewer, a whole step apart."""
        step = max(least_step, round_step((self.high - self.low) / most))
        return range(-int(-self.low // step) * step, int(self.high // step) * step + 1, step)


def round_step(least: float) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50, … that is not less."""
    power = 1
    while 5 * power < least:
        power *= 10
    return next(step for step in (power, 2 * power, 5 * power) if step >= least)


def histogram(counts: Mapping[int, int], median: int, title: str, x_title: str, what: str) -> str:
    """Return a picture of how often each number came up, the median marked.

    Parameters
    ----------
    counts
        Number -> how often; at least one.
    x_title
        What the numbers are.
    what
        What is counted, in the plural.
    """
    step = round_step((max(counts) - min(counts) + 1) / MOST_BARS)
    bars: dict[int, int] = {}
    for number, count in sorted(counts.items()):
        bars[number // step] = bars.get(number // step, 0) + count
    x = _Scale(min(bars) * step - 0.5, (max(bars) + 1) * step - 0.5, _LEFT, _RIGHT)
    y = _Scale(0, max(bars.values()) * 1.04, _BOTTOM, _TOP)
    middle = (_LEFT + _RIGHT) / 2
    each = f"{what}, {step} numbers to a bar" if step > 1 else what
    turned = f' transform="rotate(-90 20 {(_TOP + _BOTTOM) / 2:.1f})"'
    shapes = [
        _text(middle, 30, title, "title"),
        *_grid(x, y, step),
        *_bars(bars, step, x, y),
        f'<path class="line" d="M{_LEFT} {_BOTTOM}H{_RIGHT}"/>',
        f'<path class="median" d="M{x.at(median)} {_BOTTOM}V{_TOP - 6}"/>',
        _text(x.at(median), _TOP - 12, f"median {_signed(median)}", "count"),
        _text(middle, _BOTTOM + 48, f"{x_title} ({sum(counts.values()):,} {what})", "axis"),
        _text(20, (_TOP + _BOTTOM) / 2, each, "axis", turned),
    ]
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{_STYLE}</style>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            *shapes,
            "</svg>\n",
        ]
    )


def _grid(x: _Scale, y: _Scale, step: int) -> Iterator[str]:
    """Yield the ticks of both axes, with their numbers."""
    for count in y.ticks(8):
        yield f'<path class="grid" d="M{_LEFT} {y.at(count)}H{_RIGHT}"/>'
        yield _text(_LEFT - 8, float(y.at(count)) + 4, f"{count:,}", "count", ' text-anchor="end"')
    for number in x.ticks(14, step):
        yield f'<path class="line" d="M{x.at(number)} {_BOTTOM}v6"/>'
        yield _text(x.at(number), _BOTTOM + 22, _signed(number), "number")


def _bars(bars: Mapping[int, int], step: int, x: _Scale, y: _Scale) -> Iterator[str]:
    """Yield a bar for each number, or each few; under the pointer it shows its count."""
    width = _SHARE_OF_BAR * (_RIGHT - _LEFT) * step / (x.high - x.low)
    for bar, count in bars.items():
        first, last = bar * step, bar * step + step - 1
        left = float(x.at((first + last) / 2)) - width / 2
        top = float(y.at(count))
        range_ = _signed(first) + (f" to {_signed(last)}" if step > 1 else "")
        yield (
            f'<rect class="bar" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
            f'height="{_BOTTOM - top:.1f}"><title>{range_}: {count:,}</title></rect>'
        )


def _signed(number: int) -> str:
    return f"{number:+,}".replace("-", "−") if number else "0"


def _text(x: float | str, y: float, text: str, kind: str, more: str = "") -> str:
    anchor = "" if "text-anchor" in more else ' text-anchor="middle"'
    return f'<text class="{kind}" x="{x}" y="{y:.1f}"{anchor}{more}>{escape(text)}</text>'
