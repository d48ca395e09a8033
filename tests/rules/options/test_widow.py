"""The spare hand, and who may take it (R5)."""

from __future__ import annotations

import pytest

from chalicelib.rules.options.widow import Opener, Use, Widow


@pytest.mark.parametrize(
    ("use", "exists", "is_dead", "is_open", "can_be_sold"),
    [
        (Use.NONE, False, False, False, False),
        (Use.DEAD, True, True, False, False),
        (Use.EXCHANGE, True, False, True, False),
        (Use.EXCHANGE_OR_AUCTION, True, False, True, True),
    ],
)
def test_what_becomes_of_the_widow(
    use: Use, exists: bool, is_dead: bool, is_open: bool, can_be_sold: bool
) -> None:
    widow = Widow(use=use)
    assert (widow.exists, widow.is_dead) == (exists, is_dead)
    assert (widow.is_open, widow.can_be_sold) == (is_open, can_be_sold)


@pytest.mark.parametrize("use", Use)
@pytest.mark.parametrize("opener", Opener)
def test_only_a_widow_for_sale_has_an_auction(use: Use, opener: Opener) -> None:
    widow = Widow(use=use, opener=opener)
    for_sale = use is Use.EXCHANGE_OR_AUCTION
    assert widow.dealer_opens_auction is (for_sale and opener is Opener.DEALER)
    assert widow.declining_opens_auction is (for_sale and opener is Opener.ANYONE)
