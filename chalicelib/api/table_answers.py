"""What answers about tables and hands contain."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, RootModel

from .answers import Answer, StandingsLine


class TableSeat(Answer):
    """A seat of a table."""

    seat: int
    player: int
    name: str
    stack: int
    in_: bool = Field(alias="in")


class Table(Answer):
    """A table; chips are those between hands."""

    table: str
    league: str
    round: int
    number: int
    recording: str
    commitment: str
    state: Literal["waiting", "playing", "over"]
    ended: str | None
    closing: bool
    hand: int
    next_hand: int | None
    next_dealer: int | None
    hands_counted: int
    bought_in: int
    seats: list[TableSeat]
    layout: dict[str, int]
    kitty: int
    pot: int
    bank: int


class Entry(Answer):
    """What a seat has said before a deal; its seed is shown when the deal closes."""

    seat: int
    stakes: dict[str, int] | None
    has_seed: bool


class Entries(Answer):
    """What was said so far before a deal."""

    table: str
    hand: int
    amount: int | None
    entries: list[Entry]


class OpenHand(Entries):
    """A hand that is to be dealt next."""

    status: Literal["open"]
    poll_after: int


class Setup(Answer):
    """What was public when a hand was dealt.

    digest(0) is the SHA-256, as base64url, of this object as compact JSON in this order.
    ``message`` is what the shuffle was driven by, on a dealt hand.
    """

    league: str
    table: str
    hand: int
    recording: str
    terms: str
    players: list[int]
    dealt_in: list[int]
    dealer: int
    amount: int
    stakes: dict[str, dict[str, int]]
    stacks: list[int]
    layout: list[int]
    kitty: int
    pot: int
    seeds: list[str]
    message: str | None


class HandSeat(Answer):
    """A seat in a hand; ``cards`` only where the caller may see them."""

    seat: int
    player: int
    stack: int
    cards_left: int
    dealt_in: bool
    cards: list[str] | None


class Play(Answer):
    """A card on the table; null where it is covered."""

    seat: int
    card: str | None
    led: bool


class Bid(Answer):
    """The highest bid."""

    amount: int
    seat: int


class Note(Answer):
    """A public remark in a hand's log: a seat's token was handed out again."""

    note: str
    after: int
    seat: int
    at: str


class Hand(Answer):
    """A hand as the caller may see it."""

    table: str
    hand: int
    status: Literal["playing", "over", "abandoned"]
    recording: str
    phase: str
    awaiting: Literal["you", "run", "lead", "widow", "bid"] | None
    turn: int | None
    waits_for: str | None
    dealer: int
    seats: list[HandSeat]
    layout: dict[str, int]
    kitty: int
    pot: int
    plays: list[Play]
    widow: list[str] | None
    dead: list[str] | None
    bid: Bid | None
    winner: int | None
    legal: list[dict[str, Any]]
    bid_limit: int | None
    amount: int
    me: int | None
    next_action: int | None
    digest: str
    started_at: str
    notes: list[Note]
    setup: Setup | None
    link: str | None
    poll_after: int


class HandRow(Answer):
    """A hand that is over."""

    hand: int
    status: Literal["over", "abandoned"]
    dealer: int
    winner: int | None
    stacks: list[int]
    ended_at: str


class Hands(Answer):
    """A page of a table's hands that are over."""

    table: str
    hands: list[HandRow]
    next_after: int | None


class LedgerEntry(Answer):
    """One movement of chips, and the number of the action that caused it (0: the stakes)."""

    from_: str = Field(alias="from")
    to: str
    amount: int
    reason: str
    action: int


class Ledger(Answer):
    """Every movement of chips of a hand."""

    table: str
    hand: int
    before: dict[str, int]
    entries: list[LedgerEntry]
    after: dict[str, int]


class Movement(Answer):
    """A movement of chips outside any hand."""

    from_: str = Field(alias="from")
    to: str
    amount: int
    reason: str


class TableLedger(Answer):
    """Movements of chips outside the hands: bought in, and shared out at the end."""

    table: str
    bought_in: list[Movement]
    unclaimed: list[Movement]


class Effects(Answer):
    """What an action brought about."""

    events: list[dict[str, Any]]
    ledger: list[LedgerEntry]


class Receipt(Answer):
    """An action is recorded; the receipt is the same however often it is asked for."""

    table: str
    hand: int
    number: int
    action: dict[str, Any]
    digest: str
    effects: Effects
    at: str
    undone_by: int | None = None


class DryRun(Answer):
    """The action would be recorded."""

    table: str
    hand: int
    number: int
    action: dict[str, Any]
    legal: Literal[True]
    recorded: bool


class QueueVerdict(Answer):
    """What became of one action of a queue."""

    number: int
    verdict: Literal["recorded", "repeated", "refused", "not_tried"]
    receipt: Receipt | None = None
    problem: dict[str, Any] | None = None


class QueueAnswer(Answer):
    """What became of a queue."""

    results: list[QueueVerdict]


class Poster(Answer):
    """Who posted an action."""

    kind: Literal["seat", "scorer", "director", "organiser"]
    number: int


class LoggedAction(Answer):
    """An action of a hand's log."""

    number: int
    action: dict[str, Any]
    by: Poster
    at: str
    phone_at: str | None
    digest: str
    effects: Effects
    undone_by: int | None


class Actions(Answer):
    """A page of a hand's log; ``digest`` is that of the set-up."""

    table: str
    hand: int
    digest: str
    actions: list[LoggedAction]
    next_after: int | None
    over: bool
    notes: list[Note]
    poll_after: int


class Cards(Answer):
    """A seat's own cards."""

    table: str
    hand: int
    seat: int
    cards: list[str]


class TableStandings(Answer):
    """The standings of a table."""

    table: str
    status: Literal["provisional"]
    by: str
    hands: int | None
    hands_counted: int
    ended: str | None
    standings: list[StandingsLine]


class HandPage(RootModel[Hand | OpenHand]):
    """A hand as the caller may see it, or the next one to be dealt."""


class ReceiptOrDryRun(RootModel[Receipt | DryRun]):
    """The receipt of an action recorded before, or the answer to a dry run."""
