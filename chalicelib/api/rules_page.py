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
        As :func:`chalicelib.rules.summary.summary` makes it: ``#`` and ``##`` before headings,
        ``-`` before a point, and points go on in indented lines.
    """
    title = escape(text.partition("\n")[0].removeprefix("# "))
    head = (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{_STYLE}</style></head>\n<body>\n"
    )
    return head + "\n".join(_body(text)) + "\n</body></html>\n"


def _body(text: str) -> Iterator[str]:
    in_list = False
    for block in _blocks(text):
        point = block.startswith("- ")
        if point != in_list:
            yield "<ul>" if point else "</ul>"
            in_list = point
        if point:
            yield f"<li>{escape(block[2:])}</li>"
        elif block.startswith("#"):
            level = 2 if block.startswith("##") else 1
            yield f"<h{level}>{escape(block.lstrip('# '))}</h{level}>"
        else:
            yield f"<p>{escape(block)}</p>"
    if in_list:
        yield "</ul>"


def _blocks(text: str) -> Iterator[str]:
    """Return headings, points and paragraphs, each as one line."""
    block = ""
    for line in text.splitlines():
        begins = line.startswith(("#", "- "))
        if block and (begins or not line or block.startswith("#")):
            yield block
            block = ""
        block = f"{block} {line.strip()}".strip()
    if block:
        yield block
