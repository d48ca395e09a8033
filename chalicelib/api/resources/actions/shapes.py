"""The shapes of recorded actions, one for each verb, made from the table of verbs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from keyword import iskeyword
from operator import or_
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, create_model

from chalicelib.api.shapes import Card
from chalicelib.rules.actions import TABLE, Part, PlayAction, Row, Verb

_CONFIG: Final = ConfigDict(strict=True, extra="forbid")
_TYPES: Final[Mapping[Part | None, object]] = {
    None: Literal[True],
    Part.SEAT: int,
    Part.CARD: Card,
    Part.CHIPS: int,
    Part.SPACE: str,
    Part.CARDS: int,
    Part.FINDING: int,
    Part.FAULT: int,
    Part.NUMBER: int,
}
"""The JSON type of an action's part; a verb without a value is true."""


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
    Verb.RAISE: "The bet was raised to this many chips.",
    Verb.FOLD: "The seat left the betting.",
    Verb.AWAY: "A fixed rule plays for the seat.",
    Verb.BACK: "The seat plays for itself again.",
    Verb.LEAD: "The card led; null: covered.",
    Verb.TAKE: "The space taken.",
    Verb.POT: "The seat won the pot, or a share.",
    Verb.SHOW: "A card the seat still held.",
    Verb.END: "Nobody could lead.",
    Verb.CONFIRM: "The dues that the audit found are paid.",
    Verb.WAIVE: "The finding with this number was waived; `true`: all of them.",
    Verb.REASSIGN: "This finding was charged to the other seat (R11).",
    Verb.FEE: "On a sheet: chips paid for a pass.",
    Verb.SOLD: "On a sheet: the price of the widow.",
    Verb.LEFT: "On a sheet: the cards that the seat had left.",
    Verb.MISS: "On a sheet: the card missed.",
    Verb.BLOCK: "On a sheet: the space whose win it prevented.",
    Verb.CHIPS: "On a sheet: the seat's chips in the end.",
    Verb.OUT: "On a sheet: the seat went out.",
    Verb.UNDO: "The number of the action taken back.",
    Verb.ABANDON: "The hand was ended.",
}


def _shapes(row: Row) -> Iterator[type[BaseModel]]:
    """Yield the shapes of a verb's action; one that may mean all findings has two."""
    beside = {part.value: _type(row, part) for part in row.beside if part in row.parts}
    if row.value_part is Part.FINDING:
        yield _shape(row, f"{row.verb.title()}AllAction", {row.verb.value: Literal[True], **beside})
    name = f"{row.verb.title()}Action"
    yield _shape(row, name, {row.verb.value: _type(row, row.value_part), **beside})


def _shape(row: Row, name: str, members: Mapping[str, object]) -> type[BaseModel]:
    fields: dict[str, Any] = {
        f"{member}_" if iskeyword(member) else member: (kind, Field(alias=member))
        for member, kind in members.items()
    }
    return create_model(name, __config__=_CONFIG, __doc__=_MEANINGS[row.verb], **fields)


def _type(row: Row, part: Part | None) -> object:
    """Return the type of a part; a card on the table may be covered."""
    lies_there = part is Part.CARD and issubclass(row.action, PlayAction)
    return Card | None if lies_there else _TYPES[part]


SHAPES: Final = tuple(shape for row in TABLE.values() for shape in _shapes(row))
"""The shapes of all verbs' actions."""


class _OneOf(RootModel[Any]):
    """One of several shapes, each of which has a member that the others have not."""

    model_config = ConfigDict(
        json_schema_extra=lambda schema: schema.update(oneOf=schema.pop("anyOf"))
    )


RecordedAction: Final = create_model(
    "Action",
    __base__=_OneOf,
    __doc__="An action as it is recorded: one verb, with what goes with it.",
    root=(reduce(or_, SHAPES), ...),
)
"""One of them."""
