"""R2: how the first dealer is found, and that the cards shown for it find him."""

from __future__ import annotations

import pytest
from harness.messages import says

from chalicelib.rules import AgainstRules, Malformed, cards
from chalicelib.rules.cards import ACE_HIGH, ACE_LOW, Order
from chalicelib.rules.first_dealer import by_first_jack, by_high_card, check_found
from chalicelib.rules.options.table import FirstDealer, Table


def test_the_first_dealer_is_found_as_the_rules_say() -> None:
    table = Table(first_dealer=FirstDealer.HIGH_CARD)
    check_found(table, table.dealer_is_cut)
    with pytest.raises(
        AgainstRules, match=says("dealer.found-otherwise", how="dealer.how.high_card")
    ) as refused:
        check_found(table, table.dealer_is_turned_up)
    assert refused.value.section == "R2"


@pytest.mark.parametrize(
    ("turned", "seats", "start", "dealer"),
    [
        ("3H 10S JD", [0, 1, 2, 3], 1, 3),
        ("JC", [0, 1, 2], 2, 2),
        ("2H 3H 4H 5H JS", [0, 1, 2], 1, 2),  # 1 2 0 1 2
        ("2H 3H 4H 5H JS", [0, 2, 5], 2, 5),  # 2 5 0 2 5
    ],
)
def test_cards_are_turned_up_clockwise_until_a_jack(
    turned: str, seats: list[int], start: int, dealer: int
) -> None:
    assert by_first_jack(cards(turned), seats, start) == dealer


@pytest.mark.parametrize("turned", ["", "3H 10S", "3H JS JD", "JS 3H"])
def test_the_first_jack_is_the_last_card_turned_up(turned: str) -> None:
    with pytest.raises(AgainstRules, match=says("dealer.past-first-jack")) as refused:
        by_first_jack(cards(turned), [0, 1, 2], 0)
    assert refused.value.section == "R2"


def test_no_card_is_turned_up_twice_and_no_stranger_gets_one() -> None:
    with pytest.raises(Malformed, match=says("dealer.card-twice", card="3H")):
        by_first_jack(cards("3H 4H 3H JD"), [0, 1, 2], 0)
    with pytest.raises(Malformed, match=says("seat.unknown", seat=4)):
        by_first_jack(cards("JD"), [0, 1, 2], 3)


def cut(*times: str, order: Order = ACE_HIGH) -> int:
    """Return who deals: each text has the cards cut at one time, ``-`` for who did not cut."""
    cuts = [
        {seat: cards(card)[0] for seat, card in enumerate(text.split()) if card != "-"}
        for text in times
    ]
    return by_high_card(cuts, range(len(times[0].split())), order)


def test_the_highest_card_cut_deals() -> None:
    assert cut("9H QS JD") == 1
    assert cut("9H QS AD") == 2


def test_the_ace_ranks_as_in_play() -> None:
    """R1."""
    assert cut("AH 2S 9D", order=ACE_LOW) == 2
    assert cut("AH 2S 9D", order=ACE_HIGH) == 0


def test_those_tied_cut_again_among_themselves() -> None:
    assert cut("KH 5C KS", "3D - 9D") == 2
    assert cut("KH KC KS 2D", "7D 7C 3H -", "8C 10D - -") == 1
    assert cut("KH 5C KS", "KH - QD") == 0  # the cards cut before are back in the pack


@pytest.mark.parametrize(
    ("times", "message"),
    [
        (("KH - KS",), says("dealer.to-cut")),
        (("KH 5C KS",), says("dealer.still-to-cut")),
        (("KH 5C KS", "3D 4D 9D"), says("dealer.to-cut")),
        (("KH 5C QS", "3D - -"), says("dealer.to-cut")),
    ],
)
def test_nobody_else_cuts_and_nobody_too_often(times: tuple[str, ...], message: str) -> None:
    with pytest.raises(AgainstRules, match=message) as refused:
        cut(*times)
    assert refused.value.section == "R2"


def test_two_seats_do_not_cut_the_same_card() -> None:
    with pytest.raises(Malformed, match=says("dealer.card-twice", card="KH")):
        cut("KH KH 2S")
