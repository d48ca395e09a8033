"""What requests contain. Strict: no unknown fields, and no text where a number belongs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

MAX_QUEUE = 100
MAX_ABSENT = 5000


class Model(BaseModel):
    """The base of every request model."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


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
PlayerNumber = Annotated[int, Field(ge=1, le=99999), Whole]
Chips = Annotated[int, Field(ge=0, le=10_000), Whole]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Options = Annotated[dict[str, Any], Field(max_length=64)]
Recording = Literal["dealt", "entered"]
PlayClock = Annotated[int, Field(ge=5, le=3600), Whole]


class LeagueBody(Model):
    """A new league."""

    name: Name
    preset: Annotated[str, StringConstraints(max_length=40)] = "michigan"
    options: Options = Field(default_factory=dict)
    public: bool = True
    recording: Recording = "dealt"
    play_clock: PlayClock | None = None


class LeagueChanges(Model):
    """Changes to a league; what is left out stays."""

    name: Name = Field(default_factory=str)
    preset: Annotated[str, StringConstraints(max_length=40)] = Field(default_factory=str)
    options: Options = Field(default_factory=dict)
    public: bool = Field(default_factory=bool)
    recording: Recording = Field(default_factory=lambda: "dealt")
    play_clock: PlayClock | None = None


class PlayerBody(Model):
    """A new player; one of a name that is taken only where ``namesakes`` says so."""

    name: Name
    namesakes: bool = False


class PlayersBody(Model):
    """New players, all or none; names that are taken only where ``namesakes`` says so."""

    names: Annotated[list[Name], Field(min_length=1, max_length=90)]
    namesakes: bool = False


class PlayerChanges(Model):
    """Changes to a player; what is left out stays. ``withdrawn_from`` null: not withdrawn."""

    name: Name = Field(default_factory=str)
    withdrawn_from: Annotated[int, Field(ge=1, le=9999), Whole] | None = None


class RoundBody(Model):
    """A round to be drawn."""

    seed: Seed | None = None
    tables: Annotated[int, Field(ge=1, le=200), Whole] | None = None
    players: Annotated[list[PlayerNumber], Field(max_length=1600)] | None = None
    absent: Annotated[list[PlayerNumber], Field(max_length=MAX_ABSENT)] = Field(
        default_factory=list
    )
    recording: Recording | None = None


class TableChanges(Model):
    """Changes to a table before its first deal."""

    recording: Recording


class AmountBody(Model):
    """The amount of a hand's stakes, named by the dealer (R3)."""

    amount: Chips


class EntryBody(Model):
    """What a seat says before a deal: stakes placed, and its own seed for the shuffle.

    What is left out stays as it was; null takes it back.
    """

    stakes: Annotated[dict[str, Chips], Field(max_length=12)] | None = None
    seed: Seed | None = None


class EnteredDeal(Model):
    """A deal given beforehand: the pack in dealing order, or hands and widow.

    Hands must have the sizes that the rules deal (R4), unless the deal is ``partial``.
    """

    deck: Annotated[list[CardText], Field(min_length=52, max_length=52)] | None = None
    hands: Annotated[dict[SeatKey, list[CardText]], Field(min_length=2, max_length=8)] | None = None
    widow: Annotated[list[CardText], Field(max_length=52)] | None = None
    partial: bool = False

    @model_validator(mode="after")
    def _one_form(self) -> EnteredDeal:
        if (self.deck is None) == (self.hands is None):
            raise ValueError("give either deck, or hands (and widow)")
        if self.deck is not None and self.widow is not None:
            raise ValueError("a deck has its widow in it")
        return self


class HandBody(Model):
    """A deal: on the first one who deals, and where deals are entered the deal."""

    dealer: SeatNumber | None = None
    deal: EnteredDeal | None = None


VERBS = (
    "play",
    "stop",
    "follow",
    "exchange",
    "decline",
    "auction",
    "bid",
    "pass",
    "undo",
    "abandon",
)


