"""The members of an action in answers, made from the table of verbs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal, NotRequired

from pydantic import Field

from chalicelib.rules.actions import TABLE, Part, PlayAction, Row, Verb

_TYPES: Final[Mapping[Part | None, object]] = {
    None: Literal[True],
    Part.CARD: str,
    Part.CHIPS: int,
    Part.SPACE: str,
    Part.CARDS: int,
    Part.FINDING: Literal[True] | int,
    Part.NUMBER: int,
}
"""What is said with a verb, by the part that it is."""

_MEANINGS: Final = {
    Verb.PLAY: "The card played; null: covered.",
    Verb.STOP: "The run was ended.",
    Verb.FOLLOW: "The run's next card was played.",
    Verb.EXCHANGE: "The widow was taken.",
    Verb.DECLINE: "The widow was left.",
    Verb.AUCTION: "The widow was put up for auction.",
    Verb.BID: "Chips bid for the widow.",
    Verb.PASS: "No more was bid.",
    Verb.CHECK: "No bet was made.",
    Verb.BET: "Chips bet.",
    Verb.CALL: "The bet was met.",
    Verb.RAISE: "The bet was raised to so many.",
    Verb.FOLD: "The seat left the betting.",
    Verb.AWAY: "The seat's cards play themselves.",
    Verb.BACK: "The seat plays for itself again.",
    Verb.LEAD: "The card led; null: covered.",
    Verb.TAKE: "The space taken.",
    Verb.POT: "The seat won the pot, or a share.",
    Verb.SHOW: "A card the seat still held.",
    Verb.END: "Nobody could lead.",
    Verb.CONFIRM: "The dues found are to be paid.",
    Verb.WAIVE: "The finding waived; true: all of them.",
    Verb.FEE: "On a sheet: chips paid for a pass.",
    Verb.SOLD: "On a sheet: what the widow was bought for.",
    Verb.LEFT: "On a sheet: cards left to the seat.",
    Verb.MISS: "On a sheet: the card missed.",
    Verb.BLOCK: "On a sheet: the space whose win it prevented.",
    Verb.CHIPS: "On a sheet: the seat's chips in the end.",
    Verb.OUT: "On a sheet: the seat went out.",
    Verb.UNDO: "The number of the action taken back.",
    Verb.ABANDON: "The hand was ended.",
}


def answer_fields() -> Iterator[tuple[str, object]]:
    """Give each member that an action may have in an answer, with its type."""
    for row in TABLE.values():
        yield row.verb.value, _member(_said(row), _MEANINGS[row.verb])
        if Part.CARD in row.beside:
            meaning = f"The card of a `{row.verb}`; null: covered."
            yield Part.CARD.value, _member(str | None, meaning)
    yield Part.SEAT.value, _member(int, "The seat that acts, where the verb has one.")


def _said(row: Row) -> object:
    """Return the type of what is said with a verb; a card on the table may be covered."""
    lies_there = row.said is Part.CARD and issubclass(row.action, PlayAction)
    return str | None if lies_there else _TYPES[row.said]


def _member(kind: object, meaning: str) -> object:
    return NotRequired[Annotated[kind, Field(description=meaning)]]
