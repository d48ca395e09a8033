"""The bodies of posts of actions. Strict, like all request models."""

from collections.abc import Mapping
from datetime import datetime
from keyword import iskeyword
from typing import TYPE_CHECKING, Annotated, Final, Self

from pydantic import (
    AfterValidator,
    AwareDatetime,
    Field,
    StringConstraints,
    create_model,
    model_validator,
)
from typing_extensions import TypeAliasType

from chalicelib.api.http.fields import CardText, Model, Remark, SeatNumber, Whole, Yes
from chalicelib.api.http.forms import Forms, Schema, form
from chalicelib.api.shapes import Digest
from chalicelib.message import say
from chalicelib.rules import parse_card
from chalicelib.rules.actions import TABLE, Part, Undo, Verb
from chalicelib.service.posts import Post

MAX_QUEUE = 100

VERBS: Final = tuple(row.verb for row in TABLE.values() if any(row.by.values()))
"""The verbs that are posted; the others stand on a score sheet only."""

Stake = Annotated[int, Field(ge=1, le=2**53), Whole]
SpaceName = Annotated[str, StringConstraints(min_length=1, max_length=24)]

_TYPES: Final[Mapping[Part | None, object]] = {
    None: Yes | None,
    Part.CARD: CardText | None,
    Part.CHIPS: Stake | None,
    Part.SPACE: SpaceName | None,
    Part.FINDING: Annotated[int, Field(ge=1, le=1000), Whole] | Yes | None,
    Part.FAULT: Annotated[int, Field(ge=1, le=1000), Whole] | None,
    Part.NUMBER: Annotated[int, Field(ge=1, le=100_000), Whole] | None,
}
"""The type of a verb's value, by the part that it is."""

_MEANINGS: Final = {
    Verb.PLAY: "Play this card, such as `10S` or `QD`: the next one of the run, or one to lead.",
    Verb.STOP: (
        "End the run although a seat holds its next card; that seat misses a play (R9). A "
        "player may once the play clock has run out."
    ),
    Verb.FOLLOW: (
        "Have the holder of the run's next card play it. A player may once the play "
        "clock has run out. On an observed table: the seat played the run's next card."
    ),
    Verb.EXCHANGE: "Take the widow in exchange for the hand (R5).",
    Verb.DECLINE: "Leave the widow where it is (R5).",
    Verb.AUCTION: "Put the widow up for auction (R5).",
    Verb.BID: "Bid this many chips for the widow (R5).",
    Verb.PASS: "Bid no more (R5).",
    Verb.CHECK: "Stay in without a bet (R15).",
    Verb.BET: "Bet this many chips into the pot (R15).",
    Verb.CALL: "Put in what the others have bet (R15).",
    Verb.RAISE: "Raise the bet to this many chips in all (R15).",
    Verb.FOLD: "Leave the betting (R15).",
    Verb.AWAY: "From now on a fixed rule plays for the seat (R17).",
    Verb.BACK: "The seat plays for itself again (R17).",
    Verb.LEAD: (
        "On an observed table: this card was led, even if it could go on with the run or it "
        "was another's turn; the audit finds what was wrong with it."
    ),
    Verb.TAKE: "On an observed table: the seat took this space at the deal (R15).",
    Verb.POT: "On an observed table: the seat had the best hand, or an equal one (R15).",
    Verb.SHOW: "On an observed table, when play is over: the seat still held this card.",
    Verb.END: "On an observed table: nobody could lead, the hand ended (R6).",
    Verb.CONFIRM: "The dues that the audit found are to be paid, except those waived.",
    Verb.WAIVE: (
        "The finding of the audit with this number is waived; `true`: all are, and the hand ends."
    ),
    Verb.REASSIGN: (
        "Charge the finding with this number to the seat in `instead` (R11). For directors and "
        "organisers."
    ),
    Verb.UNDO: (
        "Take back the action with this number. Of a dealt hand directors and organisers do, "
        "except the one who posted it, with a `reason`, which is public."
    ),
    Verb.ABANDON: "End the hand; it does not count. For directors and organisers.",
}


def _in_this_century(at: datetime) -> datetime:
    if not 2000 <= at.year < 2100:
        raise ValueError(say("value.year"))
    return at


_NAMES: Final = {verb: f"{verb}_" if iskeyword(verb) else verb.value for verb in VERBS}
"""The fields of the verbs."""
_VERB_OF: Final = {name: verb for verb, name in _NAMES.items()}


ActingSeat = TypeAliasType(
    "ActingSeat",
    Annotated[
        SeatNumber,
        Field(description="The seat that acts; may be left out where token or hand implies it."),
    ],
)
PhoneTime = TypeAliasType(
    "PhoneTime",
    Annotated[
        AwareDatetime,
        AfterValidator(_in_this_century),
        Field(description="The time of the post by the phone's clock; kept, and decides nothing."),
    ],
)


