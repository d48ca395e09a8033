"""The rules of a game as a page for a browser, or to print on one sheet of A4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import sqrt
from typing import Final

from chalicelib.message import Message
from chalicelib.rules.pages import Bullet, Rows, Section
from chalicelib.texts import render

_STYLE: Final = (
    "body{font:1rem/1.45 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;"
    "color:#222;background:#fff}h2{margin:1.2rem 0 .25rem;font-size:1.1rem}"
    "ul,ol{margin:.25rem 0;padding-left:1.2rem}"
    "@page{size:A4;margin:11mm}"
    "@media print{body{font-size:%.1fpt;line-height:1.3;max-width:none;margin:0;padding:0;"
    "columns:2;column-gap:8mm}h1{margin:0 0 1mm;font-size:14pt;column-span:all}"
    "h1+p{margin:0 0 2mm;column-span:all}h2{margin:2mm 0 .5mm;font-size:1.1em;break-after:avoid}"
    "ul,ol{margin:0;padding-left:4mm}li{orphans:2;widows:2}}"
)
"""On paper two columns, so that the page fits on the two sides of one sheet of A4."""

_POINTS: Final = 9
_CHARACTERS: Final = 9_800
"""So many characters, tags included, fit in that size with room to spare; longer pages get smaller
print. No preset has as many."""


def rules_html(sections: Sequence[Section], language: str) -> str:
    """Return a page that needs nothing else.

    Parameters
    ----------
    sections
        The sections of :func:`chalicelib.rules.pages.page`, the title first.
    """
    title = escape(render(sections[0].heading, language))
    body = "\n".join(_body(sections, language))
    style = _STYLE % (_POINTS * min(1, sqrt(_CHARACTERS / len(body))))
    head = (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{style}</style></head>\n<body>\n<h1>{title}</h1>\n"
    )
    return f"{head}{body}\n</body></html>\n"


def _body(sections: Sequence[Section], language: str) -> Iterator[str]:
    first, *others = sections
    for bullet in first.bullets:
        yield f"<p>{_text(bullet, language)}</p>"
    for section in others:
        yield f"<h2>{escape(render(section.heading, language))}</h2>"
        yield "<ul>"
        yield from _points(section.bullets, language)
        yield "</ul>"


def _points(bullets: Sequence[Bullet | Rows], language: str) -> Iterator[str]:
    """Return the points of a section; rows stand in the point before them."""
    point = ""
    for bullet in bullets:
        if isinstance(bullet, Rows):
            point += _text(bullet, language)
        else:
            if point:
                yield f"<li>{point}</li>"
            point = _text(bullet, language)
    yield f"<li>{point}</li>"


def _text(bullet: Bullet | Rows, language: str) -> str:
    if isinstance(bullet, Rows):
        kind = "ol" if bullet.numbered else "ul"
        rows = "".join(f"<li>{_shown(row, language)}</li>" for row in bullet.messages)
        return f"<{kind}>{rows}</{kind}>"
    return " ".join(_shown(message, language) for message in bullet)


def _shown(message: Message, language: str) -> str:
    return escape(render(message, language))
