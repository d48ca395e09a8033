"""What requests contain. Strict: no unknown fields, and no text where a number belongs."""

from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

from chalicelib.service.people import MAX_BULK
from chalicelib.store.records.deal_request import (
    CutCards,
    DealRequest,
    EnteredDeck,
    EnteredHands,
    TurnedCards,
)

MAX_ABSENT = 5000


class Model(BaseModel):
    """The base of every request model."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


def _integral(value: Any) -> Any:
    """Take 1.0 for 1, as JSON Schema does; leave anything else to the strict check."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("control characters are not allowed")
    return text


def _true(value: Any) -> Any:
    """Take ``true`` and nothing that is merely equal to it, such as 1."""
    if value is not True:
        raise ValueError("write true")
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


def by_seat(value: dict[str, Any], least: int = 0) -> WithJsonSchema:
    """Return the schema of what is said of at least so many seats.

    As pydantic would say it, a key that matches no pattern could have any value.
    """
    schema = {
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


class LeagueBody(Model):
    """A new league."""

    name: Name = Field(description="For people; need not be the only one.")
    preset: Annotated[str, StringConstraints(max_length=40)] = Field(
        default="michigan", description="The named game to start from (see listPresets)."
    )
    options: Options = Field(
        description="Options that differ from the preset's (see listPresets).", default_factory=dict
    )
    public: bool = Field(default=True, description="Whether its pages can be read without a token.")
    recording: Recording = Field(
        default="dealt",
        description="How tables begin. `dealt`: Boodle deals. `entered`: deals are told to it. "
        "`observed`: real cards, each told as it falls. `result`: real cards and a score sheet.",
    )
    play_clock: PlayClock | None = Field(
        default=None, description="Seconds after which others may play for a seat; null: never."
    )


class LeagueChanges(Model):
    """Changes to a league; what is left out stays."""

    name: Name = Field(description="For people.", default_factory=str)
    preset: Annotated[str, StringConstraints(max_length=40)] = Field(
        description="The named game; not once a hand was dealt.", default_factory=str
    )
    options: Options = Field(
        description="In place of those set before; not once a hand was dealt.", default_factory=dict
    )
    public: bool = Field(
        description="Whether its pages can be read without a token.", default_factory=bool
    )
    recording: Recording = Field(
        description="How tables of rounds drawn from now on begin.", default_factory=lambda: "dealt"
    )
    play_clock: PlayClock | None = Field(
        default=None, description="Seconds; null: none. Not once a hand was dealt."
    )


class PlayerBody(Model):
    """A new player; one of a name that is taken only where ``namesakes`` says so."""

    name: Name = Field(description="The player's name.")
    namesakes: bool = Field(
        default=False, description="Whether a name that is taken may be taken again."
    )


class PlayersBody(Model):
    """New players, all or none; names that are taken only where ``namesakes`` says so."""

    names: Annotated[list[Name], Field(min_length=1, max_length=MAX_BULK)] = Field(
        description="The players' names."
    )
    namesakes: bool = Field(
        default=False, description="Whether names that are taken may be taken again."
    )


class PlayerChanges(Model):
    """Changes to a player; what is left out stays. ``withdrawn_from`` null: not withdrawn."""

    name: Name = Field(description="The player's name.", default_factory=str)
    withdrawn_from: Annotated[int, Field(ge=1, le=9999), Whole] | None = Field(
        default=None, description="The first round not to be drawn for; null: takes part."
    )


class RoundBody(Model):
    """A round to be drawn."""

    seed: Seed | None = Field(
        default=None, description="What to draw from; left out, the server picks one."
    )
    tables: Annotated[int, Field(ge=1, le=200), Whole] | None = Field(
        default=None, description="How many; left out, as bring them nearest to six seats."
    )
    players: Annotated[list[PlayerNumber], Field(max_length=1600)] | None = Field(
        default=None, description="Who is there; left out, every player not withdrawn."
    )
    absent: Annotated[list[PlayerNumber], Field(max_length=MAX_ABSENT)] = Field(
        description="Who is not there.", default_factory=list
    )
    recording: Recording | None = Field(
        default=None, description="How its tables begin; left out, as the league says."
    )


class TableChanges(Model):
    """Changes to a table before its first deal."""

    recording: Recording = Field(
        description="`dealt`: Boodle deals. `entered`: deals are told to it. `observed`: real "
        "cards, each told as it falls. `result`: real cards and a score sheet."
    )


class AmountBody(Model):
    """The amount of a hand's stakes, named by the dealer (R3)."""

    amount: Chips = Field(description="Chips.")


class EntryBody(Model):
    """What a seat says before a deal: stakes placed, and its own seed for the shuffle.

    What is left out stays as it was; null takes it back.
    """

    stakes: Annotated[dict[str, Chips], Field(max_length=12)] | None = Field(
        default=None,
        description="Space of the layout -> chips placed on it, where seats place them (R3).",
    )
    seed: Seed | None = Field(
        default=None,
        description="Any text: it goes into the shuffle, so that nobody else can have chosen "
        "the deal.",
    )
    rebuy: bool = Field(
        default=False,
        description="Whether the seat, out of chips, buys a new stack for this deal (R12).",
    )


NULL: Final = {"type": "null"}


def one_of(*forms: dict[str, Any]) -> dict[str, Any]:
    """Return what JSON Schema can tell of a check across fields: exactly one form fits.

    Generators of clients take a bare ``oneOf`` for as many classes; this way it stays one.
    """
    return {"allOf": [{"oneOf": list(forms)}]}


_ONE_FORM: Final = one_of(
    {"required": ["deck"], "properties": {"deck": {"not": NULL}, "hands": NULL, "widow": NULL}},
    {"required": ["hands"], "properties": {"hands": {"not": NULL}, "deck": NULL}},
)


class EnteredDeal(Model):
    """A deal given beforehand: the pack in dealing order, or hands and widow.

    Hands must have the sizes that the rules deal (R4), unless the deal is ``partial``.
    """

    model_config = ConfigDict(json_schema_extra=_ONE_FORM)

    deck: Annotated[list[CardText], Field(min_length=52, max_length=52)] | None = Field(
        default=None, description="All 52 cards in dealing order, such as `10S`."
    )
    hands: SeatCards | None = Field(default=None, description="Seat -> its cards.")
    widow: Annotated[list[CardText], Field(max_length=52)] | None = Field(
        default=None, description="The widow's cards; with `hands` only."
    )
    partial: bool = Field(default=False, description="Whether cards may be missing.")

    def entered(self) -> EnteredDeck | EnteredHands:
        """Return the deal as the service takes it."""
        if self.deck is not None:
            return EnteredDeck(tuple(self.deck))
        hands = {int(seat): tuple(cards) for seat, cards in (self.hands or {}).items()}
        return EnteredHands(hands, None if self.widow is None else tuple(self.widow), self.partial)

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.deck is None) == (self.hands is None):
            raise ValueError("give either deck, or hands (and widow)")
        if self.deck is not None and self.widow is not None:
            raise ValueError("a deck has its widow in it")
        return self


