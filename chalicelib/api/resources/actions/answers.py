"""What answers about actions contain: receipts, logs, verdicts on queues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import ConfigDict, Field, RootModel, create_model

from chalicelib.api.answers import Answer
from chalicelib.rules.actions import TABLE, Part, PlayAction, Row, Verb


def left_out(schema: dict[str, Any]) -> None:
    """Say of no field that it has a default: what does not apply is left out."""
    for field in schema["properties"].values():
        field.pop("default", None)


_TYPES: Final[Mapping[Part | None, tuple[object, object]]] = {
    None: (Literal[True], True),
    Part.CARD: (str, ""),
    Part.CHIPS: (int, 0),
    Part.SPACE: (str, ""),
    Part.CARDS: (int, 0),
    Part.FINDING: (Literal[True] | int, True),
    Part.NUMBER: (int, 0),
}
"""What is said with a verb, by the part that it is, and a default, which no schema shows."""
_COVERED: Final = (str | None, None)

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


def _verb_fields(row: Row) -> Iterator[tuple[str, tuple[object, object]]]:
    """Give the fields of a verb: its own, and those that stand beside it but for the seat."""
    kind, default = _COVERED if issubclass(row.action, PlayAction) else _TYPES[row.said]
    if row.said is None:
        kind, default = _TYPES[None]
    field = Field(default=default, alias=row.verb.value, description=_MEANINGS[row.verb])
    yield f"{row.verb}_" if iskeyword(row.verb) else row.verb.value, (kind, field)
    if Part.CARD in row.beside:
        kind, default = _COVERED
        meaning = f"The card of a `{row.verb}`; null: covered."
        yield Part.CARD.value, (kind, Field(default=default, description=meaning))


if TYPE_CHECKING:

    class Action(Answer):
        """An action; its fields are made from the table of verbs."""

else:

    class _Partial(Answer):
        model_config = ConfigDict(json_schema_extra=left_out)

    Action = create_model(
        "Action",
        __base__=_Partial,
        __module__=__name__,
        __doc__="An action as recorded, or as it may be posted: exactly one verb, with what it "
        "says.",
        **dict(field for row in TABLE.values() for field in _verb_fields(row)),
        seat=(int, Field(default=0, description="The seat that acts, where the verb has one.")),
    )


class Event(Answer):
    """Something an action brought about, chips apart."""

    model_config = ConfigDict(json_schema_extra=left_out)

    event: Literal[
        "stop", "pass", "lifted", "sold", "unsold", "best_hand", "play", "drop", "miss", "end"
    ] = Field(
        description="`stop`: the run ended. `pass`: the seat had to pass. `lifted`: the seat may "
        "lead what was forbidden. `sold`: the seat takes the widow. `unsold`: nobody bid. "
        "`best_hand`: the seat wins the pot, or a share. `play`: the seat's card played itself. "
        "`drop`: the seat is out of chips and leaves the hand. `miss`: the seat missed this card. "
        "`end`: the hand is over."
    )
    seat: int = Field(
        default=0, description="The seat, if it was one's doing; a winner's at `end`."
    )
    card: str = Field(default="", description="The card, if it was one's; left out where covered.")


class Note(Answer):
    """A public remark in a hand's log: a seat's token was handed out again."""

    note: str = Field(
        description="`token_handed_out_again`: someone else may act for the seat from here on."
    )
    after: int = Field(description="The number of the action that came before it.")
    seat: int = Field(description="The seat.")
    at: str = Field(description="When (RFC 3339, UTC).")


class LedgerEntry(Answer):
    """One movement of chips, and the number of the action that caused it (0: the stakes)."""

    from_: str = Field(
        description="Where from: `seat 1`, `space AH`, `kitty`, `pot` or `bank`.", alias="from"
    )
    to: str = Field(description="Where to, likewise.")
    amount: int = Field(description="Chips.")
    reason: str = Field(description="Why, in a word.")
    action: int = Field(description="The action that caused it; 0: the stakes.")


class Effects(Answer):
    """What an action brought about."""

    events: list[Event] = Field(description="What happened, beside chips moving.")
    ledger: list[LedgerEntry] = Field(description="The chips that moved.")


class Receipt(Answer):
    """An action is recorded; the receipt is the same however often it is asked for."""

    table: str = Field(description="The table's name in paths.")
    hand: int = Field(description="The hand's number.")
    number: int = Field(description="The number that the action has in the hand's log.")
    action: Action = Field(description="The action as recorded, its seat filled in.")
    digest: str = Field(
        description="The digest of the log up to this action: the next action's `after`."
    )
    effects: Effects = Field(description="What the action brought about.")
    at: str = Field(description="When it was recorded, by the server's clock.")
    undone_by: int | None = Field(
        default=None, description="The number of the `undo` that took it back; null: it stands."
    )


class DryRun(Answer):
    """The action would be recorded."""

    table: str = Field(description="The table's name in paths.")
    hand: int = Field(description="The hand's number.")
    number: int = Field(description="The number it would get.")
    action: Action = Field(description="The action, its seat filled in.")
    legal: Literal[True] = Field(description="Always true: else it is a problem.")
    recorded: bool = Field(description="Whether it is recorded already.")


class QueueVerdict(Answer):
    """What became of one action of a queue."""

    number: int = Field(description="The action's number.")
    verdict: Literal["recorded", "repeated", "refused", "not_tried"] = Field(
        description="`repeated`: it was recorded before; `not_tried`: one before it was refused."
    )
    receipt: Receipt | None = Field(
        default=None, description="As putAction answers; with `recorded` and `repeated`."
    )
    problem: dict[str, Any] | None = Field(
        default=None, description="As putAction would answer; with `refused`."
    )


class QueueAnswer(Answer):
    """What became of a queue."""

    results: list[QueueVerdict] = Field(description="One for each action, in order.")


class Poster(Answer):
    """Who posted an action."""

    kind: Literal["seat", "scorer", "director", "organiser"] = Field(
        description="On whose token: a seat's player, or staff."
    )
    number: int = Field(description="Which: the seat's number, or the token's.")


class LoggedAction(Answer):
    """An action of a hand's log."""

    number: int = Field(description="Its place in the log, from 1.")
    action: Action = Field(description="The action as recorded; a covered card is null.")
    by: Poster = Field(description="Who posted it.")
    at: str = Field(description="When it was recorded, by the server's clock.")
    phone_at: str | None = Field(description="When the phone says it was made; null: not said.")
    digest: str = Field(description="The digest of the log up to here.")
    effects: Effects = Field(description="What it brought about.")
    undone_by: int | None = Field(
        description="The number of the `undo` that took it back; null: it stands."
    )


class Actions(Answer):
    """A page of a hand's log; ``digest`` is that of the set-up."""

    table: str = Field(description="The table's name in paths.")
    hand: int = Field(description="The hand's number.")
    digest: str = Field(description="The digest of the set-up, digest(0).")
    actions: list[LoggedAction] = Field(description="By number.")
    next_after: int | None = Field(
        description="`after` of the next page; null: this is the last for now."
    )
    over: bool = Field(description="Whether the hand has ended: nothing more will come.")
    notes: list[Note] = Field(description="Public remarks to the log.")
    poll_after: int = Field(description="Seconds after which looking again is worth it.")


class ReceiptOrDryRun(RootModel[Receipt | DryRun]):
    """The receipt of an action recorded before, or the answer to a dry run."""
