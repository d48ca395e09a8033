"""Actions from what people and programs write: a text, or a verb with loose parts.

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
from collections.abc import Mapping
from typing import Final

from chalicelib.rules.cards import Card, parse_card
from chalicelib.rules.errors import Malformed, say

from .action import Action, Bid, Play
from .table import TABLE, Row
from .words import Part

_GAP: Final = re.compile(r"\{(\w+)\}")
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
_BY_WORD: Final[Mapping[str, Row]] = {str(verb): row for verb, row in TABLE.items()}
_FROM_ONE: Final = (Part.SEAT, Part.SPACE)
_ROWS: Final = {tuple(_GAP.sub("#", row.action.text).split()): row for row in TABLE.values()}
"""The words of each text, with a sign for each gap."""


def parse_action(text: str) -> Action:
    """Return the action that ``text`` writes, as ``str`` of an action does.

    Raises
    ------
    Malformed
        It writes none.
    """
    words = text.split()
    for wanted, row in _ROWS.items():
        if len(wanted) != len(words):
            continue
        pairs = tuple(zip(wanted, words, strict=True))
        if all(want in ("#", word) for want, word in pairs):
            gaps = (word for want, word in pairs if want == "#")
            said = dict(zip(_GAP.findall(row.action.text), gaps, strict=True))
            return row.make(*(_read(part, said[part]) for part in row.parts))
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
    return Malformed(say("{text!r} is no action; one is: 3 plays 10S", text=text[:40]))


def row_of(word: str) -> Row | None:
    """Return the row of the verb with this word, if there is one."""
    return _BY_WORD.get(word)


def make_action(
    verb: str, seat: int | None = None, card: Card | None = None, amount: int | None = None
) -> Action:
    """Return the action of a verb with these parts, a space by its number from 1 as ``amount``.

    Raises
    ------
    Malformed
        There is no such verb; or a part is missing, or one too many.
    """
    row = row_of(verb)
    if row is None:
        raise no_such_verb(verb)
    return build_action(row, seat, card, amount)


def build_action(
    row: Row, seat: int | None = None, card: Card | None = None, amount: int | None = None
) -> Action:
    """Return the action of a row's verb with these parts; see :func:`make_action`.

    Raises
    ------
    Malformed
        A part is missing, or one too many.
    """
    if row.action is Play and seat is not None and card is not None and amount is None:
        return Play(seat, card)  # by far the most frequent case
    parts, number = row.parts, row.number
    if (
        (seat is None) is (Part.SEAT in parts)
        or (card is None) is (Part.CARD in parts)
        or (amount is None and number not in (None, Part.FINDING))
        or (amount is not None and number is None)
    ):
        raise ill_formed(row)
    if amount is not None and number is Part.SPACE:
        amount -= 1
    given = {Part.SEAT: seat, Part.CARD: card}
    return row.make(*[given.get(part, amount) for part in parts])


def no_such_verb(word: str) -> Malformed:
    """Return the error that says which verbs there are."""
    return Malformed(
        say("there is no action {verb!r}; there are {verbs}", verb=word[:20], verbs=tuple(TABLE))
    )


def ill_formed(row: Row) -> Malformed:
    """Return the error that says what belongs to a verb."""
    verb, parts = row.verb, row.parts
    if row.action is Play:
        return Malformed("a play has a seat and a card")
    if row.action is Bid:
        return Malformed("a bid has a seat and a whole number of chips, at least 1")
    if Part.CARD in parts:
        return Malformed(say("{verb} has a seat and a card", verb=verb))
    if Part.FINDING in parts:
        return Malformed("waive has the number of a finding, or nothing")
    if len(parts) > 1:
        return Malformed(say("{verb} has a seat and a whole number, not too small", verb=verb))
    if row.of_seat:
        return Malformed(say("{verb} has a seat, and nothing else", verb=verb))
    return Malformed(say("{verb} has no seat, and nothing else", verb=verb))