_ONE_WAY: Final = one_of(
    {
        "required": ["turned", "start"],
        "properties": {"turned": {"not": NULL}, "start": {"not": NULL}, "cuts": NULL},
    },
    {"required": ["cuts"], "properties": {"cuts": {"not": NULL}, "turned": NULL, "start": NULL}},
)


class FirstDealerBody(Model):
    """How the first dealer was found (R2): by cards turned up until a jack, or by cuts."""

    model_config = ConfigDict(json_schema_extra=_ONE_WAY)

    turned: Annotated[list[CardText], Field(min_length=1, max_length=52)] | None = Field(
        default=None, description="The cards turned up clockwise, the last one a jack."
    )
    start: SeatNumber | None = Field(
        default=None, description="The seat that got the first of them."
    )
    cuts: Annotated[list[Cut], Field(min_length=1, max_length=20)] | None = Field(
        default=None,
        description="Each time cards were cut: seat -> card. First all cut, then those tied.",
    )

    def found(self) -> TurnedCards | CutCards:
        """Return how the first dealer was found as the service takes it."""
        if self.turned is not None and self.start is not None:
            return TurnedCards(tuple(self.turned), self.start)
        cuts = ({int(seat): card for seat, card in cut.items()} for cut in self.cuts or ())
        return CutCards(tuple(cuts))

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.turned is None) == (self.cuts is None):
            raise ValueError("give either turned and start, or cuts")
        if (self.turned is None) != (self.start is None):
            raise ValueError("turned needs start: the seat that got the first card")
        return self


