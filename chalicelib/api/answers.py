"""What answers contain: the models that describe them, and that tests hold them to."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel


class Answer(BaseModel):
    """The base of every answer model."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Health(Answer):
    """The service answers."""

    status: Literal["ok"]
    version: str


class Document(RootModel[dict[str, Any]]):
    """An OpenAPI document."""


class OptionInfo(Answer):
    """One option of the rules."""

    name: str
    section: str
    default: Any
    meaning: str
    choices: list[Any] | None
    minimum: int | None
    maximum: int | None


class PresetInfo(Answer):
    """A named game and what it stands for."""

    preset: str
    options: dict[str, Any]
    rules: dict[str, Any]


class Presets(Answer):
    """All presets, and all options."""

    presets: list[PresetInfo]
    options: list[OptionInfo]


class League(Answer):
    """A league."""

    league: str
    name: str
    public: bool
    preset: str
    options: dict[str, Any]
    rules: dict[str, Any]
    recording: str
    play_clock: int | None
    frozen: bool
    created_at: str


class NewLeague(Answer):
    """A league just created, and its first organiser's token."""

    league: League
    token: str


class Player(Answer):
    """A player of a league."""

    player: int
    name: str
    withdrawn_from: int | None


class Players(Answer):
    """A page of players."""

    players: list[Player]
    next_after: int | None


class NewPlayers(Answer):
    """Players just added."""

    players: list[Player]


class SeatedTable(Answer):
    """A table of a round: the players' numbers and names in seat order, clockwise."""

    number: int
    table: str
    players: list[int]
    names: list[str]


class Round(Answer):
    """A round. One that stays ``opening`` was interrupted: opening it again finishes it."""

    round: int
    state: Literal["draft", "opening", "open", "closed", "discarded"]
    seed: str
    recording: str
    drawn_at: str
    opened_at: str | None
    closed_at: str | None
    absent: list[int]
    tables: list[SeatedTable]


class Rounds(Answer):
    """A page of rounds."""

    rounds: list[Round]
    next_after: int | None


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


class StandingsLine(Answer):
    """One player's line."""

    rank: int
    tied: bool
    player: int
    name: str
    chips: int
    net: int
    rounds: int
    hands: int


class MadeFrom(Answer):
    """The facts that standings were made from."""

    tables: int
    hands: int
    revision: str


class Standings(Answer):
    """A page of a league's standings."""

    league: str
    league_name: str
    status: Literal["provisional"]
    by: str
    hands: int | None
    made_at: str
    made_from: MadeFrom
    standings: list[StandingsLine]
    next_after: int | None


class TableStandings(Answer):
    """The standings of a table."""

    table: str
    status: Literal["provisional"]
    by: str
    hands: int | None
    hands_counted: int
    ended: str | None
    standings: list[StandingsLine]


class Token(Answer):
    """A token handed out."""

    subject: str
    kind: str
    expires_at: str
    token: str


class TokenRow(Answer):
    """A subject for which a token was issued."""

    subject: str
    kind: str
    label: str
    issued_at: str
    revoked: bool


class Tokens(Answer):
    """Subjects for which tokens were issued."""

    tokens: list[TokenRow]


class Code(Answer):
    """A join code handed out; it is shown this once."""

    code_id: str
    code: str
    kind: str
    player: int | None
    name: str | None
    table: str | None
    expires_at: str


class Sheet(Answer):
    """Join codes for the players of a league."""

    league: str
    league_name: str
    codes: list[Code]
    next_after: int | None


class CodeRow(Answer):
    """A join code that was issued."""

    code_id: str
    kind: str
    player: int | None
    name: str | None
    table: str | None
    expires_at: str
    used: bool
    revoked: bool


class Codes(Answer):
    """Join codes that were issued and have not expired."""

    codes: list[CodeRow]


class Me(Answer):
    """What the caller's token is and may do."""

    subject: str
    kind: str
    league: str
    league_name: str
    expires_at: str
    may: list[str]
    table: str | None
    player: int | None
    seat: int | None
    name: str | None = None


class Problem(Answer):
    """An error (RFC 9457); further members depend on ``type``."""

    model_config = ConfigDict(strict=True, extra="allow")

    type: str
    title: str
    status: int
    detail: str


class HandPage(RootModel[Hand | OpenHand]):
    """A hand as the caller may see it, or the next one to be dealt."""


class ReceiptOrDryRun(RootModel[Receipt | DryRun]):
    """The receipt of an action recorded before, or the answer to a dry run."""
