"""The requests about hands."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from chalicelib.api.http.fields import (
    CardText,
    Chips,
    Cut,
    Model,
    SeatCards,
    SeatNumber,
)
from chalicelib.api.http.forms import Forms, Schema, form
from chalicelib.api.resources.actions.requests import PhoneTime, phone_tenths
from chalicelib.message import say
from chalicelib.service.changes import KEEP
from chalicelib.service.entries import EntryChange
from chalicelib.store.records.deal_request import (
    CutCards,
    DealRequest,
    EnteredDeck,
    EnteredHands,
    TurnedCards,
)


class AmountBody(Model):
    """The amount of a hand's stakes, named by the dealer (R3)."""

    amount: Chips = Field(description="Chips.")


class EntryBody(Model):
    """What a seat enters before a deal.

    What is left out stays as it was; null takes it back.
    """

    stakes: Annotated[dict[str, Chips], Field(max_length=12)] | None = Field(
        default=None,
        description="Space of the layout -> chips placed on it, where seats place them (R3).",
    )
    rebuy: bool = Field(
        default=False,
        description="Whether the seat, out of chips, buys a new stack for this deal (R12).",
    )

    away: bool | None = Field(
        default=None,
        description="Whether the seat is away: a fixed rule plays for it (R17), until it is back.",
    )

    def change(self) -> EntryChange:
        """Return the change for the service."""
        named = self.model_fields_set
        return EntryChange(
            stakes=self.stakes if "stakes" in named else KEEP,
            rebuy=self.rebuy if "rebuy" in named else KEEP,
            away=self.away if "away" in named else KEEP,
        )


class EnteredDeal(Model):
    """A deal entered before play: the pack in dealing order, or hands and widow.

    Hands must have the sizes that the rules deal (R4), unless the deal is ``partial``.
    """

    deck: Annotated[list[CardText], Field(min_length=52, max_length=52)] | None = Field(
        default=None, description="All 52 cards in dealing order, such as `10S`."
    )
    hands: SeatCards | None = Field(default=None, description="Seat -> its cards.")
    widow: Annotated[list[CardText], Field(max_length=52)] | None = Field(
        default=None, description="The widow's cards; with `hands` only."
    )
    partial: bool = Field(default=False, description="Whether cards may be missing.")

    def entered(self) -> EnteredDeck | EnteredHands:
        """Return the deal for the service."""
        if self.deck is not None:
            return EnteredDeck(tuple(self.deck))
        hands = {int(seat): tuple(cards) for seat, cards in (self.hands or {}).items()}
        return EnteredHands(hands, None if self.widow is None else tuple(self.widow), self.partial)

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.deck is None) == (self.hands is None) or self.has_null():
            raise ValueError(say("value.deck-or-hands"))
        if self.deck is not None and self.model_fields_set != {"deck"}:
            raise ValueError(say("value.deck-has-widow"))
        return self

    @classmethod
    def forms(cls, schema: Schema) -> Forms:
        """Return the two forms."""
        hands = "Hands and widow; of the sizes that the rules deal (R4), unless it is `partial`."
        return Forms(
            {
                "DeckDeal": form(schema, "The pack in dealing order.", ["deck"]),
                "HandsDeal": form(schema, hands, ["hands"], ["widow", "partial"]),
            }
        )


class FirstDealerBody(Model):
    """How the first dealer was found (R2): by cards turned up until a jack, or by cuts."""

    turned: Annotated[list[CardText], Field(min_length=1, max_length=52)] | None = Field(
        default=None, description="The cards turned up clockwise, the last one a jack."
    )
    start: SeatNumber | None = Field(
        default=None, description="The seat that got the first of them."
    )
    cuts: Annotated[list[Cut], Field(min_length=1, max_length=20)] | None = Field(
        default=None,
        description="Each time cards were cut: seat -> card. First all cut, then those tied.",
    )

    def found(self) -> TurnedCards | CutCards:
        """Return how the first dealer was found, for the service."""
        if self.turned is not None and self.start is not None:
            return TurnedCards(tuple(self.turned), self.start)
        cuts = ({int(seat): card for seat, card in cut.items()} for cut in self.cuts or ())
        return CutCards(tuple(cuts))

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.turned is None) == (self.cuts is None) or self.has_null():
            raise ValueError(say("dealer.turned-or-cuts"))
        if (self.turned is None) != (self.start is None):
            raise ValueError(say("dealer.start-missing"))
        return self

    @classmethod
    def forms(cls, schema: Schema) -> Forms:
        """Return the two forms."""
        turned = "Cards turned up clockwise until a jack, from a seat on."
        return Forms(
            {
                "TurnedDealer": form(schema, turned, ["turned", "start"]),
                "CutDealer": form(schema, "Cards cut.", ["cuts"]),
            }
        )


class HandBody(Model):
    """A deal: who deals, on a table's first hand, and the cards, where deals are entered."""

    dealer: SeatNumber | None = Field(
        default=None, description="The seat that deals; on a table's first hand only."
    )
    deal: EnteredDeal | None = Field(
        default=None, description="The cards, where deals are entered; never where Boodle deals."
    )
    found: FirstDealerBody | None = Field(
        default=None,
        description="How the first dealer was found, where the rules turn up or cut cards (R2).",
    )
    cut: bool | None = Field(
        default=None,
        description="Whether the seat on the dealer's left cut real cards; null: not noted.",
    )
    phone_at: PhoneTime | None = None

    @property
    def phone(self) -> int | None:
        """The phone's time, in tenths of a second since 1970."""
        return phone_tenths(self.phone_at)

    def request(self) -> DealRequest:
        """Return the request for the service."""
        return DealRequest(
            dealer=None if self.dealer is None else self.dealer - 1,
            deal=None if self.deal is None else self.deal.entered(),
            found=None if self.found is None else self.found.found(),
            cut=self.cut,
        )