class HandBody(Model):
    """A deal: on the first one who deals, and where deals are entered the deal."""

    dealer: SeatNumber | None = Field(
        default=None, description="The seat that deals; on a table's first hand only."
    )
    deal: EnteredDeal | None = Field(
        default=None, description="The cards, where deals are entered; never where Boodle deals."
    )
    found: FirstDealerBody | None = Field(
        default=None,
        description="How the first dealer was found, where the rules turn up or cut cards (R2).",
    )
    cut: bool | None = Field(
        default=None,
        description="Whether the seat on the dealer's left cut real cards; null: not noted.",
    )

    def request(self) -> DealRequest:
        """Return the deal's request as the service takes it."""
        return DealRequest(
            dealer=None if self.dealer is None else self.dealer - 1,
            deal=None if self.deal is None else self.deal.entered(),
            found=None if self.found is None else self.found.found(),
            cut=self.cut,
        )


def _subject(player: str, table: str) -> dict[str, Any]:
    """Return what JSON Schema says of a subject: the type of each part, one that is needed."""
    said = {"player": player, "table": table}
    return {
        "properties": {name: {"type": kind} for name, kind in said.items()},
        "required": [name for name, kind in said.items() if kind != "null"],
    }


_WHOSE: Final[dict[str, Any]] = {
    "if": {"properties": {"kind": {"const": "player"}}},
    "then": _subject("integer", "null"),
    "else": {
        "if": {"properties": {"kind": {"const": "scorer"}}},
        "then": _subject("null", "string"),
        "else": _subject("null", "null"),
    },
}


class _ForWhom(Model):
    """Of whom a token or a code is: a player's needs ``player``, a scorer's ``table``."""

    model_config = ConfigDict(json_schema_extra=_WHOSE)

    kind: str
    label: Label
    player: PlayerNumber | None = Field(
        default=None, description="The player's number, for a player's."
    )
    table: Id | None = Field(default=None, description="The table, for a scorer's.")

    @model_validator(mode="after")
    def _whose(self) -> Self:
        wanted = self.kind == "player", self.kind == "scorer"
        if (self.player is not None, self.table is not None) != wanted:
            raise ValueError("a player's needs player, a scorer's needs table, others neither")
        return self


class TokenBody(_ForWhom):
    """A token to be issued; a player's needs ``player``, a scorer's ``table``."""

    kind: Literal["organiser", "director", "viewer", "scorer", "player"] = Field(
        description="The kind of token, on which rights depend."
    )
    label: Label = Field(default="", description="A note, for the list of tokens.")


class CodeBody(_ForWhom):
    """A join code to be issued, for a player or for a table's scorer."""

    kind: Literal["scorer", "player"] = Field(description="What token it gives.")
    label: Label = Field(default="", description="A note, for a scorer's token.")


class SheetBody(Model):
    """A sheet of join codes, for players with higher numbers than ``after``."""

    after: Annotated[int, Field(ge=0, le=99999), Whole] = Field(
        default=0, description="`next_after` of the sheet before."
    )


class JoinBody(Model):
    """A join code as typed, and 128 random bits that the phone made once (hex or base64url)."""

    code: Annotated[str, StringConstraints(min_length=8, max_length=16)] = Field(
        description="As typed, in capitals or not."
    )
    nonce: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22,64}$")] = Field(
        description="Made once by the phone and kept: the same again gets the same token."
    )
