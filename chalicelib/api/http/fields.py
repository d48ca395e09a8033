"""The fields of requests. They are strict: no unknown members, no string for a number."""

import re
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
from typing_extensions import TypeAliasType

from chalicelib.json_value import Json
from chalicelib.message import say
from chalicelib.names import clean, named


class Model(BaseModel):
    """The base of every request model."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    def has_null(self) -> bool:
        """Return whether null is given for a field; a field left out is not null."""
        return any(getattr(self, name) is None for name in self.model_fields_set)


def _integral(value: Json) -> Json:
    """Accept 1.0 as 1, as JSON Schema does; leave anything else to the strict check."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError(say("value.control-characters"))
    return text


def _clean(value: Json) -> Json:
    """Clean a text before its length is measured; leave anything else to the strict check."""
    return clean(value) if isinstance(value, str) else value


def _true(value: Json) -> Json:
    """Accept ``true``, and nothing that is merely equal to it, such as 1."""
    if value is not True:
        raise ValueError(say("value.write-true"))
    return value


Whole = BeforeValidator(_integral)
Yes = Annotated[Literal[True], BeforeValidator(_true)]
_PRINTABLE: Final = Field(json_schema_extra={"pattern": "^[^\\x00-\\x1f\\x7f-\\x9f]*$"})
"""The pattern of a text without control characters, as far as a pattern can tell."""

Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=60),
    BeforeValidator(_clean),
    AfterValidator(named),
    _PRINTABLE,
]
Label = Annotated[str, StringConstraints(max_length=60), BeforeValidator(_clean), _PRINTABLE]
Remark = Annotated[
    str, StringConstraints(min_length=1, max_length=200), BeforeValidator(_clean), _PRINTABLE
]
Seed = Annotated[
    str, StringConstraints(min_length=1, max_length=64), AfterValidator(_printable), _PRINTABLE
]
SeatNumber = Annotated[int, Field(ge=1, le=8), Whole]
_CARD_PATTERN: Final = re.compile("([2-9TJQKAtjqka]|10)[SHDCshdc\u2660\u2665\u2666\u2663]")


def _card(text: str) -> str:
    if not _CARD_PATTERN.fullmatch(text):
        raise ValueError(say("card.unreadable", text=text[:20]))
    return text


CardText = TypeAliasType(
    "CardText",
    Annotated[
        str,
        AfterValidator(_card),
        Field(
            json_schema_extra={"pattern": f"^{_CARD_PATTERN.pattern}$"},
            description="A card: rank and suit, such as `10S`; `TS`, `10\u2660`, `ts` pass too.",
        ),
    ],
)
SeatKey = Annotated[str, StringConstraints(pattern=r"^[1-8]$")]
_CARD: Final[JsonDict] = {"$ref": "#/components/schemas/CardText"}


def by_seat(value: JsonDict, least: int = 0) -> WithJsonSchema:
    """Return the schema of an object with values by seat, at least this many.

    In pydantic's own schema a key that matches no pattern may have any value.
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
PlayClock = Annotated[int, Field(ge=5, le=3600), Whole]
