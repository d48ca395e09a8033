"""What the audit of a hand contains."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from chalicelib.api.answers import Answer
from chalicelib.api.resources.actions.answers import LedgerEntry
from chalicelib.api.table_answers import Finding


class Missed(Answer):
    """A missed play (R9)."""

    miss: int = Field(description="Its number; faults of a hand are numbered through.")
    seat: int = Field(description="Who missed it.")
    card: str = Field(description="The card that was not played.")
    action: int = Field(description="The number of the action that came in its stead.")
    waived: bool = Field(description="Whether it was waived.")


class MissVerdict(Answer):
    """What becomes of a miss that prevented a win."""

    miss: int = Field(description="The miss, by its number.")
    pays: bool = Field(description="Whether it pays for the win.")
    reason: Literal[
        "pays", "waived", "played", "no_chips", "left", "own_win", "later", "own_later"
    ] = Field(
        description="`pays`: the last miss that prevented it. Else why not: `waived`; the card was "
        "`played` after all; `no_chips` on the space; who would have won has `left` the hand; the "
        "offender's `own_win`; a `later` miss pays; its holder missed it himself later "
        "(`own_later`)."
    )


class Blocked(Answer):
    """A boodle win that missed plays prevented (R10)."""

    space: str = Field(description="The space.")
    card: str = Field(description="The card that would have won it.")
    seat: int = Field(description="Who held that card.")
    chips: int = Field(description="Chips on the space in the end.")
    paid_by: int | None = Field(description="The seat that pays for it; null: nobody.")
    misses: list[MissVerdict] = Field(description="The misses that prevented it, in order.")


class Pass(Answer):
    """A pass of a seat that could not lead (R6)."""

    seat: int = Field(description="Who passed.")
    action: int = Field(description="The number of the action that led to it.")
    fee: int = Field(description="What it paid to the kitty.")


class Dues(Answer):
    """What a seat paid and received when the hand was over."""

    seat: int = Field(description="The seat.")
    paid: int = Field(description="Chips paid.")
    received: int = Field(description="Chips received.")


class Audit(Answer):
    """Who missed what, which boodle win that blocked, and who owes whom."""

    table: str = Field(description="The table's name in paths.")
    hand: int = Field(description="The hand's number.")
    settled: bool = Field(
        description="Whether the dues are paid; else they wait to be confirmed, and `payments` are "
        "those that would be made."
    )
    misses: list[Missed] = Field(description="Missed plays, in order.")
    blocked: list[Blocked] = Field(description="Wins that they prevented.")
    false_leads: list[Finding] = Field(description="False leads, and claims at the deal.")
    passes: list[Pass] = Field(description="Passes, in order.")
    payments: list[LedgerEntry] = Field(description="The payments of the dues, in order.")
    dues: list[Dues] = Field(description="Their sums, by seat.")
