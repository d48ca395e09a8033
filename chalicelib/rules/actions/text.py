"""Actions from their text form.

Examples
--------
>>> action = parse_action("3 plays 10S")
>>> action.seat, str(action)
(2, '3 plays 10S')
>>> parse_action("2 bids 5"), parse_action("waive all")
(parse_action('2 bids 5'), parse_action('waive all'))
"""

from __future__ import annotations

import re
from typing import Final

from chalicelib.message import say
from chalicelib.rules.cards import parse_card
from chalicelib.rules.errors import Malformed

from .action import Action
from .table import TABLE
from .words import Part

_GAP: Final = re.compile(r"\{(\w+)\}")
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
_FROM_ONE: Final = (Part.SEAT, Part.SPACE)
_ROWS: Final = {tuple(_GAP.sub("#", row.action.text).split()): row for row in TABLE.values()}
"""The words of each text, with a sign for each gap."""


def parse_action(text: str) -> Action:
    """Return the action of a text, as ``str`` of an action gives it.

    Raises
    ------
    Malformed
        It is not the text of an action.
    """
    if not isinstance(text, str):
        raise _no_action(str(text))
    words = text.split()
    for wanted, row in _ROWS.items():
        if len(wanted) != len(words):
            continue
        pairs = tuple(zip(wanted, words, strict=True))
        if all(want in ("#", word) for want, word in pairs):
            gaps = (word for want, word in pairs if want == "#")
            found = dict(zip(_GAP.findall(row.action.text), gaps, strict=True))
            return row.make(*(_read(part, found[part]) for part in row.parts))
    raise _no_action(text)


def _read(part: Part, word: str) -> int | None:
    if part is Part.CARD:
        return parse_card(word)
    if part is Part.FINDING and word == "all":
        return None
    if not _NUMBER.fullmatch(word):
        raise _no_action(word)
    return int(word) - (part in _FROM_ONE)


def _no_action(text: str) -> Malformed:
    return Malformed(say("action.unreadable", text=text[:40]))
