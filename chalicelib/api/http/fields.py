"""The fields that requests are made of. Strict: no unknown ones, no text for a number."""

from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
)
from pydantic.config import JsonDict

from chalicelib.message import say
from chalicelib.store.records.members import JSON


class Model(BaseModel):
    """The base of every request model."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


def _integral(value: JSON) -> JSON:
    """Take 1.0 for 1, as JSON Schema does; leave anything else to the strict check."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError(say("value.control-characters"))
    return text


def _true(value: JSON) -> JSON:
    """Take ``true`` and nothing that is merely equal to it, such as 1."""
    if value is not True:
        raise ValueError(say("value.write-true"))
    return value


Whole = BeforeValidator(_integral)
Yes = Annotated[Literal[True], BeforeValidator(_true)]
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=60),
    AfterValidator(_printable),
]
Label = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=60), AfterValidator(_printable)
]
Seed = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(_printable)]
CardText = Annotated[str, StringConstraints(min_length=2, max_length=4)]
SeatNumber = Annotated[int, Field(ge=1, le=8), Whole]
SeatKey = Annotated[str, StringConstraints(pattern=r"^[1-8]$")]
_CARD: Final = {"type": "string", "minLength": 2, "maxLength": 4}


def by_seat(value: JsonDict, least: int = 0) -> WithJsonSchema:
    """Return the schema of an object with a value for at least so many seats.

    In pydantic's own schema a key that matches no pattern could have any value.
    """
    schema: JsonDict = {
        "type": "object",
        "propertyNames": {"pattern": "^[1-8]$"},
        "additionalProperties": value,
        "maxProperties": 8,
    }
    return WithJsonSchema(schema | ({"minProperties": least} if least else {}))


SeatCards = Annotated[
    dict[SeatKey, list[CardText]],
    Field(min_length=2, max_length=8),
    by_seat({"type": "array", "items": _CARD}, least=2),
]
Cut = Annotated[
    dict[SeatKey, CardText],
    Field(min_length=2, max_length=8),
    by_seat(_CARD, least=2),
]
PlayerNumber = Annotated[int, Field(ge=1, le=99999), Whole]
Chips = Annotated[int, Field(ge=0, le=10_000), Whole]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Options = Annotated[dict[str, Any], Field(max_length=64)]
Recording = Literal["dealt", "entered", "observed", "result"]
PlayClock = Annotated[int, Field(ge=5, le=3600), Whole]


NULL: Final[JsonDict] = {"type": "null"}


def one_of(*forms: JsonDict) -> JsonDict:
    """Return what JSON Schema can tell of a check across fields: exactly one form fits.

    Generators of clients take a bare ``oneOf`` for as many classes; this way it stays one.
    """
    return {"allOf": [{"oneOf": list(forms)}]}
