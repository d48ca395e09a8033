"""What hand records contain, as answers; ``docs/hand-record.schema.json`` has them in full."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from chalicelib.api.answers import Answer
from chalicelib.api.resources.actions.answers import LedgerEntry, left_out


class RecordRules(Answer):
    """The rules of a recorded hand."""

    preset: str = Field(description="The named game.")
    options: dict[str, Any] = Field(description="The options in which it differs, if any.")


class RecordPlace(Answer):
    """Which hand is recorded."""

    league: str = Field(description="The league's name in paths.")
    table: str = Field(description="The table's name in paths.")
    hand: int = Field(description="The hand's number.")


class RecordSeat(Answer):
    """A seat as the hand began."""

    model_config = ConfigDict(json_schema_extra=left_out)

    name: str = Field(default="", description="The player's name.")
    stack: int = Field(description="The seat's chips before the stakes.")
    in_: bool = Field(
        description="Whether the seat took part: it staked and was dealt in.", alias="in"
    )
    away: Literal[True] = Field(default=True, description="Its forced cards play themselves.")


class RecordCards(Answer):
    """The deal: who got which cards."""

    hands: dict[str, list[str]] = Field(description="Seat -> its cards, lowest first.")
    widow: list[str] = Field(description="The cards of the widow.")
    dead: list[str] = Field(description="The cards that nobody was dealt.")


class RecordResult(Answer):
    """How a recorded hand ended."""

    model_config = ConfigDict(json_schema_extra=left_out)

    winner: int | None = Field(description="The seat that went out; null: nobody.")
    abandoned: Literal[True] = Field(
        default=True, description="The hand was given up, and every payment taken back."
    )
    stacks: list[int] = Field(description="Chips by seat, after the dues.")
    layout: dict[str, int] = Field(description="Space of the layout -> chips on it.")
    kitty: int = Field(description="Chips in the kitty.")
    pot: int = Field(description="Chips in the pot.")
    bank: int = Field(description="Chips that belong to nobody.")
    ledger: list[LedgerEntry] = Field(description="Every movement of chips, in order.")


class RecordDealing(Answer):
    """How a pack is dealt out by the rules (R4)."""

    widow: bool = Field(description="Whether there is a widow.")
    first: str = Field(description="Who gets the first card: `widow` or `eldest`.")
    leftover: str = Field(description="What becomes of cards that do not divide evenly.")


class RecordProof(Answer):
    """What proves a deal of the server's."""

    algorithm: str = Field(description="How the pack was shuffled.")
    commitment: str = Field(description="c0 of the table (hex).")
    link: str = Field(description="The secret of this hand (hex).")
    message: str = Field(description="What drove the shuffle, beside the link.")
    seeds: list[str] = Field(description="The seats' seeds, by seat dealt in; empty: none.")
    dealing: RecordDealing = Field(description="How the pack was dealt out.")


class HandRecord(Answer):
    """A hand that is over, in the portable form that other programs read."""

    model_config = ConfigDict(json_schema_extra=left_out)

    boodle_hand: Literal[1] = Field(description="The version of the form.")
    rules: RecordRules = Field(description="The game.")
    recording: str = Field(
        description="`dealt`: Boodle dealt. `entered`: the deal was told to it. `observed`: real "
        "cards, each told as it fell. `result`: real cards and a score sheet."
    )
    table: RecordPlace = Field(description="Which hand it is.")
    seats: list[RecordSeat] = Field(description="In seat order.")
    dealer: int = Field(description="The seat that dealt.")
    layout: dict[str, int] = Field(description="Space -> chips on it before the stakes.")
    kitty: int = Field(description="Chips in the kitty before the stakes.")
    pot: int = Field(description="Chips in the pot before the stakes.")
    bank: int = Field(description="Chips that belong to nobody, before the stakes.")
    claimed: list[str] = Field(
        default=[], description="What had been won before, where the game winds down (R13)."
    )
    amount: int = Field(description="The amount of the stakes.")
    stakes: dict[str, dict[str, int]] = Field(
        default={}, description="Seat -> space -> chips placed, where seats place their stakes."
    )
    deal: RecordCards | None = Field(
        default=None, description="The cards of a hand that was dealt or entered."
    )
    actions: list[dict[str, Any]] = Field(
        description="The log: each action as it is posted, and `undone_by` if it was taken back."
    )
    result: RecordResult = Field(description="How it ended.")
    proof: RecordProof | None = Field(
        default=None, description="What proves the deal, where Boodle dealt."
    )


class HandRecords(Answer):
    """A page of the records of a table's hands that are over."""

    table: str = Field(description="The table's name in paths.")
    league: str = Field(description="Its league.")
    commitment: str = Field(description="c0, by which the table's deals are proved.")
    hands: int = Field(description="How many of its hands are over.")
    records: list[HandRecord] = Field(description="By number; `boodle verify` proves them.")
    next_after: int | None = Field(description="`after` of the next page; null: this is the last.")
