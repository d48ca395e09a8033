"""The request of a deal, kept in the hand's set-up so that its repetition is recognised.

Cards are kept as they were written. Seats count from 1, but the dealer's from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from chalicelib.json_value import Json

from .members import Members


class EnteredDeck(NamedTuple):
    """An entered deal: the whole pack in dealing order."""

    cards: tuple[str, ...]

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        return {"deck": self.cards}


class EnteredHands(NamedTuple):
    """An entered deal: each seat's cards, and the widow's.

    Attributes
    ----------
    hands
        Seat -> cards.
    widow
        The widow's cards; ``None`` where they were left out.
    partial
        Whether piles may have sizes other than those of R4.
    """

    hands: Mapping[int, tuple[str, ...]]
    widow: tuple[str, ...] | None = None
    partial: bool = False

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        hands: Mapping[str, Json] = {
            "hands": {str(seat): cards for seat, cards in self.hands.items()}
        }
        widow: Mapping[str, Json] = {} if self.widow is None else {"widow": self.widow}
        partial: Mapping[str, Json] = {"partial": True} if self.partial else {}
        return {**hands, **widow, **partial}


EnteredDeal: TypeAlias = EnteredDeck | EnteredHands


class TurnedCards(NamedTuple):
    """How the first dealer was found (R2): cards turned up, the first for seat ``start``."""

    turned: tuple[str, ...]
    start: int

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        return {"turned": self.turned, "start": self.start}


class CutCards(NamedTuple):
    """How the first dealer was found (R2): each time cards were cut, seat -> card."""

    cuts: tuple[Mapping[int, str], ...]

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        return {"cuts": [{str(seat): card for seat, card in cut.items()} for cut in self.cuts]}


FoundDealer: TypeAlias = TurnedCards | CutCards


class DealRequest(NamedTuple):
    """The request of a deal.

    Attributes
    ----------
    dealer
        Who deals first (from 0).
    deal
        The cards, where the deal is entered.
    found
        How the first dealer was found (R2).
    cut
        Whether the seat on the dealer's left cut the cards, if it was noted (R2).
    """

    dealer: int | None = None
    deal: EnteredDeal | None = None
    found: FoundDealer | None = None
    cut: bool | None = None

    def as_json(self) -> Mapping[str, Json]:
        """Return its JSON form."""
        asked: dict[str, Json] = {
            "dealer": self.dealer,
            "deal": None if self.deal is None else self.deal.as_json(),
        }
        if self.found is not None:
            asked["found"] = self.found.as_json()
        if self.cut is not None:
            asked["cut"] = self.cut
        return asked

    @classmethod
    def read(cls, members: Members) -> DealRequest:
        """Return the value from the JSON that :meth:`as_json` made."""
        deal = members.optional_within("deal")
        return cls(
            dealer=members.optional_whole("dealer"),
            deal=None if deal is None else _read_deal(deal),
            found=read_found(members.optional_within("found")),
            cut=members.optional_flag("cut"),
        )


def read_found(found: Members | None) -> FoundDealer | None:
    """Return how the first dealer was found, if it is known."""
    if found is None:
        return None
    if "cuts" in found:
        cuts = found.each("cuts")
        return CutCards(
            tuple({seat: cut.text(name) for seat, name in cut.numbered().items()} for cut in cuts)
        )
    return TurnedCards(found.texts("turned"), found.whole("start"))


def _read_deal(deal: Members) -> EnteredDeal:
    if "deck" in deal:
        return EnteredDeck(deal.texts("deck"))
    hands = deal.within("hands")
    return EnteredHands(
        hands={seat: hands.texts(name) for seat, name in hands.numbered().items()},
        widow=deal.optional_texts("widow"),
        partial=bool(deal.optional_flag("partial")),
    )
