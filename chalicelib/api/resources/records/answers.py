"""The answers with hand records; ``docs/hand-record.schema.json`` is their full schema."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict

from chalicelib.api.http.messages import JsonDict
from chalicelib.api.shapes import Card, LedgerReason
from chalicelib.rules.actions import Recording
from chalicelib.rules.record import as_json
from chalicelib.service import records as service

_From = TypedDict(
    "_From",
    {
        "from": Annotated[
            str,
            Field(description="Where from: `seat 1`, `space AH`, `kitty`, `pot` or `bank`."),
        ]
    },
)


class RecordEntry(_From):
    """One movement of chips, and the number of the action that caused it (0: the stakes)."""

    to: str
    """Where to, likewise."""
    amount: int
    """Chips."""
    reason: LedgerReason
    action: int
    """The action that caused it; 0: the stakes."""


class RecordRules(TypedDict):
    """The rules of a recorded hand."""

    preset: str
    """The named game."""
    options: JsonDict
    """The options that differ from it."""
    version: NotRequired[int]
    """The version of the rules; else 1."""


class RecordPlace(TypedDict):
    """Which hand is recorded."""

    league: str
    """The league's name in paths."""
    table: str
    """The table's name in paths."""
    hand: int
    """The hand's number."""


class _NamedStack(TypedDict):
    """A seat's player and chips."""

    name: Annotated[NotRequired[str], Field(description="The player's name.")]
    stack: Annotated[int, Field(description="The seat's chips before the stakes.")]


_TookPart = TypedDict(
    "_TookPart",
    {
        "in": Annotated[
            bool, Field(description="Whether the seat took part: it staked and was dealt in.")
        ]
    },
)


class RecordSeat(_NamedStack, _TookPart):
    """A seat before the hand."""

    away: NotRequired[Literal[True]]
    """Its forced cards play themselves."""
    left: NotRequired[Literal[True]]
    """Nobody sits there (R12)."""


class RecordCards(TypedDict):
    """The deal: who got which cards."""

    hands: dict[str, list[Card]]
    """Seat -> its cards, lowest first."""
    widow: list[Card]
    """The cards of the widow."""
    dead: list[Card]
    """The cards that nobody was dealt."""


class RecordResult(TypedDict):
    """How a recorded hand ended."""

    winner: int | None
    """The seat that went out; null: nobody."""
    abandoned: NotRequired[Literal[True]]
    """The hand was abandoned, and every payment reversed."""
    stacks: list[int]
    """Chips by seat, after the dues."""
    layout: dict[str, int]
    """Space of the layout -> chips on it."""
    kitty: int
    """Chips in the kitty."""
    pot: int
    """Chips in the pot."""
    bank: int
    """Chips that belong to nobody."""
    ledger: list[RecordEntry]
    """Every movement of chips, in order."""


class RecordDealing(TypedDict):
    """How a pack is dealt out by the rules (R4)."""

    widow: bool
    """Whether there is a widow."""
    first: str
    """Who gets the first card: `widow` or `eldest`."""
    leftover: str
    """What happens to cards that do not divide evenly."""


class RecordProof(TypedDict):
    """The proof of a deal made by the server."""

    algorithm: str
    """`boodle-deal-2`, or `boodle-deal-1` with `seeds`."""
    commitment: str
    """c0 of the table (hex)."""
    link: str
    """The secret of this hand (hex)."""
    message: str
    """The public message of the shuffle."""
    seeds: NotRequired[list[str]]
    """The seats' seeds, by seat dealt in; empty: none."""
    draw: NotRequired[str]
    """SHA-256 of the draw's text (hex)."""
    tries: NotRequired[int]
    """How often the hand was drawn."""
    contributed: NotRequired[list[int]]
    """The seats whose secrets the shuffle took."""
    left_out: NotRequired[list[list[int]]]
    """The seats left out, for each further try."""
    setup: NotRequired[str]
    """The set-up text, whose SHA-256 the draw's text has."""
    dealing: RecordDealing
    """How the pack was dealt out."""


class HandRecord(TypedDict):
    """A hand that is over, in the portable form that other programs read."""

    boodle_hand: Literal[1]
    """The version of the form."""
    rules: RecordRules
    """The game."""
    recording: Annotated[
        Recording,
        Field(
            description="`dealt`: Boodle dealt. `entered`: the deal was entered before play. "
            "`observed`: real cards, each posted as it fell. `result`: real cards and a score "
            "sheet."
        ),
    ]
    table: RecordPlace
    """Which hand it is."""
    seats: list[RecordSeat]
    """In seat order."""
    dealer: int
    """The seat that dealt."""
    layout: dict[str, int]
    """Space -> chips on it before the stakes."""
    kitty: int
    """Chips in the kitty before the stakes."""
    pot: int
    """Chips in the pot before the stakes."""
    bank: int
    """Nobody's chips before the stakes."""
    claimed: NotRequired[list[str]]
    """What had been won before, where the game winds down (R13)."""
    amount: int
    """The amount of the stakes."""
    stakes: NotRequired[dict[str, dict[str, int]]]
    """Seat -> space -> chips placed, where seats place their stakes."""
    deal: NotRequired[RecordCards]
    """The cards of a hand that was dealt or entered."""
    actions: list[JsonDict]
    """The log: each action as it is posted, and `undone_by` if it was taken back."""
    result: RecordResult
    """How it ended."""
    proof: NotRequired[RecordProof]
    """What proves the deal, where Boodle dealt."""


class HandRecords(TypedDict):
    """A page of the records of a table's hands that are over."""

    table: str
    """The table's name in paths."""
    league: str
    """Its league."""
    commitment: str
    """c0, which proves the table's deals."""
    hands: int
    """How many of its hands are over."""
    records: list[HandRecord]
    """By number; `boodle verify` proves them."""
    next_after: int | None
    """`after` of the next page; null: this is the last."""


def records(page: service.RecordsPage) -> HandRecords:
    """Return a page of hand records."""
    return {
        "table": page.table_id,
        "league": page.league,
        "commitment": page.commitment,
        "hands": page.hands,
        # Their form is the portable text that the rules write.
        "records": [cast(HandRecord, as_json(record)) for record in page.records],
        "next_after": page.next_after,
    }
