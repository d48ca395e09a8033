"""The catalogue of all kinds of problems: as JSON, as a page, and as ``docs/problems.md``.

``python -m chalicelib.api.contract`` writes the document; a test holds it to the catalogue.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Final

from chalicelib.api.http.language import Language
from chalicelib.api.http.messages import Reply
from chalicelib.message import say
from chalicelib.texts import DEFAULT_LANGUAGE, languages, render

from .answers import Problems
from .problem import KINDS, URN

FILE: Final = Path("docs/problems.md")

_STYLE: Final = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;"
    "color:#222;background:#fff}h2{margin:2rem 0 .25rem;font-size:1.15rem}"
    "code{background:#f0f0f0;padding:.1em .3em}dt{font-weight:600}dd{margin:0 0 .5rem 1rem}"
)


def catalogue(language: Language) -> Problems:
    """Return every kind of problem, explained in ``language``."""
    return {
        "language": language,
        "problems": [
            {
                "type": URN + code,
                "code": code,
                "status": kind.status,
                "title": render(kind.title, language),
                "meaning": render(kind.meaning, language),
                "advice": render(kind.advice, language),
                "members": list(kind.members),
            }
            for code, kind in KINDS.items()
        ],
    }


def catalogue_html(language: Language) -> str:
    """Return the catalogue as a page that needs nothing else."""
    title, meaning, advice, members = (
        escape(render(heading, language))
        for heading in (
            say("problems.title"),
            say("problems.meaning"),
            say("problems.advice"),
            say("problems.members"),
        )
    )
    head = (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{_STYLE}</style></head>\n<body><h1>{title}</h1>"
    )
    parts = [head]
    for one in catalogue(language)["problems"]:
        named = ", ".join(f"<code>{escape(member)}</code>" for member in one["members"])
        parts.append(
            f'<h2 id="{one["code"]}">{one["status"]} <code>{one["code"]}</code> '
            f"{escape(one['title'])}</h2>\n<dl><dt>{meaning}</dt><dd>{escape(one['meaning'])}</dd>"
            f"<dt>{advice}</dt><dd>{escape(one['advice'])}</dd>"
            + (f"<dt>{members}</dt><dd>{named}</dd>" if named else "")
            + "</dl>"
        )
    return "\n".join([*parts, "</body></html>\n"])


def catalogue_reply(language: str, *, as_page: bool) -> Reply:
    """Return the answer of ``GET /v1/problems``.

    Parameters
    ----------
    as_page
        Whether a page for people is asked for, and not JSON.
    """
    if not as_page:
        headers = {"Content-Type": "application/json", "Content-Language": language}
        return Reply(200, json.dumps(catalogue(language), ensure_ascii=False), headers)
    headers = {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Language": language,
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    }
    return Reply(200, catalogue_html(language), headers)


def markdown() -> str:
    """Return the text of ``docs/problems.md``: English, with the titles in every language."""
    others = [language for language in languages() if language != DEFAULT_LANGUAGE]
    names = [render(say("language.name"), language) for language in others]
    lines = [
        "# Problems",
        "",
        "<!-- Written by `python -m chalicelib.api.contract`; do not edit by hand. -->",
        "",
        "Every error is answered as `application/problem+json` (RFC 9457). Programs go by `type`,",
        f"which is `{URN}` and the code below, and by the further members; titles and details",
        "are for people. They come in English, or in another language of the table below where",
        "`Accept-Language` prefers it; `Content-Language` says which. A request that is no HTTP is",
        "answered with the type `about:blank`. `GET /v1/problems` gives this list in any of the",
        "languages, as JSON or, with `?format=html` or `Accept: text/html`, as a page.",
        "",
        "Where `retry_after` is given, the header `Retry-After` says the same.",
        "",
        " | ".join(["| Status", "Code", "Title", *names]) + " |",
        " | ".join(["| ---", *["---"] * (2 + len(names))]) + " |",
    ]
    for code, kind in KINDS.items():
        titles = [render(kind.title, language) for language in (DEFAULT_LANGUAGE, *others)]
        lines.append(" | ".join([f"| {kind.status}", f"[`{code}`](#{code})", *titles]) + " |")
    for code, kind in KINDS.items():
        title, meaning, advice = (
            render(text, DEFAULT_LANGUAGE) for text in (kind.title, kind.meaning, kind.advice)
        )
        lines += ["", f"## {code}", "", f"*{kind.status}: {title}.* {meaning}"]
        lines += ["", f"What to do: {advice}"]
        if kind.members:
            lines += ["", "Further members: " + ", ".join(f"`{m}`" for m in kind.members) + "."]
    return "\n".join(lines) + "\n"