class ActionFields(Model):
    """An action: exactly one verb, and what goes with it.

    ``seat`` may be left out where the token or the hand implies it. ``after`` is the digest of
    the action before. ``phone_at`` is the phone's own time; the server's decides.
    """

    play: CardText | None = None
    stop: Yes | None = None
    follow: Yes | None = None
    exchange: Yes | None = None
    decline: Yes | None = None
    auction: Yes | None = None
    bid: Annotated[int, Field(ge=1, le=2**53), Whole] | None = None
    pass_: Yes | None = Field(default=None, alias="pass")
    undo: Annotated[int, Field(ge=1, le=100_000), Whole] | None = None
    abandon: Yes | None = None
    seat: SeatNumber | None = None
    phone_at: Annotated[AwareDatetime, AfterValidator(_in_this_century)] | None = None

    @model_validator(mode="after")
    def _one_verb(self) -> ActionFields:
        if len([verb for verb in VERBS if self.said(verb) is not None]) != 1:
            raise ValueError("an action has exactly one of " + ", ".join(VERBS))
        return self

    def said(self, verb: str) -> Any:
        """Return what is said with a verb; ``None`` if it is not the one."""
        return getattr(self, "pass_" if verb == "pass" else verb)


def _in_this_century(at: datetime) -> datetime:
    if not 2000 <= at.year < 2100:
        raise ValueError("the year must be from 2000 to 2099")
    return at


class ActionBody(ActionFields):
    """An action to be put under its number."""

    after: Annotated[str, StringConstraints(min_length=43, max_length=43)] | None = None


class QueueBody(Model):
    """Consecutive actions, the first with number ``first``, following digest ``after``."""

    first: Annotated[int, Field(ge=1, le=100_000), Whole]
    after: Annotated[str, StringConstraints(min_length=43, max_length=43)]
    actions: Annotated[list[ActionFields], Field(min_length=1, max_length=MAX_QUEUE)]


class TokenBody(Model):
    """A token to be issued; a player's needs ``player``, a scorer's ``table``."""

    kind: Literal["organiser", "director", "viewer", "scorer", "player"]
    label: Label = ""
    player: PlayerNumber | None = None
    table: Id | None = None

    @model_validator(mode="after")
    def _whose(self) -> TokenBody:
        _check_subject(self.kind, self.player, self.table)
        return self


class CodeBody(Model):
    """A join code to be issued, for a player or for a table's scorer."""

    kind: Literal["scorer", "player"]
    label: Label = ""
    player: PlayerNumber | None = None
    table: Id | None = None

    @model_validator(mode="after")
    def _whose(self) -> CodeBody:
        _check_subject(self.kind, self.player, self.table)
        return self


def _check_subject(kind: str, player: int | None, table: str | None) -> None:
    if (player is not None) != (kind == "player") or (table is not None) != (kind == "scorer"):
        raise ValueError("a player's needs player, a scorer's needs table, others neither")


class SheetBody(Model):
    """A sheet of join codes, for players with higher numbers than ``after``."""

    after: Annotated[int, Field(ge=0, le=99999), Whole] = 0


class JoinBody(Model):
    """A join code as typed, and 128 random bits that the phone made once (hex or base64url)."""

    code: Annotated[str, StringConstraints(min_length=8, max_length=16)]
    nonce: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22,64}$")]


# -- queries ----------------------------------------------------------------------------------


class Query(BaseModel):
    """The base of every set of query parameters: texts, read as what they stand for."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NoQuery(Query):
    """No query parameters."""


class PageQuery(Query):
    """A page: what comes behind ``after``, at most ``limit``."""

    after: int = Field(default=0, ge=0, le=100_000)
    limit: int = Field(default=50, ge=1, le=200)


class LogQuery(Query):
    """The log behind action ``after``."""

    after: int = Field(default=0, ge=0, le=100_000)
    limit: int = Field(default=200, ge=1, le=200)


class DryRunQuery(Query):
    """With ``dry_run`` the action is judged and not stored."""

    dry_run: bool = False


class StandingsQuery(Query):
    """How to stand: by ``chips`` or ``net``, after all hands or the first so many."""

    by: Literal["chips", "net"] = "chips"
    hands: int | None = Field(default=None, ge=1, le=1000)
    after: int = Field(default=0, ge=0, le=100_000)
    limit: int | None = Field(default=None, ge=1, le=200)
    fresh: bool = False
    format: Literal["json", "csv"] | None = None


class TableStandingsQuery(Query):
    """How to stand at a table."""

    by: Literal["chips", "net"] = "chips"
    hands: int | None = Field(default=None, ge=1, le=1000)
    format: Literal["json", "csv"] | None = None


class SheetQuery(Query):
    """A sheet as JSON, or as a page to print."""

    format: Literal["json", "html"] = "json"
