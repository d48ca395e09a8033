"""The schemas of problems: one for each kind, with the members it may have.

Programs decide by ``type``, which distinguishes the kinds of problems of a status.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from typing_extensions import TypedDict

from chalicelib.api.http.messages import JsonDict
from chalicelib.api.problems.problem import KINDS, URN, Kind
from chalicelib.api.resources.actions.parts import Action, Poster
from chalicelib.api.resources.hands.entry_answers import Entries
from chalicelib.api.shapes import Time
from chalicelib.rules.game import GameEnd
from chalicelib.texts import DEFAULT_LANGUAGE, render

from .components import SCHEMA_REF, Components, Json, camel
from .schemas import Schemas


class Fault(TypedDict):
    """What is wrong with one place of a request."""

    at: str
    """Where: a JSON Pointer, such as `/body/name`, `/query/limit` or `/header/If-Match`."""
    problem: str
    """What is wrong with it, in words."""


class Members(TypedDict):
    """The further members of problems."""

    allow: list[str]
    """The methods that the path has."""
    by: Poster
    """Who posted what is recorded."""
    current: int
    """The number of the table's last hand."""
    dealer: int
    """The seat that deals."""
    draw: int
    """The number of the hand's last draw."""
    ended: GameEnd
    """Why the game is over (see getTable)."""
    ends_at: Time
    """When the game's time was up, if that is why it is over (RFC 3339, UTC)."""
    errors: list[Fault]
    """What is wrong, and where; at most 20 faults."""
    expected: int
    """The number that is next."""
    expected_after: str
    """The digest that is the last."""
    kinds: list[str]
    """The kinds of token that have the right."""
    legal: list[Action]
    """What the seat may do instead."""
    limit: int
    """The limit."""
    names: list[str]
    """The names that are taken."""
    next_hand: int
    """The hand that can be dealt now."""
    offered: list[str]
    """The media types that there are."""
    players: list[int]
    """The numbers of the players concerned."""
    poll_after: int
    """Seconds to wait before asking again."""
    request_id: str
    """Names the request in the server's log."""
    retry_after: int
    """Seconds to wait before repeating it, as in `Retry-After`."""
    recorded: Action
    """What is recorded under the number."""
    entries: Entries
    """What the hand was dealt with."""
    round: int
    """The round whose table is not open."""
    seats: list[int]
    """The seats concerned."""
    sheet: JsonDict
    """The score sheet that is recorded, as putScore takes it."""
    section: str
    """The section of the rules, such as `R6`."""


_AS_POSTED: Final[Json] = {
    "sheet": {
        "$ref": SCHEMA_REF.format(model="ScoreBody"),
        "description": "The score sheet that is recorded, as putScore takes it.",
    }
}
"""Members in the form of a request, whose schema they share."""


def describe_problems(schemas: Schemas, shared: Components) -> None:
    """Describe every kind of problem; ``schemas`` knows :class:`Members`."""
    members: Json = schemas.components.pop(Members.__name__)["properties"]
    for code, kind in KINDS.items():
        own: Json = {"type": {"type": "string", "enum": [URN + code]}}
        shared.share(
            "schemas",
            _name(code),
            {
                "description": f"{english_title(kind)}.",
                # A single $ref in allOf would pass for the whole with some generators.
                "allOf": [
                    {"$ref": SCHEMA_REF.format(model="Problem")},
                    {
                        "type": "object",
                        "properties": own
                        | {name: _AS_POSTED.get(name, members[name]) for name in kind.members},
                        "required": ["type"],
                    },
                ],
            },
        )


def english_title(kind: Kind) -> str:
    """Return a kind's title, as the document has it."""
    return str(render(kind.title, DEFAULT_LANGUAGE))


def problem_schema(codes: Sequence[str], shared: Components) -> Json:
    """Return the schema of one of several kinds of problems, distinguished by ``type``."""
    refs = {code: {"$ref": SCHEMA_REF.format(model=_name(code))} for code in codes}
    if len(refs) == 1:
        return refs[codes[0]]
    union = {
        "description": "One of these problems.",
        "oneOf": list(refs.values()),
        "discriminator": {
            "propertyName": "type",
            "mapping": {URN + code: ref["$ref"] for code, ref in refs.items()},
        },
    }
    return shared.share("schemas", f"{one_of_name(codes)}Problem", union)


def one_of_name(codes: Sequence[str]) -> str:
    """Return the name of that schema."""
    return "Or".join(map(camel, codes))


def _name(code: str) -> str:
    return f"{camel(code)}Problem"
