"""R4: the deal."""

from __future__ import annotations

import pytest
from harness.messages import says

from chalicelib.rules import Deal, Malformed, cards, clockwise, deal_hands, deal_pack, make_rules
from chalicelib.rules.deal import DEAD, WIDOW

from .strategies import PACK

SIZES = {
    3: (13, [13, 13, 13]),
    4: (11, [11, 10, 10, 10]),
    5: (9, [9, 9, 9, 8, 8]),
    6: (8, [8, 8, 7, 7, 7, 7]),
    7: (7, [7, 7, 7, 6, 6, 6, 6]),
    8: (6, [6, 6, 6, 6, 6, 6, 5, 5]),
}
"""From the rules page: widow, then eldest … dealer."""


def sizes(deal: Deal, seats: int) -> tuple[int, list[int], int]:
    """Return the size of the widow, of the hands from eldest to dealer, and of the dead pile."""
    hands = [len(deal.cards(seat)) for seat in range(seats)]
    return len(deal.cards(WIDOW)), hands, len(deal.cards(DEAD))


@pytest.mark.parametrize("seats", SIZES)
def test_sizes_with_the_widow_first(seats: int) -> None:
    deal = deal_pack(make_rules("michigan"), PACK, range(seats), seats - 1)
    assert sizes(deal, seats) == (*SIZES[seats], 0)


@pytest.mark.parametrize(
    ("options", "seats", "expected"),
    [
        ({"deal.first": "eldest"}, 4, (10, [11, 11, 10, 10], 0)),
        ({"deal.first": "eldest"}, 8, (5, [6, 6, 6, 6, 6, 6, 6, 5], 0)),
        ({"deal.leftover": "equal_aside"}, 4, (10, [10, 10, 10, 10], 2)),
        ({"deal.leftover": "equal_aside"}, 7, (6, [6, 6, 6, 6, 6, 6, 6], 4)),
        ({"deal.leftover": "equal_aside"}, 3, (13, [13, 13, 13], 0)),
        ({"deal.leftover": "equal_to_widow"}, 4, (12, [10, 10, 10, 10], 0)),
        ({"deal.leftover": "equal_to_widow"}, 8, (12, [5, 5, 5, 5, 5, 5, 5, 5], 0)),
        ({"widow": "none"}, 3, (0, [18, 17, 17], 0)),
        ({"widow": "none"}, 4, (0, [13, 13, 13, 13], 0)),
        ({"widow": "none", "deal.leftover": "equal_aside"}, 3, (0, [17, 17, 17], 1)),
    ],
)
def test_sizes_with_other_options(
    options: dict[str, str], seats: int, expected: tuple[int, list[int], int]
) -> None:
    deal = deal_pack(make_rules("michigan", options), PACK, range(seats), seats - 1)
    assert sizes(deal, seats) == expected


def test_one_card_at_a_time_clockwise_from_the_widow_then_eldest() -> None:
    deal = deal_pack(make_rules("michigan"), PACK, range(3), 0)
    assert [deal.where[card] for card in range(6)] == [WIDOW, 1, 2, 0, WIDOW, 1]


def test_eldest_first_and_the_widow_last() -> None:
    rules = make_rules("michigan", {"deal.first": "eldest"})
    deal = deal_pack(rules, PACK, range(3), 0)
    assert [deal.where[card] for card in range(6)] == [1, 2, 0, WIDOW, 1, 2]


def test_the_last_cards_are_those_put_aside() -> None:
    rules = make_rules("michigan", {"deal.leftover": "equal_aside"})
    assert deal_pack(rules, PACK, range(4), 3).cards(DEAD) == [50, 51]
    rules = make_rules("michigan", {"deal.leftover": "equal_to_widow"})
    assert deal_pack(rules, PACK, range(4), 3).cards(WIDOW)[-2:] == [50, 51]


def test_seats_that_are_out_get_no_cards() -> None:
    deal = deal_pack(make_rules("michigan"), PACK, [0, 2, 5], 2)
    assert [deal.where[card] for card in range(5)] == [WIDOW, 5, 0, 2, WIDOW]
    assert [len(deal.cards(seat)) for seat in range(6)] == [13, 0, 13, 0, 0, 13]


@pytest.mark.parametrize("pack", [PACK[:51], [*PACK[:51], 0], [*PACK, 0], []])
def test_the_pack_must_be_whole(pack: list[int]) -> None:
    with pytest.raises(Malformed, match=says("deck.not-a-pack")):
        deal_pack(make_rules("michigan"), pack, range(3), 0)


def test_cards_entered_by_hand() -> None:
    deal = deal_hands({0: cards("9S 3H"), 2: cards("KC")}, cards("2C"))
    assert deal.cards(0) == cards("3H 9S")
    assert (deal.cards(2), deal.cards(WIDOW)) == (cards("KC"), cards("2C"))
    assert len(deal.cards(DEAD)) == 48


def test_no_card_in_two_places() -> None:
    with pytest.raises(Malformed, match=says("deal.card-twice", card="9S")):
        deal_hands({0: cards("9S"), 1: cards("9S")})
    with pytest.raises(Malformed, match=says("deal.card-twice", card="9S")):
        deal_hands({0: cards("9S"), 1: cards("2S")}, cards("9S"))


def test_nobody_without_a_card() -> None:
    with pytest.raises(Malformed, match=says("deal.seat-without-cards", seat=2)):
        deal_hands({0: cards("9S"), 1: []})


def test_clockwise_ends_with_the_start() -> None:
    assert clockwise([0, 1, 2, 3], 1) == [2, 3, 0, 1]
    assert clockwise([0, 2, 3], 1) == [2, 3, 0]
