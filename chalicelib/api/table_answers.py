"""What answers about tables and hands contain."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, RootModel

from .answers import Answer
from .resources.actions.answers import Action, LedgerEntry, Note


class TableSeat(Answer):
    """A seat of a table."""

    seat: int = Field(description="From 1, clockwise.")
    player: int = Field(description="The player's number.")
    name: str = Field(description="The player's name.")
    stack: int = Field(description="The seat's chips.")
    bought: int = Field(description="All chips the seat has bought.")
    in_: bool = Field(
        description="Whether the seat still has chips, and so is in the game.", alias="in"
    )


class Table(Answer):
    """A table; chips are those between hands."""

    table: str = Field(description="The table's name in paths.")
    league: str = Field(description="Its league.")
    round: int = Field(description="Its round.")
    number: int = Field(description="Its number in the round.")
    recording: str = Field(
        description="`dealt`: Boodle deals. `entered`: deals are told to it. `observed`: real "
        "cards, each told as it falls. `result`: real cards and a score sheet."
    )
    commitment: str = Field(
        description="c0, which every deal of this table can be proved against (see getHand's "
        "`link`)."
    )
    state: Literal["waiting", "playing", "over"] = Field(
        description="Between hands `waiting`, in a hand `playing`, at the end of the game `over`."
    )
    ended: str | None = Field(
        description="Why the game is over: `hands` played, `minutes` up, `chips` reached, every "
        "space `claimed`, `seats` out of chips, round `closed`."
    )
    closing: bool = Field(
        description="Whether the round is closed: after the hand in progress the game ends."
    )
    hand: int = Field(description="The last hand dealt; 0 before the first.")
    next_hand: int | None = Field(description="The hand that can be dealt now; null: none can.")
    next_dealer: int | None = Field(
        description="The seat whose turn it is to deal; null: none can."
    )
    hands_counted: int = Field(description="How many hands were played out.")
    bought_in: int = Field(description="Chips that all seats have bought.")
    seats: list[TableSeat] = Field(description="In seat order.")
    layout: dict[str, int] = Field(description="Space of the layout -> chips on it.")
    kitty: int = Field(description="Chips in the kitty.")
    pot: int = Field(description="Chips in the pot.")
    bank: int = Field(description="Chips that belong to nobody.")


class Entry(Answer):
    """What a seat has said before a deal; its seed is shown when the deal closes."""

    seat: int = Field(description="From 1, clockwise.")
    stakes: dict[str, int] | None = Field(description="Space -> chips placed; null: none placed.")
    has_seed: bool = Field(description="Whether the seat has given a seed.")
    rebuy: bool = Field(description="Whether the seat buys a new stack for the deal.")


class Entries(Answer):
    """What was said so far before a deal."""

    table: str = Field(description="The table's name in paths.")
    hand: int = Field(description="The hand's number.")
    amount: int | None = Field(
        description="The amount the dealer named; null: not named, or set by the rules."
    )
    entries: list[Entry] = Field(description="What seats have said, by seat.")


class OpenHand(Entries):
    """A hand that is to be dealt next."""

    status: Literal["open"] = Field(description="`open`: not dealt yet.")
    poll_after: int = Field(description="Seconds after which looking again is worth it.")


class Setup(Answer):
    """What was public when a hand was dealt.

    digest(0) is the SHA-256, as base64url, of this object as compact JSON in this order.
    ``message`` is what the shuffle was driven by, on a dealt hand.
    """

    league: str = Field(description="The league.")
    table: str = Field(description="The table.")
    hand: int = Field(description="The hand's number.")
    recording: str = Field(description="`dealt`, `entered`, `observed` or `result`.")
    terms: str = Field(description="The hash of the rules and settings in force.")
    players: list[int] = Field(description="Players' numbers, by seat.")
    dealt_in: list[int] = Field(description="The seats that got cards.")
    dealer: int = Field(description="The seat that dealt.")
    amount: int = Field(description="The amount of the stakes.")
    stakes: dict[str, dict[str, int]] = Field(description="Seat -> space -> chips placed.")
    stacks: list[int] = Field(description="Chips by seat, before the stakes.")
    layout: list[int] = Field(description="Chips by space, before the stakes.")
    kitty: int = Field(description="Chips in the kitty.")
    pot: int = Field(description="Chips in the pot.")
    seeds: list[str] = Field(description="The seats' seeds for the shuffle, by seat.")
    message: str | None = Field(
        description="What the shuffle was driven by; null: Boodle did not deal."
    )
    found: dict[str, Any] | None = Field(
        description="How the first dealer was found; null: not told."
    )
    cut: bool | None = Field(description="Whether the cards were cut; null: not told.")


class HandSeat(Answer):
    """A seat in a hand; ``cards`` only where the caller may see them."""

    seat: int = Field(description="From 1, clockwise.")
    player: int = Field(description="The player's number.")
    stack: int = Field(description="The seat's chips now.")
    cards_left: int = Field(description="How many cards the seat holds.")
    dealt_in: bool = Field(description="Whether the seat is in this hand.")
    cards: list[str] | None = Field(
        description="The cards held, lowest first, such as `10S`; null: not for you."
    )


class Play(Answer):
    """A card on the table; null where it is covered."""

    seat: int = Field(description="Who played it.")
    card: str | None = Field(description="The card; null: covered.")
    led: bool = Field(description="Whether it began a run.")


class Bid(Answer):
    """The highest bid."""

    amount: int = Field(description="Chips bid.")
    seat: int = Field(description="Who bid.")


class ToShow(Answer):
    """Cards that a seat has still to show."""

    seat: int = Field(description="The seat.")
    cards: int = Field(description="How many cards.")


class Finding(Answer):
    """A fault that the audit of an observed hand found."""

    number: int = Field(description="Its number, for `waive`.")
    finding: Literal[
        "missed_play",
        "not_lowest",
        "forbidden_suit",
        "out_of_turn",
        "false_pass",
        "space_not_taken",
        "better_hand",
    ] = Field(
        description="`missed_play` (R9), or a false lead (R11): `not_lowest` of its suit, of a "
        "`forbidden_suit`, `out_of_turn`, or a `false_pass` by a seat that could lead. Of the "
        "first stages of Three in One (R15): `space_not_taken` by who held its cards, and a "
        "`better_hand` than that of who took the pot."
    )
    action: int = Field(description="The number of the action at which it showed.")
    seat: int = Field(description="Whose fault.")
    card: str | None = Field(description="The card missed or led; null: a pass.")
    could: list[str] = Field(
        description="The cards that could have been led, or would have won space or pot."
    )
    waived: bool = Field(description="Whether it was waived.")


class Hand(Answer):
    """A hand as the caller may see it."""

    table: str = Field(description="The table's name in paths.")
    hand: int = Field(description="The hand's number.")
    status: Literal["playing", "over", "abandoned"] = Field(
        description="`playing`, or how it ended: `over` counts, `abandoned` does not."
    )
    recording: str = Field(
        description="`dealt`: Boodle dealt. `entered`: the deal was told to it. `observed`: each "
        "card is told as it falls. `result`: a score sheet is told at the end."
    )
    phase: str = Field(
        description="`widow`, `auction`, `poker`, `pot`, `lead`, `run`, `show`, `dues`, `sheet` or "
        "`over`."
    )
    awaiting: (
        Literal["you", "run", "lead", "widow", "bid", "bet", "pot", "show", "ruling", "sheet"]
        | None
    ) = Field(
        description="What the hand waits for. `you`: for your own seat, which may do what "
        "`legal` lists; `run`: the card `waits_for`, from whoever holds it; `lead`:"
        " a card to begin a run, from seat `turn`; `widow`, `bid`: that seat's word"
        " on the widow; `bet`: its word in the betting. With real cards also `pot`: who won the "
        "betting; `show`: the cards that `to_show` counts; `ruling`: `confirm` or `waive` of the "
        "`findings`; `sheet`: the score sheet. Null: the hand is over."
    )
    turn: int | None = Field(
        description="The seat that must act. In a run null to everyone but the seat itself, "
        "since it would tell who holds the card."
    )
    waits_for: str | None = Field(
        description="The card that the run waits for, such as `9H`; null: no run."
    )
    dealer: int = Field(description="The seat that dealt.")
    seats: list[HandSeat] = Field(description="In seat order.")
    layout: dict[str, int] = Field(description="Space of the layout -> chips on it.")
    kitty: int = Field(description="Chips in the kitty.")
    pot: int = Field(description="Chips in the pot.")
    plays: list[Play] = Field(description="The cards played so far, in order.")
    widow: list[str] | None = Field(description="The cards of the widow; null: not for you.")
    dead: list[str] | None = Field(description="The cards out of play; null: not for you.")
    bid: Bid | None = Field(description="The highest bid, in an auction; null: none.")
    winner: int | None = Field(description="The seat that went out; null: nobody, so far.")
    put: list[int] | None = Field(
        description="Chips put in by seat, in a betting round; null: none is going on."
    )
    to_show: list[ToShow] = Field(
        description="Who still has to show how many cards, on an observed table."
    )
    findings: list[Finding] = Field(
        description="What the audit of an observed hand found, numbered from 1 for `waive`."
    )
    legal: list[Action] = Field(
        description="What your own seat may do now: each can be posted as it stands. Empty "
        "without a seat, or when it is not your turn."
    )
    bid_limit: int | None = Field(
        description="The most that your seat may bid now; null: you have nothing to bid."
    )
    amount: int = Field(description="The amount of this hand's stakes.")
    me: int | None = Field(description="Your own seat; null: you have none here.")
    next_action: int | None = Field(
        description="The number to put the next action under; null: the hand is over."
    )
    digest: str = Field(
        description="The digest of the last action (of the set-up, before the first): send it "
        "as `after`, and the action is taken only if nothing came between."
    )
    started_at: str = Field(description="When it was dealt.")
    notes: list[Note] = Field(description="Public remarks to the log.")
    setup: Setup | None = Field(
        description="What was public at the deal, once the hand has ended; see getSetup."
    )
    link: str | None = Field(
        description="The secret the hand was dealt by (hex), once it has ended: hashed `hand` "
        "times it gives the table's `commitment`. Null: the deal was entered, or "
        "the hand is played."
    )
    poll_after: int = Field(description="Seconds after which looking again is worth it.")


class HandRow(Answer):
    """A hand that is over."""

    hand: int = Field(description="The hand's number.")
    status: Literal["over", "abandoned"] = Field(description="`over` counts, `abandoned` does not.")
    dealer: int = Field(description="The seat that dealt.")
    winner: int | None = Field(description="The seat that went out; null: nobody.")
    stacks: list[int] = Field(description="Chips by seat, after the hand.")
    ended_at: str = Field(description="When (RFC 3339, UTC).")


class Hands(Answer):
    """A page of a table's hands that are over."""

    table: str = Field(description="The table's name in paths.")
    hands: list[HandRow] = Field(description="By number.")
    next_after: int | None = Field(description="`after` of the next page; null: this is the last.")


