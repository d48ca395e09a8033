"""Join codes as a page to print: a slip for each player, to be cut apart."""

from __future__ import annotations

import html
from collections.abc import Sequence
from datetime import datetime, tzinfo

from chalicelib.message import Message, say
from chalicelib.texts import render

from .answers import Code, Sheet


def printed(sheets: Sequence[Sheet], language: str, zone: tzinfo, url: str | None) -> str:
    """Return a page with a slip for each player.

    A slip has the player's number, as namesakes have the same name.

    Parameters
    ----------
    zone
        The time zone of what is printed.
    url
        The address that a player opens, if it is known.
    """

    def small(text: Message) -> str:
        return f"<small>{html.escape(render(text, language))}</small>"

    def slip(code: Code) -> str:
        until = datetime.fromisoformat(code["expires_at"]).astimezone(zone)
        time = say("codes.good-until", time=f"{until:%Y-%m-%d %H:%M}", zone=until.tzname() or "")
        address = "" if url is None else small(say("codes.open", url=url)) + " "
        name, who = html.escape(code["name"] or ""), say("codes.player", number=code["player"] or 0)
        return (
            f"<li><b>{name}</b> {small(who)}<code>{code['code']}</code>{address}{small(time)}</li>"
        )

    slips = "".join(slip(code) for sheet in sheets for code in sheet["codes"])
    league = sheets[0]["league_name"]
    title = render(say("codes.title", league=league), language)
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f"<title>{html.escape(title)}</title>"
        "<style>body{font:16px sans-serif}ul{list-style:none;padding:0;display:grid;"
        "grid-template-columns:repeat(3,1fr)}li{border:1px dashed #888;padding:1em;"
        "break-inside:avoid}code{display:block;font-size:1.6em;letter-spacing:.05em}</style>"
        f"<h1>{html.escape(league)}</h1><ul>{slips}</ul></html>"
    )
