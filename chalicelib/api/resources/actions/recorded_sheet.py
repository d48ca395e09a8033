"""A score sheet as it is recorded, in the form in which it is posted."""

from __future__ import annotations

from typing_extensions import TypedDict

from chalicelib.api.shapes import Card
from chalicelib.service.score_sheets import MissedCard, Payment, ScoreSheet


class SheetPayment(TypedDict):
    """Chips that a seat paid."""

    seat: int
    """Who paid."""
    chips: int
    """How many chips."""


class SheetWidow(TypedDict):
    """Who took the widow."""

    seat: int
    """Who took it."""
    price: int | None
    """What it was bought for; null: the dealer exchanged it."""


class SheetBlock(TypedDict):
    """A boodle win that a missed play prevented."""

    space: str
    """The space of the layout."""
    seat: int
    """Who held its card."""


class SheetMiss(TypedDict):
    """A missed play."""

    seat: int
    """Who missed it."""
    card: Card
    """The card."""
    blocked: list[SheetBlock]
    """The wins it prevented."""


class RecordedSheet(TypedDict):
    """A score sheet as it is recorded, in the form in which putScore takes it."""

    out: int | None
    """Who went out."""
    cards_left: dict[str, int]
    """Seat -> cards left."""
    spaces: dict[str, list[int]]
    """Space -> the seats that won it."""
    pot: list[int]
    """The seats that won the pot."""
    fees: list[SheetPayment]
    """Fees for passes."""
    bets: list[SheetPayment]
    """Chips bet into the pot."""
    widow: SheetWidow | None
    """Who took the widow; null: nobody."""
    misses: list[SheetMiss]
    """Missed plays."""
    chips: dict[str, int]
    """Seat -> chips in the end, where counted."""


def score_sheet(sheet: ScoreSheet) -> RecordedSheet:
    """Return a score sheet as it is recorded."""
    widow = sheet.widow
    return {
        "out": None if sheet.out is None else sheet.out + 1,
        "cards_left": {str(seat + 1): cards for seat, cards in sheet.cards_left.items()},
        "spaces": {name: [seat + 1 for seat in seats] for name, seats in sheet.spaces.items()},
        "pot": [seat + 1 for seat in sheet.pot],
        "fees": [_paid(payment) for payment in sheet.fees],
        "bets": [_paid(payment) for payment in sheet.bets],
        "widow": None if widow is None else {"seat": widow.seat + 1, "price": widow.price},
        "misses": [_missed(miss) for miss in sheet.misses],
        "chips": {str(seat + 1): chips for seat, chips in sheet.chips.items()},
    }


def _paid(payment: Payment) -> SheetPayment:
    return {"seat": payment.seat + 1, "chips": payment.chips}


def _missed(miss: MissedCard) -> SheetMiss:
    blocked: list[SheetBlock] = [{"space": win.space, "seat": win.seat + 1} for win in miss.blocked]
    return {"seat": miss.seat + 1, "card": miss.card, "blocked": blocked}