class Ledger(Answer):
    """Every movement of chips of a hand."""

    table: str = Field(description="The table's name in paths.")
    hand: int = Field(description="The hand's number.")
    before: dict[str, int] = Field(description="Account -> chips before the hand.")
    entries: list[LedgerEntry] = Field(description="In order.")
    after: dict[str, int] = Field(description="Account -> chips now.")


class Movement(Answer):
    """A movement of chips outside any hand."""

    from_: str = Field(
        description="Where from: `seat 1`, `space AH`, `kitty`, `pot` or `bank`.", alias="from"
    )
    to: str = Field(description="Where to, likewise.")
    amount: int = Field(description="Chips.")
    reason: str = Field(description="Why, in a word.")


class Purchase(Movement):
    """Chips that a seat bought."""

    hand: int = Field(description="The hand for which it bought them.")


class TableLedger(Answer):
    """Movements of chips outside the hands: bought in, and shared out at the end."""

    table: str = Field(description="The table's name in paths.")
    bought_in: list[Purchase] = Field(
        description="Chips bought: by everybody at the start (reason `bought in`), by seats that "
        "joined later (likewise), and by seats that had run out (reason `rebuy`, R12)."
    )
    unclaimed: list[Movement] = Field(
        description="Chips nobody had won, shared out when the game ended."
    )


class Cards(Answer):
    """A seat's own cards."""

    table: str = Field(description="The table's name in paths.")
    hand: int = Field(description="The hand's number.")
    seat: int = Field(description="Your seat.")
    cards: list[str] = Field(description="The cards you hold, lowest first.")


class HandPage(RootModel[Hand | OpenHand]):
    """A hand as the caller may see it, or the next one to be dealt."""


class ScorePreview(Answer):
    """What a score sheet would pay; nothing is recorded."""

    table: str = Field(description="The table's name in paths.")
    hand: int = Field(description="The hand's number.")
    legal: Literal[True] = Field(description="Always true: else it is a problem.")
    recorded: bool = Field(description="Whether this sheet is recorded already.")
    stacks: list[int] = Field(description="Chips by seat, after the hand.")
    layout: dict[str, int] = Field(description="Space of the layout -> chips on it.")
    kitty: int = Field(description="Chips in the kitty.")
    pot: int = Field(description="Chips in the pot.")
    entries: list[LedgerEntry] = Field(description="Every movement of chips, in order.")


class HandOrPreview(RootModel[Hand | ScorePreview]):
    """A hand whose score sheet was recorded before, or the answer to a dry run."""
