"""The answers about rounds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from chalicelib.api.http.pages import fitting
from chalicelib.api.shapes import Time
from chalicelib.rules.actions import Recording
from chalicelib.service import rounds as service
from chalicelib.store.records.times import rfc3339

StateWord = Literal["draft", "opening", "open", "closed", "discarded"]


class SeatedTable(TypedDict):
    """A table of a round: the players' numbers and names in seat order, clockwise."""

    number: int
    """The table's number in the round."""
    table: str
    """The table's name in paths."""
    players: list[int]
    """Players' numbers; the first sits on seat 1."""
    names: list[str]
    """Their names, in the same order; empty: deleted since the draft was discarded."""


class Round(TypedDict):
    """A round. One that stays ``opening`` was interrupted: opening it again finishes it."""

    round: int
    """The round's number."""
    state: StateWord
    """The state; only the tables of an `open` round deal."""
    seed: str
    """The seed of the draw: the same seed and players give the same seating."""
    recording: Annotated[
        Recording,
        Field(
            description="How its tables begin: `dealt`, `entered`, `observed` or `result`, as in a "
            "league. Tables may differ."
        ),
    ]
    drawn_at: Time
    """When (RFC 3339, UTC)."""
    opened_at: Time | None
    """When (RFC 3339, UTC)."""
    closed_at: Time | None
    """When (RFC 3339, UTC)."""
    absent: list[int]
    """Players who had not withdrawn, and were left out of the draw."""
    tables: list[SeatedTable]
    """Who sits where, by table."""
    next_after: int | None
    """`after` of the next tables (`getRound`), where they are more than one answer holds; null:
    these are the last."""


class RoundLine(TypedDict):
    """A round in a list, without its tables."""

    round: int
    """The round's number."""
    state: StateWord
    """The state, as in a round."""
    recording: Recording
    """How its tables begin."""
    drawn_at: Time
    """When (RFC 3339, UTC)."""
    opened_at: Time | None
    """When (RFC 3339, UTC)."""
    closed_at: Time | None
    """When (RFC 3339, UTC)."""
    tables: int
    """How many tables it has; `getRound` lists them."""


class Rounds(TypedDict):
    """A page of rounds."""

    rounds: list[RoundLine]
    """By number."""
    next_after: int | None
    """`after` of the next page; null: this is the last."""


def round_(shown: service.NamedRound, after: int = 0) -> Round:
    """Return a round's answer, with the tables after a number as far as they fit."""
    played = shown.round
    tables, more = fitting(
        SeatedTable(
            number=number,
            table=table.id,
            players=list(table.players),
            names=[shown.names.get(player, "") for player in table.players],
        )
        for number, table in enumerate(played.tables[after:], after + 1)
    )
    return {
        "round": played.number,
        "state": played.state.value,
        "seed": played.seed,
        "recording": played.recording,
        "drawn_at": rfc3339(played.drawn),
        "opened_at": None if played.opened is None else rfc3339(played.opened),
        "closed_at": None if played.closed is None else rfc3339(played.closed),
        "absent": list(played.absent),
        "tables": tables,
        "next_after": tables[-1]["number"] if more else None,
    }


def rounds(page: service.RoundsPage) -> Rounds:
    """Return a page of rounds."""
    lines: list[RoundLine] = [
        {
            "round": played.number,
            "state": played.state.value,
            "recording": played.recording,
            "drawn_at": rfc3339(played.drawn),
            "opened_at": None if played.opened is None else rfc3339(played.opened),
            "closed_at": None if played.closed is None else rfc3339(played.closed),
            "tables": len(played.tables),
        }
        for played in page.rounds
    ]
    return {"rounds": lines, "next_after": page.next_after}
