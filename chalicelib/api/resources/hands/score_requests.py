"""The body of a score sheet. Strict, like all request models."""

from typing import Annotated

from pydantic import Field, WithJsonSchema

from chalicelib.api.http.fields import CardText, Model, SeatKey, SeatNumber, Whole, by_seat
from chalicelib.api.resources.actions.requests import PhoneTime, SpaceName, phone_tenths
from chalicelib.service.score_sheets import (
    BlockedSpace,
    MissedCard,
    Payment,
    ScoreSheet,
    TakenWidow,
)

Count = Annotated[int, Field(ge=0, le=52), Whole]
Paid = Annotated[int, Field(ge=1, le=2**53), Whole]
Stack = Annotated[int, Field(ge=-(2**53), le=2**53), Whole]


CardsLeft = Annotated[
    dict[SeatKey, Count],
    Field(max_length=8),
    by_seat({"type": "integer", "minimum": 0, "maximum": 52}),
]
Stacks = Annotated[
    dict[SeatKey, Stack],
    Field(max_length=8),
    by_seat({"type": "integer", "minimum": -(2**53), "maximum": 2**53}),
]


class PaymentBody(Model):
    """Chips that a seat paid."""

    seat: SeatNumber = Field(description="Who paid.")
    chips: Paid = Field(description="How many chips.")


class WidowBody(Model):
    """Who took the widow (R5); the dealer exchanged it, another seat bought it."""

    seat: SeatNumber = Field(description="Who took it.")
    price: Paid | None = Field(default=None, description="What it was bought for.")


class BlockedWinBody(Model):
    """A boodle win that a missed play prevented (R10)."""

    space: SpaceName = Field(description="The space of the layout.")
    seat: SeatNumber = Field(description="Who held its card.")


class MissedPlayBody(Model):
    """A missed play (R9)."""

    seat: SeatNumber = Field(description="Who missed it.")
    card: CardText = Field(description="The card, such as `10S`.")
    blocked: Annotated[list[BlockedWinBody], Field(max_length=12)] = Field(
        default_factory=list, description="The wins it prevented, up the run."
    )

    def missed(self) -> MissedCard:
        """Return the missed card for the service."""
        blocked = tuple(BlockedSpace(win.space, win.seat - 1) for win in self.blocked)
        return MissedCard(self.seat - 1, self.card, blocked)


class ScoreBody(Model):
    """The score sheet of a hand: who won what, who went out, and how many cards were left."""

    out: SeatNumber | None = Field(
        default=None, description="Who went out; null: the hand ended without a winner (R6)."
    )
    cards_left: CardsLeft = Field(
        default_factory=dict, description="Seat -> cards left, of every seat but the one out."
    )
    spaces: Annotated[
        dict[SpaceName, Annotated[list[SeatNumber], Field(min_length=1, max_length=8)]],
        Field(max_length=12),
        WithJsonSchema(
            {
                "type": "object",
                "propertyNames": {"minLength": 1, "maxLength": 24},
                "additionalProperties": {
                    "type": "array",
                    "items": {"type": "integer", "minimum": 1, "maximum": 8},
                    "minItems": 1,
                    "maxItems": 8,
                },
                "maxProperties": 12,
            }
        ),
    ] = Field(
        default_factory=dict,
        description="Space -> who won it; several seats only where they share it (R15).",
    )
    pot: Annotated[list[SeatNumber], Field(max_length=8)] = Field(
        default_factory=list, description="Who won the pot; several only with equal hands (R15)."
    )
    fees: Annotated[list[PaymentBody], Field(max_length=200)] = Field(
        default_factory=list, description="Fees for passes, each as it was paid (R6)."
    )
    bets: Annotated[list[PaymentBody], Field(max_length=200)] = Field(
        default_factory=list, description="Chips bet into the pot, each as it was paid (R15)."
    )
    widow: WidowBody | None = Field(default=None, description="Who took the widow; null: nobody.")
    misses: Annotated[list[MissedPlayBody], Field(max_length=52)] = Field(
        default_factory=list, description="Missed plays, in their order (R9, R10)."
    )
    chips: Stacks = Field(
        default_factory=dict,
        description="Seat -> chips in the end, where counted: the sheet has to come to them.",
    )
    phone_at: PhoneTime | None = None

    @property
    def phone(self) -> int | None:
        """The phone's time, in tenths of a second since 1970."""
        return phone_tenths(self.phone_at)

    def sheet(self) -> ScoreSheet:
        """Return the score sheet for the service."""
        return ScoreSheet(
            out=None if self.out is None else self.out - 1,
            cards_left={int(seat) - 1: count for seat, count in self.cards_left.items()},
            spaces={
                space: tuple(seat - 1 for seat in seats) for space, seats in self.spaces.items()
            },
            pot=tuple(seat - 1 for seat in self.pot),
            fees=tuple(Payment(paid.seat - 1, paid.chips) for paid in self.fees),
            bets=tuple(Payment(paid.seat - 1, paid.chips) for paid in self.bets),
            widow=None if self.widow is None else TakenWidow(self.widow.seat - 1, self.widow.price),
            misses=tuple(miss.missed() for miss in self.misses),
            chips={int(seat) - 1: count for seat, count in self.chips.items()},
        )
