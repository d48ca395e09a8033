"""The requests about seats. Strict, like all request models."""

from typing import Annotated, Final

from pydantic import Field

from chalicelib.api.http.fields import Model, PlayerNumber, SeatKey, Whole, by_seat

MOST_COUNTED: Final = 100_000_000

Counted = Annotated[int, Field(ge=-MOST_COUNTED, le=MOST_COUNTED), Whole]
Stacks = Annotated[
    dict[SeatKey, Counted],
    Field(min_length=2, max_length=8),
    by_seat({"type": "integer", "minimum": -MOST_COUNTED, "maximum": MOST_COUNTED}, least=2),
]


class SeatBody(Model):
    """Who takes a seat, and with which chips."""

    player: PlayerNumber = Field(
        description="The player's number. A newcomer buys a stack; who has left brings back the "
        "stack taken away."
    )
    substitute: bool = Field(
        default=False,
        description="Whether the player goes on with the stack of the seat instead, whose player "
        "leaves.",
    )


class CountBody(Model):
    """The real chips counted after a hand."""

    stacks: Stacks = Field(
        description="Seat -> the chips counted there, for every seat of the table; fewer than 0 "
        "where the rules let a seat owe."
    )

    def by_seat(self) -> dict[int, int]:
        """Return the chips by seat, from 0."""
        return {int(seat) - 1: chips for seat, chips in self.stacks.items()}
