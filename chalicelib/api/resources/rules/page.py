"""The rules of a game as a page for a browser, or to print, from their plain text."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

_STYLE: Final = (
    "body{font:1rem/1.45 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;"
    "color:#222;background:#fff}h2{margin:1.2rem 0 .25rem;font-size:1.1rem}"
    "ul{margin:.25rem 0;padding-left:1.2rem}@media print{body{font-size:.8rem;margin:0}}"
)


def rules_html(text: str, language: str) -> str:
    """Return a page that needs nothing else.

    Parameters
    ----------
    text
        As :func:`~chalicelib.texts.rules_page.rules_page` makes it: ``#`` and ``##`` before
        headings, ``-`` before a point, and points go on in indented lines.
    """
    title = escape(text.partition("\n")[0].removeprefix("# "))
    head = (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{_STYLE}</style></head>\n<body>\n"
    )
    return head + "\n".join(_body(text)) + "\n</body></html>\n"


def _body(text: str) -> Iterator[str]:
    depth = 0
    for level, block in _blocks(text):
        yield from ["<ul>"] * (level - depth) + ["</ul>"] * (depth - level)
        depth = level
        if level:
            yield f"<li>{escape(block)}</li>"
        elif block.startswith("#"):
            heading = 2 if block.startswith("##") else 1
            yield f"<h{heading}>{escape(block.lstrip('# '))}</h{heading}>"
        else:
            yield f"<p>{escape(block)}</p>"
    yield from ["</ul>"] * depth


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Return headings, points and paragraphs, each as one line; points with their depth from 1."""
    depth, block = 0, ""
    for line in text.splitlines():
        words = line.strip()
        point = words.startswith("- ")
        if block and (point or not words or line.startswith("#") or block.startswith("#")):
            yield depth, block
            block = ""
        if not block:
            depth = 1 + (len(line) - len(line.lstrip())) // 2 if point else 0
        block = f"{block} {words.removeprefix('- ') if point else words}".strip()
    if block:
        yield depth, block