Reason = TypeAliasType(
    "Reason",
    Annotated[
        Remark,
        Field(description="Why it is taken back; everybody can read it."),
    ],
)


def phone_tenths(at: datetime | None) -> int | None:
    """Return a phone's time in tenths of a second since 1970, as it is stored."""
    return None if at is None else round(at.timestamp() * 10)


class PostedAction(Model):
    """An action as it is posted; its fields are made from the table of verbs."""

    if TYPE_CHECKING:
        seat: int | None = None
        phone_at: datetime | None = None
        after: str | None = None
        reason: str | None = None

    @model_validator(mode="after")
    def _one_verb(self) -> Self:
        verbs = [_VERB_OF[name] for name in self.model_fields_set if name in _VERB_OF]
        if len(verbs) != 1 or self.has_null():
            raise ValueError(say("action.one-verb", verbs=tuple(VERBS)))
        if "seat" in self.model_fields_set and not _has_seat(verbs[0]):
            raise ValueError(say("action.no-seat-form", verb=verbs[0].value))
        if "reason" in self.model_fields_set and TABLE[verbs[0]].action is not Undo:
            raise ValueError(say("action.no-reason-form", verb=verbs[0].value))
        return self

    def post(self, after: str | None = None) -> Post:
        """Return the post for the service.

        Parameters
        ----------
        after
            The digest of the action before, used if the post does not state one.
        """
        verb = next(_VERB_OF[name] for name in self.model_fields_set if name in _VERB_OF)
        value: int | str = getattr(self, _NAMES[verb])
        part = TABLE[verb].value_part
        return Post(
            verb=verb,
            seat=None if self.seat is None else self.seat - 1,
            card=parse_card(value) if part is Part.CARD else None,
            amount=None if value is True or isinstance(value, str) else value,
            space=str(value) if part is Part.SPACE else None,
            after=self.after or after,
            phone=phone_tenths(self.phone_at),
            reason=self.reason,
        )

    @classmethod
    def forms(cls, schema: Schema) -> Forms:
        """Return the form of each verb; one that may mean "all" has two."""
        posts: dict[str, Schema] = {}
        for verb in VERBS:
            value: Schema = schema["properties"][verb]
            if TABLE[verb].value_part is Part.FINDING:
                value, yes, _ = value["anyOf"]
                posts[f"{verb.title()}AllPost"] = _form(schema, verb, yes)
            posts[f"{verb.title()}Post"] = _form(schema, verb, value)
        return Forms(posts)


def _has_seat(verb: Verb) -> bool:
    """Return whether a post with this verb may name a seat."""
    return Part.SEAT in TABLE[verb].parts


def _form(schema: Schema, verb: Verb, value: Schema) -> Schema:
    more = [*(["seat"] if _has_seat(verb) else []), "after", "phone_at"]
    if TABLE[verb].action is Undo:
        more.append("reason")
    return form(schema, _MEANINGS[verb], [verb], more, **{verb: value})


def _verb_field(verb: Verb) -> tuple[object, object]:
    """Return type and field of a verb."""
    return _TYPES[TABLE[verb].value_part], Field(default=None, alias=verb.value)


if TYPE_CHECKING:
    ActionPost = PostedAction
else:
    ActionPost = create_model(
        "ActionPost",
        __base__=PostedAction,
        __doc__="""An action to be posted: exactly one verb, and what goes with it.

        ``seat`` may be left out where the token or the hand implies it. ``after`` is the digest of
        the action before: the post is accepted only if nothing came between. ``phone_at`` is
        the phone's own time; the server's decides.
        """,
        **{_NAMES[verb]: _verb_field(verb) for verb in VERBS},
        seat=(ActingSeat | None, None),
        after=(Digest | None, None),
        phone_at=(PhoneTime | None, None),
        reason=(Reason | None, None),
    )


class QueueBody(Model):
    """Consecutive actions, the first with number ``first``, following digest ``after``."""

    first: Annotated[int, Field(ge=1, le=100_000), Whole] = Field(
        description="The number of the first action; the others follow it."
    )
    after: Digest = Field(description="The digest of the action before the first.")
    actions: Annotated[list[ActionPost], Field(min_length=1, max_length=MAX_QUEUE)] = Field(
        description="In order; those after a refused one are not tried."
    )

    def posts(self) -> list[Post]:
        """Return the posts for the service; the first states the digest that it follows."""
        first, *others = self.actions
        return [first.post(self.after), *(action.post() for action in others)]
