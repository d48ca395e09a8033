"""What posts of actions contain. Strict, as all request models are."""

from datetime import datetime
from typing import Annotated, Any, Final, Self

from pydantic import (
    AfterValidator,
    AwareDatetime,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from chalicelib.api.http.fields import NULL, CardText, Model, SeatNumber, Whole, Yes, one_of

MAX_QUEUE = 100

VERBS: Final = (
    "play",
    "stop",
    "follow",
    "exchange",
    "decline",
    "auction",
    "bid",
    "pass",
    "check",
    "bet",
    "call",
    "raise",
    "fold",
    "away",
    "back",
    "lead",
    "take",
    "pot",
    "show",
    "end",
    "confirm",
    "waive",
    "undo",
    "abandon",
)
_KEYWORDS: Final = {"pass": "pass_", "raise": "raise_"}
_VERB_FIELDS: Final = {_KEYWORDS.get(verb, verb): verb for verb in VERBS}

Stake = Annotated[int, Field(ge=1, le=2**53), Whole]
SpaceName = Annotated[str, StringConstraints(min_length=1, max_length=24)]

_ONE_VERB: Final = one_of(
    *({"required": [verb], "properties": {verb: {"not": NULL}}} for verb in VERBS)
)


def _in_this_century(at: datetime) -> datetime:
    if not 2000 <= at.year < 2100:
        raise ValueError("the year must be from 2000 to 2099")
    return at


class ActionFields(Model):
    """An action: exactly one verb, and what goes with it.

    ``seat`` may be left out where the token or the hand implies it. ``after`` is the digest of
    the action before. ``phone_at`` is the phone's own time; the server's decides.
    """

    model_config = ConfigDict(json_schema_extra=_ONE_VERB)

    play: CardText | None = Field(
        default=None,
        description="Play this card, such as `10S` or `QD`: the next one of the run, or one to "
        "lead.",
    )
    stop: Yes | None = Field(
        default=None,
        description="End the run although someone holds its next card, who so misses a play "
        "(R9). A player may once the play clock has run out.",
    )
    follow: Yes | None = Field(
        default=None,
        description="Have the run's next card played by whoever holds it. A player may once the"
        " play clock has run out. On an observed table: the seat played the run's next card.",
    )
    exchange: Yes | None = Field(
        default=None, description="Take the widow in exchange for the hand (R5)."
    )
    decline: Yes | None = Field(default=None, description="Leave the widow where it is (R5).")
    auction: Yes | None = Field(default=None, description="Put the widow up for auction (R5).")
    bid: Annotated[int, Field(ge=1, le=2**53), Whole] | None = Field(
        default=None, description="Bid this many chips for the widow (R5)."
    )
    pass_: Yes | None = Field(description="Bid no more (R5).", default=None, alias="pass")
    check: Yes | None = Field(default=None, description="Stay in without a bet (R15).")
    bet: Stake | None = Field(default=None, description="Bet this many chips into the pot (R15).")
    call: Yes | None = Field(default=None, description="Put in what the others have bet (R15).")
    raise_: Stake | None = Field(
        default=None,
        alias="raise",
        description="Raise the bet to this many chips in all (R15).",
    )
    fold: Yes | None = Field(default=None, description="Leave the betting (R15).")
    away: Yes | None = Field(
        default=None,
        description="From now on the seat's cards of a run are played for it (R7); its leads are "
        "not.",
    )
    back: Yes | None = Field(default=None, description="The seat plays for itself again (R7).")
    lead: CardText | None = Field(
        default=None,
        description="On an observed table: this card was led, even if it could go on with the run "
        "or it was another's turn; what was wrong with it the audit tells.",
    )
    take: SpaceName | None = Field(
        default=None,
        description="On an observed table: the seat took this space at the deal (R15).",
    )
    pot: Yes | None = Field(
        default=None,
        description="On an observed table: the seat had the best hand, or an equal one (R15).",
    )
    show: CardText | None = Field(
        default=None,
        description="On an observed table, when play is over: the seat still held this card.",
    )
    end: Yes | None = Field(
        default=None, description="On an observed table: nobody could lead, the hand ended (R6)."
    )
    confirm: Yes | None = Field(
        default=None, description="The dues that the audit found are to be paid, but those waived."
    )
    waive: Annotated[int, Field(ge=1, le=1000), Whole] | Yes | None = Field(
        default=None,
        description="The finding of the audit with this number is waived; `true`: all are, and "
        "the hand ends.",
    )
    undo: Annotated[int, Field(ge=1, le=100_000), Whole] | None = Field(
        default=None,
        description="Take back the action with this number. For scorers, directors, organisers.",
    )
    abandon: Yes | None = Field(
        default=None, description="End the hand; it does not count. For directors and organisers."
    )
    seat: SeatNumber | None = Field(
        default=None,
        description="The seat that acts; may be left out where token or hand implies it.",
    )
    phone_at: Annotated[AwareDatetime, AfterValidator(_in_this_century)] | None = Field(
        default=None, description="When the phone says it was made; kept, and decides nothing."
    )

    @model_validator(mode="after")
    def _one_verb(self) -> Self:
        if len(self._verbs()) != 1:
            raise ValueError("an action has exactly one of " + ", ".join(VERBS))
        return self

    def _verbs(self) -> list[str]:
        said = self.model_fields_set & _VERB_FIELDS.keys()
        return [_VERB_FIELDS[name] for name in said if getattr(self, name) is not None]

    @property
    def verb(self) -> str:
        """The one verb that it has."""
        (verb,) = self._verbs()
        return verb

    @property
    def said(self) -> Any:
        """What is said with the verb."""
        return getattr(self, _KEYWORDS.get(self.verb, self.verb))


class ActionBody(ActionFields):
    """An action to be put under its number."""

    after: Annotated[str, StringConstraints(min_length=43, max_length=43)] | None = Field(
        default=None,
        description="The digest of the action before: taken only if nothing came between.",
    )


class QueueBody(Model):
    """Consecutive actions, the first with number ``first``, following digest ``after``."""

    first: Annotated[int, Field(ge=1, le=100_000), Whole] = Field(
        description="The number of the first action; the others follow it."
    )
    after: Annotated[str, StringConstraints(min_length=43, max_length=43)] = Field(
        description="The digest of the action before the first."
    )
    actions: Annotated[list[ActionFields], Field(min_length=1, max_length=MAX_QUEUE)] = Field(
        description="In order; those after a refused one are not tried."
    )
