"""Actions made from separate parts, as posts give them, and split into parts again.

Examples
--------
>>> make_action("bid", seat=1, amount=5)
parse_action('2 bids 5')
>>> loose_parts(make_action("stop")).seat is None
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from chalicelib.message import say
from chalicelib.rules.cards import Card
from chalicelib.rules.errors import Malformed

from .action import Action, Bid, Play
from .table import TABLE, Row
from .words import Part, Verb

_BY_WORD: Final[Mapping[str, Row]] = {str(verb): row for verb, row in TABLE.items()}


class LooseParts(NamedTuple):
    """A verb and its possible parts; ``amount`` is any number (of a space: from 1)."""

    verb: Verb
    seat: int | None
    card: Card | None
    amount: int | None


def loose_parts(action: Action) -> LooseParts:
    """Return an action's parts, from which :func:`make_action` makes it again."""
    seat = card = amount = None
    for part, value in zip(TABLE[action.verb].parts, action.values(), strict=True):
        match part:
            case Part.SEAT:
                seat = value
            case Part.CARD:
                card = value
            case Part.SPACE if value is not None:
                amount = value + 1
            case _:
                amount = value
    return LooseParts(action.verb, seat, card, amount)


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
        There is no such verb, or a part is missing or superfluous.
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
        A part is missing or superfluous.
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
    """Return the error that lists the known verbs."""
    return Malformed(say("action.unknown-verb", verb=word[:20], verbs=tuple(TABLE)))


def ill_formed(row: Row) -> Malformed:
    """Return the error that says which parts a verb has."""
    verb, parts = row.verb, row.parts
    if row.action is Play:
        return Malformed(say("action.play-form"))
    if row.action is Bid:
        return Malformed(say("action.bid-form"))
    if Part.CARD in parts:
        return Malformed(say("action.card-form", verb=verb))
    if Part.FINDING in parts:
        return Malformed(say("action.waive-form"))
    if len(parts) > 1:
        return Malformed(say("action.number-form", verb=verb))
    if row.of_seat:
        return Malformed(say("action.seat-form", verb=verb))
    return Malformed(say("action.no-seat-form", verb=verb))
