"""The forms of an action: JSON, as in answers and hand records, and separate parts, as in posts.

In JSON the verb comes first, with its value; the seat and other parts are further members. Seats
count from 1, spaces have their names. :func:`make_action` makes an action of separate parts, and
:func:`loose_parts` splits it again.

Examples
--------
>>> from chalicelib.rules.actions import parse_action
>>> action_json(parse_action("3 plays 10S"))
{'play': '10S', 'seat': 3}
>>> read_action({"take": "AH", "seat": 2}, ("AH", "K-Q"))
parse_action('2 takes space 1')
>>> make_action("bid", seat=1, amount=5)
parse_action('2 bids 5')
>>> loose_parts(make_action("stop")).seat is None
True
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from chalicelib.message import say
from chalicelib.names import find
from chalicelib.rules.cards import TEXT, Card, parse_card
from chalicelib.rules.errors import Malformed

from .action import Action, Bid, Play
from .table import TABLE, Row
from .words import Part, Verb

Form: TypeAlias = dict[str, bool | int | str | None]
"""The members of an action in JSON."""

LARGEST: Final = 2**53
"""The largest whole number that every reader of JSON takes as it stands."""


_BY_WORD: Final[Mapping[str, Row]] = {str(verb): row for verb, row in TABLE.items()}


def action_json(action: Action, spaces: Sequence[str] = (), covered: Collection[int] = ()) -> Form:
    """Return the JSON form of an action.

    Parameters
    ----------
    spaces
        The names of the layout's spaces, for the verbs that name one.
    covered
        Cards that must not be shown; ``null`` stands for such a card (R7).
    """
    if isinstance(action, Play):  # by far the most frequent case
        shown = None if action.card in covered else TEXT[action.card]
        return {Verb.PLAY.value: shown, Part.SEAT.value: action.seat + 1}
    row = TABLE[action.verb]
    parts = dict(zip(row.parts, action.values(), strict=True))
    value_part = row.value_part
    form: Form = {row.verb.value: True}
    if value_part and parts[value_part] is not None:
        form[row.verb.value] = _written(value_part, parts[value_part], spaces, covered)
    for part in row.beside:
        if part in parts:
            form[part.value] = _written(part, parts[part], spaces, covered)
    return form


def digest_form(action: Action) -> str:
    """Return the form that digests hash: verb, seat (from 1), card, number (a space from 1).

    They are separated by ``|``; a part that the action does not have is empty.

    Examples
    --------
    >>> from chalicelib.rules.actions import parse_action
    >>> digest_form(parse_action("2 plays 10S")), digest_form(parse_action("2 bids 5"))
    ('play|2|10S|', 'bid|2||5')
    """
    if isinstance(action, Play):  # by far the most frequent case
        return f"{action.verb.value}|{action.seat + 1}|{TEXT[action.card]}|"
    seat = card = number = ""
    for part, value in zip(TABLE[action.verb].parts, action.values(), strict=True):
        match part:
            case Part.SEAT if value is not None:
                seat = str(value + 1)
            case Part.CARD if value is not None:
                card = TEXT[value]
            case Part.SPACE if value is not None:
                number = str(value + 1)
            case _ if value is not None:
                number = str(value)
    return f"{action.verb.value}|{seat}|{card}|{number}"


def card_member(action: Action) -> str | None:
    """Return the name of the member that holds the card in an action's JSON form, if any."""
    row = TABLE[action.verb]
    if Part.CARD not in row.parts:
        return None
    return (row.verb if row.value_part is Part.CARD else Part.CARD).value


def _written(
    part: Part, value: int | None, spaces: Sequence[str], covered: Collection[int]
) -> int | str | None:
    if value is None:
        return None
    match part:
        case Part.CARD:
            return None if value in covered else TEXT[value]
        case Part.SEAT:
            return value + 1
        case Part.SPACE:
            return spaces[value]
        case _:
            return value


def read_action(form: Mapping[str, object], spaces: Sequence[str] = ()) -> Action:
    """Return the action that has this JSON form; members that belong to no verb are ignored.

    Raises
    ------
    Malformed
        It has no verb, or several; or what goes with the verb does not fit it.
    """
    verbs = [verb for verb in form if row_of(verb)]
    row = row_of(verbs[0]) if len(verbs) == 1 else None
    if row is None:
        raise Malformed(say("record.one-verb"))
    parts = {part: form[part] for part in (Part.SEAT, Part.CARD) if form.get(part) is not None}
    content = form[row.verb]
    if row.value_part and not (content is True and row.value_part is Part.FINDING):
        parts[row.value_part] = content
    elif content is not True:
        raise ill_formed(row)
    if parts.keys() | {Part.FINDING} != {*row.parts, Part.FINDING}:
        raise ill_formed(row)
    return row.make(*(_read(row, part, parts.get(part), spaces) for part in row.parts))


def _read(row: Row, part: Part, value: object, spaces: Sequence[str]) -> int | None:
    match part:
        case Part.FINDING if value is None:
            return None
        case Part.CARD:
            return parse_card(value)
        case Part.SEAT:
            return whole(value, 1, 8) - 1
        case Part.SPACE if isinstance(value, str) and (space := find(value, spaces)) is not None:
            return space
        case Part.SPACE:
            raise Malformed(
                say(
                    "stakes.unknown-space",
                    space=str(value)[:30],
                    spaces=tuple(spaces),
                )
            )
        case _:
            return whole(value, -LARGEST if row.may_be_owed else 0, LARGEST)


def whole(value: object, low: int, high: int) -> int:
    """Return ``value`` if it is a whole number within these bounds.

    Raises
    ------
    Malformed
        It is not.
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # JSON does not tell 1.0 from 1
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Malformed(say("record.number", low=low, high=high))
    return value


# -- from separate parts --------------------------------------------------------------------------


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
    return Malformed(say("action.unknown-verb", verb=str(word)[:20], verbs=tuple(TABLE)))


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
